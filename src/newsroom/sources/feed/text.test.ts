import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTeaser, MAX_TEXT, textOfHtml, titleOfHtml } from '#newsroom/sources/feed/text.ts'
import { anyText } from '../../../../tests/fixtures/random.ts'

const HEAD_OF_2 = '| | |\n| - | - |'
const HEAD_OF_3 = '| | | |\n| - | - | - |'
const HALF = '<mfrac><mn>1</mn><mn>2</mn></mfrac>'

test.for([
  // Blocks and headings.
  ['<p>One</p>two<div>three<p>four</p></div>', 'One\n\ntwo\n\nthree\n\nfour'],
  ['x<b>y</b> <i>z</i>.<br>a', 'xy z.\\\na'],
  ['a<details><summary>b</summary>c</details>d', 'a\n\nb\n\nc\n\nd'],
  ['<h1>One</h1><h3>a<br>b</h3>c', '# One\n\n### a b\n\nc'],
  ['a<td><br><p>b', 'a\n\nb'],
  ['<h2><div>in a box</div></h2>', '## in a box'],
  ['<h2>never closed<p>one</p><p>two</p>', '## never closed one two'],
  // Lists.
  ['<ol><li>a</li> <li>b <b>c</b></li></ol>after', '1. a\n2. b c\n\nafter'],
  ['<ol start="9"><li>a<li>b</ol>', '9. a\n10. b'],
  ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>', '- a\n  - b\n\n- c\n\n  d'],
  ['<ul><li><h3>a</h3><p>b</p></li></ul>', '- ### a\n\n  b'],
  ['<dl><dt>Severity</dt><dd>High</dd><dt>In:</dt><dd>1</dd><dd>2</dd></dl>', '- Severity: High\n- In: 1\n- In: 2'],
  ['<dl><dt>a</dt><dd></dd><dt>b</dt></dl>', '- a\n- b'],
  ['a<menu><li>b</li></menu>c', 'a\n\n- b\n\nc'],
  ['<ul><li><input type="checkbox" checked> Done</li><li><input type="checkbox"> Open</li></ul>', '- ☑ Done\n- ☐ Open'],
  ['<ul><li><p><label><input type="checkbox"> Open</label></p></li></ul>', '- ☐ Open'],
  // Code.
  ['<pre>if (a)\n    b()\n</pre><p>so</p>', '```\nif (a)\n    b()\n```\n\nso'],
  ['<pre>\n\n\tx\n\n\ty\n</pre>', '```\n    x\n\n    y\n```'],
  ['<pre>a ```` b</pre>', '`````\na ```` b\n`````'],
  ['<pre><code><div>a</div><div>  b<br>c</div></code></pre>', '```\na\n  b\nc\n```'],
  ['<pre> \n </pre>after', 'after'],
  // Quotations.
  ['<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n>\n> b\n\nc'],
  ['<blockquote>a<ul><li>b</li></ul><pre>c\nd</pre></blockquote>', '> a\n>\n> - b\n>\n> ```\n> c\n> d\n> ```'],
  ['a<blockquote>b</blockquote>', 'a\n\n> b'],
  ['<p>He said <q>yes </q>.</p>', 'He said “yes”.'],
  // Numbers.
  ['10<sup>6</sup>', '10^6'],
  ['10<sup>-3</sup> s', '10^-3 s'],
  ['said<sup><a href="#n1">1</a></sup>.', 'said\\[1].'],
  ['said.<sup>1.</sup> It fell,<sup>(2)</sup> then.', 'said.\\[1] It fell,\\[2] then.'],
  ['by<sup><a href="#n3">[3]</a></sup> 10', 'by\\[3] 10'],
  ['<a href="/x">5<sup>2</sup> km</a> 10<sup>6</sup>/s', '5^2 km 10^6/s'],
  ['1<sup>st</sup> CO<sub>2</sub> x<sup>2</sup>', '1st CO2 x^2'],
  ['A number is 255<sub>10</sub>', 'A number is 255_10'],
  ['log<sub>2</sub>8 is 3, x<sub>1</sub>5', 'log2 8 is 3, x1 5'],
  ['<b>10</b><sup>6</sup>', '10^6'],
  ['10<span><sup>6</sup></span>', '10^6'],
  ['10<span style="vertical-align: super">6</span>', '10^6'],
  ['10<sup>n+1</sup>', '10^(n+1)'],
  ['10<sup>6</sup>5', '10^6 5'],
  ['reached.<sup>3</sup> 5 km<sup>2</sup>', 'reached.\\[3] 5 km^2'],
  ['<p>in 2020</p>\n<p><sup>1</sup> A note.</p>', 'in 2020\n\n1 A note.'],
  ['1,<wbr>000', '1,000'],
  ['<span style="display: block">5</span><span style="display: block">10</span>', '5\n\n10'],
  // Struck-out text.
  ['<p>The flaw affects <del>all versions</del> <ins>version 2</ins>.</p>', 'The flaw affects version 2.'],
  ['<p>It was <s>not</s> patched for <strike>$50</strike> $40.</p>', 'It was patched for $40.'],
  ['<p>a <span style="text-decoration: line-through">b</span> c</p>', 'a c'],
  ['<p>All <span class="text-sm line-through">not</span> patched.</p>', 'All patched.'],
  ['<p>5<del>0</del>7 of 1.<s>2</s>3</p>', '5 7 of 1.3'],
  // Invisible characters and captions.
  ['a\u200Bb\u200Dc\u2060d\uFEFFe\u00ADf\u{E0069}g\u202Eh\u2066i\u0000j\u0007k\u{E0101}l&#x200B;m', 'abcdefghijklm'],
  ['<figure><img><figcaption><p>A chart.</p></figcaption></figure>b', 'A chart.\n\nb'],
  ['<figure><blockquote>a</blockquote><figcaption>— B</figcaption></figure>', '> a\n\n— B'],
] as const)('converts HTML to Markdown: %s', ([html, text]) => {
  expect(textOfHtml(html)).toBe(text)
})

test.for([
  ['<thead><tr><th>k<th>v</thead><tbody><tr> <td>1</td>\n<td>2', '| k | v |\n| - | - |\n| 1 | 2 |'],
  ['<caption>C</caption><tr><td>1<td><td>a<br>b<tr><td>2<td>3', `C\n\n${HEAD_OF_3}\n| 1 | | a b |\n| 2 | 3 | |`],
  ['<tr><th>k</th><td>1<tr><th>l</th><td>2', `${HEAD_OF_2}\n| k | 1 |\n| l | 2 |`],
  ['<tr><td rowspan="2">a<td>1<tr><td>2', `${HEAD_OF_2}\n| a | 1 |\n| a | 2 |`],
  ['<tr><td colspan="2">a<td>1<tr><td>b<td>c', `${HEAD_OF_3}\n| a | | 1 |\n| b | c | |`],
  ['<tr><td>5<a href="#"><sup>2</sup></a><td>2<sup>8</sup><tr><td>a<td>b', `${HEAD_OF_2}\n| 5\\[2] | 2^8 |\n| a | b |`],
  // Layout tables.
  ['<tr><td><p>one</p><p>two</p>', 'one\n\ntwo'],
  ['<tr><td><h2>a</h2><td>b', '## a\n\nb'],
  ['<tr><td><table><tr><td>a<td>b<tr><td>1<td>2</table><td>c', `${HEAD_OF_2}\n| a | b |\n| 1 | 2 |\n\nc`],
  [`<tr><td>${'long '.repeat(70)}<td>b`, `${'long '.repeat(70).trim()}\n\nb`],
  ['<tr><td><pre>7\n8</pre><td><pre>a\nb</pre>', '```\na\nb\n```'],
] as const)('converts a table, or unwraps it if it only arranges blocks: %s', ([rows, text]) => {
  expect(textOfHtml(`<table>${rows}</table>`)).toBe(text)
})

test.for([
  [`3 <math>${HALF}</math>`, '3 1/2'],
  [`3<math>${HALF}</math>5`, '3 1/2 5'],
  [`<math><mn>2</mn>${HALF}</math>`, '2 1/2'],
  [`<math>${HALF}</math> of users`, '1/2 of users'],
  ['<math><mn>3</mn><mo>×</mo><msup><mn>10</mn><mn>8</mn></msup></math>', '3×10^8'],
  ['<math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math>', 'x_1^2'],
  ['<math><mn>2</mn><mo>\u2062</mo><mn>3</mn></math>', '2 3'],
  ['<math><semantics><annotation>n^2</annotation></semantics></math>', 'n^2'],
  ['O(<math><msup><mi>n</mi><mn>2</mn></msup><annotation>n^2</annotation></math>)', 'O(n^2)'],
  ['<math><mmultiscripts><mi>C</mi><mn>6</mn><mprescripts/><none/><mn>14</mn></mmultiscripts></math>', 'C 6 14'],
  ['<math><mn>1</mn><mphantom><mn>3</mn></mphantom></math>', '1'],
  ['<mjx-a><math><mi>C</mi><mn>6</mn></math></mjx-a>', 'C6'],
  ['<math alttext="x^2"></math> or <img class="ltx_Math" alt="y^2">', 'x^2 or y^2'],
  ['<p>It is <script type="math/tex">n^2</script> <img class="latex" alt="2^{10}">.</p>', 'It is n^2 2^{10}.'],
  ['<p>A <img src="/latex-logo.png" alt="b">, <img src="/posts/latex/screenshot.png?w=9" alt="b">.</p>', 'A , .'],
] as const)('writes a formula on one line: %s', ([html, text]) => {
  expect(textOfHtml(html)).toBe(text)
})

test('limits the text of cells that span several rows and columns', () => {
  const wide = `<td rowspan="9999" colspan="9999">${'x'.repeat(200)}</td>`
  expect(textOfHtml(`<table><tr>${wide.repeat(9)}</tr>${'<tr></tr>'.repeat(5_000)}</table>`)).toBe(
    Array.from({ length: 9 }, () => 'x'.repeat(200)).join('\n\n'),
  )
})

test('keeps line breaks and indentation in text without tags', () => {
  expect(textOfHtml('So:\n```\n  a\n    b\n```\n  so')).toBe('So:\n```\n  a\n    b\n```\n  so')
  expect(textOfHtml('One\ntwo &amp; three\r\n\r\n\r\n\r\nfour five ')).toBe('One\ntwo & three\n\nfour five')
  expect(textOfHtml('a < b, c > d, x <y')).toBe('a < b, c > d, x <y')
})

const HIDING_STYLES =
  'display:none|color: red; DISPLAY : none !important|visibility: hidden|font-size:0|' +
  'font-size: 0.0em;|font-size:.0px|opacity:0|opacity: 0.00 !important'

test.for([
  ...HIDING_STYLES.split('|').map((style) => `<p style="${style}">HIDDEN</p>`),
  ...'script style noscript iframe'.split(' ').map((name) => `<${name}>HIDDEN</${name}>`),
  '<template><p>HIDDEN</p></template><!-- HIDDEN -->',
  '<svg><text>HIDDEN</text></svg><select><option>HIDDEN</option></select>',
  '<p hidden>HIDDEN</p>',
  '<p aria-hidden="true">HIDDEN</p>',
  '<div style="display:none"><p>deep <b>HIDDEN</b></p></div>',
])('removes hidden text: %s', (html) => {
  expect(textOfHtml(`<p>before</p>${html}<p>after</p>`)).toBe('before\n\nafter')
})

const SHOWING_STYLES =
  'font-size:0.5em|font-size:10px|opacity:0.9|display:block|--x-display:none|display:none;display:block'

test.for([
  ...SHOWING_STYLES.split('|').map((style) => `<p style="${style}">shown</p>`),
  '<p aria-hidden="false">shown</p>',
])('keeps an element that only seems hidden: %s', (html) => {
  expect(textOfHtml(html)).toBe('shown')
})

test('cuts a long text after a whole block and adds the cut mark, but never cuts inside a character', () => {
  const text = textOfHtml(`<p>${'word '.repeat(1_000)}</p>`.repeat(10))
  expect(text.length).toBeLessThanOrEqual(MAX_TEXT)
  expect(text).toMatch(/word\n\n\[…\]$/)
  expect(textOfHtml(`${'a'.repeat(MAX_TEXT - 1)}😀`)).toBe('a'.repeat(MAX_TEXT - 1))
})

test('escapes HTML, backslashes and a leading year in plain text', () => {
  expect(textOfHtml('vector<int> x; if (a<b && c>d) {}')).toBe('vector<int> x; if (a<b && c>d) {}')
  expect(textOfHtml('1990. A year.')).toBe('1990\\. A year.')
  expect(textOfHtml('C:\\_new &amp;lt; R&D')).toBe('C:\\\\_new \\&lt; R&D')
})

test('writes a title on one line and keeps unknown tags as words', () => {
  expect(titleOfHtml('std::vector<int> and Map<String, T>')).toBe('std::vector<int> and Map<String, T>')
  expect(titleOfHtml('Understanding the &lt;dialog&gt; element')).toBe('Understanding the <dialog> element')
  expect(titleOfHtml('The <img> and <p> elements')).toBe('The <img> and <p> elements')
  expect(titleOfHtml('A picture <img src="x"> and a list')).toBe('A picture and a list')
  expect(titleOfHtml('<h2>A <b>bold</b></h2><ul><li>b</li></ul><p hidden>HIDDEN</p>')).toBe('A bold b')
})

test('removes tags, invisible characters and repeated blank lines from any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'<p> </p> </div> <br> <li> <td> <pre> </pre> <b &lt; &#8203; <!-- -->'.split(' ')),
    fc.constant('<div style="display:none">'),
    fc.constantFrom('word', ' ', '\n', '\r\n\r\n', '\t', '\u200B', '\u{E0020}', '\uD800', '\u2028', '\u0085'),
    anyText(5),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      // Blank lines are allowed in code.
      const text = textOfHtml(pieces.join('')).replace(/^```[^]*?^```$/gm, 'code')
      expect(text).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}]|(?!\n)\p{Cc}|\n{3}|^\s|\s$/u)
      expect(text.length).toBeLessThanOrEqual(MAX_TEXT)
      expect(titleOfHtml(pieces.join(''))).not.toMatch(/[\n\r\u2028\u2029]| {2}|^\s|\s$/)
    }),
    { numRuns: 100 },
  )
})

test('recognises a teaser by its length or its ending', () => {
  const ends =
    '…| […]| [...]|...| Read more| Read more »|\n\nContinue reading →|\n\nContinue reading Version 9| READ MORE'
  expect(ends.split('|').filter((end) => !isTeaser(`${LONG}${end}`))).toEqual([])
  expect(isTeaser(LONG)).toBe(false)
  expect(isTeaser(`${LONG} You may read more about it in the manual of version 9.`)).toBe(false)
  expect(isTeaser('A sentence.')).toBe(true)
  expect([2_399, 2_400].map((length) => isTeaser('x'.repeat(length)))).toEqual([true, false])
})

const LONG = `${'A sentence of a long text. '.repeat(90)}The end.`

test.for([
  ['Out <time datetime="2026-11-20">today</time>', 'Out today'],
  ['It costs <strike>$50</strike> $40', 'It costs $40'],
  ['<samp>ok</samp> in <big>two</big> <dfn>words</dfn>', 'ok in two words'],
  ['10<sup>6</sup>, or O(n<sup>2</sup>)', '10^6, or O(n^2)'],
  ['<mjx-c>C</mjx-c> is <o:p>one</o:p>', 'C is one'],
  ['The <time> element, and <T>', 'The <time> element, and <T>'],
])('unwraps inline elements in titles and in texts without blocks: %s', ([html = '', text = '']) => {
  expect(titleOfHtml(html)).toBe(text)
  expect(textOfHtml(html).replaceAll(String.raw`\<`, '<')).toBe(text)
})
