import { expect, test } from 'vitest'
import { renderArticle } from '#newsroom/publishing/render-html.ts'

const source = { title: 'T', publisher: 'P', url: 'https://example.org' }

test('links a citation to its source and gives every citation of that source its own id', async () => {
  const html = await render('First. [S1] Again. [S1, S2] And a third time, twice. [S1, S1]')
  expect(html).toContain('<sup><a href="#s1" id="ref-1" aria-label="Source 1: P, T">1</a></sup>')
  const ids = [...html.matchAll(/<a href="#s(\d)" id="([^"]+)"/g)].map(([, source, id]) => `${source} ${id}`)
  expect(ids).toEqual(['1 ref-1', '1 ref-1-2', '2 ref-2', '1 ref-1-3', '1 ref-1-4'])
})

test('puts citations after the full stop, sorted by number', async () => {
  const html = await render('Said twice. [S3, S2]\n\n> Wow! [S10,S2]')
  expect(html.replaceAll(/ (?:id|aria-label)="[^"]*"/g, '')).toContain(
    '<p>Said twice.<sup><a href="#s2">2</a>, <a href="#s3">3</a></sup></p>',
  )
  expect(html).toMatch(/Wow!<sup>.*>2<\/a>, <a .*>10<\/a><\/sup>/)
})

test('keeps a hyphenated word of inline code on one line if it fits on a phone', async () => {
  const long = '--'.padEnd(27, 'x')
  expect(await render(`Use \`npm ci --omit=dev ${long}\` or \`a - b\`.\n\n    --code`)).toBe(
    `<p>Use <code>npm ci <span class="nowrap">--omit=dev</span> ${long}</code> or <code>a - b</code>.</p>\n` +
      '<div class="code"><div class="code-bar"><span>Text</span></div><pre tabindex="0"><code>--code</code></pre></div>',
  )
})

test('ends a run of sentences with the same sources at a sentence without a citation', async () => {
  expect(textOf(await render('A. [S1] B. [S1] Mine. C. [S1]'))).toBe('A. B.1 Mine. C.1')
})

test.for([
  ['A. [S1] B. [S1] C. [S2]', 'A. B.1 C.2'],
  ['A. [S1] B. [S1, S2] C. [S2, S1] D. [S2]', 'A.1 B. C.1, 2 D.2'],
  ['A. [S1]\n\nB. [S1]\n\n- C [S1]\n- D [S1]\n\n## E\n\nF. [S1]', 'A. B. C D1 E F.1'],
  ['**What changes:** A. [S1]\n\nB. [S1]', 'What changesA.1 B.1'],
  ['A. [S2]\n\n| a | b |\n| - | - |\n| c | d [S2] |\n| e | f [S2] |\n\nB. [S2]', 'A.2 a b c d e f2 B.2'],
])('numbers only the last of consecutive sentences with the same sources: %s', async ([markdown = '', text]) => {
  expect(textOf(await render(markdown, { isOfNewsroom: true }))).toBe(text)
})

test('in a newsroom article, ends each sentence that has no number with a link without text', async () => {
  const html = await render('A. [S1] B. [S1] C. [S2]', { isOfNewsroom: true })
  expect(html).toContain('<span class="quiet"><a href="#s1" aria-label="Source 1"></a></span> B.<sup>')
  expect(await render('A. [S1] B. [S1] C. [S2]')).not.toContain('quiet')
})

test('in a newsroom article, links the first mention of each flaw and EIP to its record, but not in code blocks or headings', async () => {
  const text =
    'RFC 9110 and EIP-1559 fix CVE-2026-41877 (GHSA-f3r3-h2mq-hx2h). [S1] CVE-2026-41877 again. [S1] See https://a.example/CVE-2026-0002. [S1]'
  const markdown = `Run:\n\n~~~sh\nCVE-2026-1234\n~~~\n\n## CVE-2026-5678\n\n${text}\n\n| a |\n| - |\n| CVE-2026-0001 [S1] |`
  const html = await render(markdown, { isOfNewsroom: true })
  const links = [...html.matchAll(/<a href="(https[^"]+)">([^<]+)<\/a>/g)].map(([, url, name]) => [name, url])
  expect(links).toEqual([
    ['EIP-1559', 'https://eips.ethereum.org/EIPS/eip-1559'],
    ['CVE-2026-41877', 'https://www.cve.org/CVERecord?id=CVE-2026-41877'],
    ['GHSA-f3r3-h2mq-hx2h', 'https://github.com/advisories/GHSA-f3r3-h2mq-hx2h'],
    ['CVE-2026-0001', 'https://www.cve.org/CVERecord?id=CVE-2026-0001'],
  ])
  expect(await render(text)).not.toContain('cve.org')
})

test.for([true, false])(
  'replaces the numbers with a line that links to the source if there is only one',
  async (isOfNewsroom) => {
    const line = isOfNewsroom ? '*Everything below comes from one publisher, P.*\n\n' : ''
    const html = await renderArticle(`${line}A. [S1] B. [S1]\n\n## C\n\nD. [S1]`, [source], { isOfNewsroom })
    expect(textOf(html)).toBe('Everything below comes from one source: “T”, published by P. A. B. C D.')
    expect(html).toContain('one source: <a class="source" href="https://example.org">“T”</a>, published by P.')
    expect(html).not.toContain('<sup>')
  },
)

const SOURCES = [
  { title: 'Release notes for Lumen 3', publisher: 'Lumen Project', url: 'https://lumen.example/3' },
  { title: 'A faster parser', publisher: 'The Kiln', url: 'https://kiln.example/parser' },
  { title: 'New aspects of parsing', publisher: 'P.', url: 'https://docs.example/3' },
]

test.for([
  ['It starts in 210 ms. [S1] The Kiln measured it. [S2]', ['The Kiln']],
  ['It starts fast. [S1] So say the release notes. [S1] The Kiln measured it. [S2]', ['release notes', 'The Kiln']],
  ['Its release notes say so. [S1] A parser is why. [S2] Kiln asked. [S2]', ['release notes', 'Kiln']],
  ['So says Lumen. [S1] Now a faster parser runs. [S2]', ['Lumen', 'a faster parser']],
  ['It is fast. [S1] It is postponed, as the Lumen release notes say. [S1] The Kiln asks. [S2]', ['Lumen', 'The Kiln']],
  ['The release notes and others say so. [S1, S2] It is fast. [S1] The Kiln asks. [S2]', ['The Kiln']],
  ['Smith’s post says so. [S3] Lumen is fast. [S1] The Kiln asks. [S2]', ['Lumen', 'The Kiln']],
  ['The documentation says so. [S3] Lumen is fast. [S1] The Kiln asks. [S2]', ['documentation', 'Lumen', 'The Kiln']],
  [
    'The specification says so. [S1] The specification too. [S3] It is fast. [S1] The Kiln asks in its post. [S2]',
    ['The Kiln'],
  ],
  ['**Lumen** is fast. [S1, S2] “The Kiln” is not. [S2]', ['Lumen', 'The Kiln']],
] as const)('links each source once, at its first mention, and no other words: %s', async ([text, words]) => {
  const html = await renderArticle(text, SOURCES, { isOfNewsroom: true })
  const links = [...html.matchAll(/<a class="source" href="([^"]+)"[^>]*>([^<]+)<\/a>/g)]
  expect(new Set(links.map(([, url]) => url)).size).toBe(links.length)
  expect(links.map(([, , word]) => word)).toEqual(words)
})

test('links the first mention of a name that a source links, with its longest form first', async () => {
  const links = [
    { text: 'Dynamo', url: 'https://a.example/dynamo' },
    { text: 'upgrade guide', url: 'https://a.example/guide#steps' },
    { text: 'NVIDIA Dynamo', url: 'https://nvidia.example/' },
    { text: 'Ray', url: 'javascript:alert(1)' },
    { text: 'react-dom', url: 'https://a.example/react-dom' },
    { text: 'CVE-2026-1234', url: 'https://a.example/advisory' },
  ]
  const markdown =
    '## Dynamo\n\nNVIDIA Dynamo and `Dynamo_x` follow the `react-dom` upgrade\nguide. [S1] Dynamo, DynamoDB and Ray too. [S1] Dynamo again. [S1] CVE-2026-1234 and CVE-2026-1234. [S1]'
  const html = await renderArticle(markdown, [source], { isOfNewsroom: true, links })
  expect(
    Array.from(html.matchAll(/<a href="(?!#)([^"]*)"[^>]*>([^<]*)<\/a>/g), ([, url, name]) => [name, url]),
  ).toEqual([
    ['NVIDIA Dynamo', 'https://nvidia.example/'],
    ['react-dom', 'https://a.example/react-dom'],
    ['upgrade\nguide', 'https://a.example/guide#steps'],
    ['Dynamo', 'https://a.example/dynamo'],
    ['CVE-2026-1234', 'https://www.cve.org/CVERecord?id=CVE-2026-1234'],
  ])
  expect(html).not.toContain('javascript')
  const issue = { text: '#28760', url: 'https://a.example/28760' }
  const numbered = await renderArticle('See (#28760) and #287601. [S1]', [source], {
    isOfNewsroom: true,
    links: [issue],
  })
  expect(numbered).toContain('(<a href="https://a.example/28760">#28760</a>) and #287601')
  const begun = await renderArticle('Upgrade guide: the dynamo. [S1]', [source], { isOfNewsroom: true, links })
  expect(begun).toContain('>Upgrade guide</a>: the dynamo')
  const longer = await renderArticle('Dynamo Labs and Dynamo.js. [S1]', [source], { isOfNewsroom: true, links })
  expect(longer).not.toContain('a.example')
})

test('a publisher with several sources is not linked, and neither is the beginning of another name', async () => {
  const sources = ['release notes', 'commit'].map((title) => ({
    ...source,
    title,
    publisher: 'Git',
    url: `https://git.example/${title}`,
  }))
  const html = await renderArticle('Git removed a check. [S1] The commit says why. [S2]', sources, {
    isOfNewsroom: true,
  })
  expect(html).not.toContain('>Git</a>')
  const alone = [
    { ...source, publisher: 'Git' },
    { ...source, publisher: 'Press', url: 'https://press.example/' },
  ]
  const other = await renderArticle(
    'Git LFS broke. [S1] Git 2.45 removed a check. [S1] The Press agrees. [S2]',
    alone,
    {
      isOfNewsroom: true,
    },
  )
  expect(other).toMatch(/Git LFS broke.*>Git<\/a> 2\.45/s)
})

test('links the first mention of a source unless the author already linked that source', async () => {
  const html = await renderArticle(
    'It is fast. [S1] The Lumen Project says so. [S1] See [this](https://kiln.example/parser). [S2] The Kiln. [S2]',
    SOURCES,
  )
  expect(html).toContain(
    'The <a class="source" href="https://lumen.example/3" title="Lumen Project, Release notes for Lumen 3">Lumen Project</a> says so.',
  )
  expect(html.match(/kiln\.example/g)).toHaveLength(1)
})

test('keeps a citation inside code, or of an unknown source, as text', async () => {
  const html = await render('`a[S1]` and [S11].\n\n```js\nx[S1]\n```')
  expect(html).not.toContain('href="#s')
  expect(html).toContain('[S11]')
})

test("gives headings unique ids that differ from the site's own", async () => {
  const html = await render('## Sources\n\n## A b\n\n## A b\n\n### S1\n\n### Main')
  const ids = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(['section-sources', 'a-b', 'a-b-2', 'section-s1', 'section-main'])
})

test('renders a table as a figure with a caption, and marks columns of numbers with a class', async () => {
  const html = await render('Table: What it costs [S1]\n\n| what | price |\n| --- | ---: |\n| a | 1 |')
  expect(html).toContain('<figure class="table-fig"><figcaption id="table-1">What it costs<sup>')
  expect(html).toContain('</figcaption><div class="table"><table aria-labelledby="table-1">')
  expect(html).toContain('<th class="num tabular" scope="col">price</th>')
  expect(html).toContain('<td class="num tabular">1</td>')
  expect(html).not.toMatch(/align=|style=|Table:|wide|tabindex/)
})

test('makes a table scroll, also by keyboard, if it is too wide for a phone', async () => {
  const wide = '| a | b | c | d | e | f |\n| - | - | - | - | - | - |\n| 1 | 2 | 3 | 4 | 5 | 6 |'
  const html = await render(`Table: One\n\n| a | b |\n| --- | --- |\n| x | y |\n\nTable: Two\n\n${wide}\n\n${wide}`)
  expect([...html.matchAll(/<div class="table".*?<table.*?>/g)].map(([tags]) => tags)).toEqual([
    '<div class="table"><table aria-labelledby="table-1">',
    '<div class="table" tabindex="0" role="region" aria-labelledby="table-2"><table class="wide" aria-labelledby="table-2">',
    '<div class="table" tabindex="0" role="region" aria-label="Table"><table class="wide">',
  ])
  expect(html.match(/ id="table-[^"]+"/g)).toEqual([' id="table-1"', ' id="table-2"'])
  expect(await render('## Table 1')).not.toContain('id="table-1"')
})

test.each([
  ['1,000', '12', 'num'],
  ['−14.5%', '$3', 'num'],
  ['32\u00a0kB', '–', 'num tabular'],
  ['1', 'two', 'plain'],
  ['–', '-', 'plain'],
  ['3 of them', '4', 'plain'],
])('classifies a column of %s and %s: %s', async (one, two, kind) => {
  const html = await render(`| a | b |\n| --- | --- |\n| x | ${one} |\n| y | ${two} |`)
  const marked = [...html.matchAll(/<t[hd][^>]* class="([^"]*)"/g), ...html.matchAll(/<t[hd] class="([^"]*)"/g)]
  expect(new Set(marked.map(([, name]) => name))).toEqual(new Set(kind === 'plain' ? [] : [kind]))
})

test('renders a formula as numbered MathML with its spoken form and the explanation of its letters', async () => {
  const html = await render(
    '```math N equals p to the a\nN = p^a\n```\n\nWhere: *p* a share [S1]\n\n```math\n\\frac{1}{2}\n```\n\nWhere it is.\n\nWhere: not here',
  )
  expect(html).toContain('<div class="formula"><div><math display="block" aria-label="N equals p to the a"><mrow><mi>N')
  expect(html).toContain('<msup><mi>p</mi><mi>a</mi></msup></mrow></math></div><span class="no">(1)</span></div>')
  expect(html).toContain('<p class="where"><em>p</em> a share<sup>')
  expect(html).toContain('<mfrac><mn>1</mn><mn>2</mn></mfrac></math></div><span class="no">(2)</span>')
  expect(html).toContain('<p>Where it is.</p>\n<p>Where: not here</p>')
  expect(html).not.toMatch(/style=|tml-|<span class="temml|annotation/)
})

test.each([String.raw`\frac{`, String.raw`\nosuchcommand{x}`, 'a & b } c'])(
  'keeps invalid TeX as code: %s',
  async (tex) => {
    const html = await render(`\`\`\`math\n${tex}\n\`\`\``)
    expect(html).toContain('<div class="code"><div class="code-bar"><span>math</span></div>')
    expect(html).not.toContain('<math')
  },
)

test.each([
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\text{<img src=x onerror=alert(1)>}`,
  String.raw`\class{site-header}{x}\id{root}{y}\style{position:fixed}{z}\data{a=b}{c}`,
  String.raw`\includegraphics{https://evil.example/x.png}`,
  '<math><mi><img src=x onerror=alert(1)></mi></math>',
])('removes scripts, URLs and styles from TeX: %s', async (tex) => {
  const html = await render(`\`\`\`math\n${tex}\n\`\`\``)
  const tags = html.match(/<[^>]+>/g)?.join('') ?? ''
  expect(tags).not.toMatch(/<img|href|src|style|site-header|id=|data-|onerror/)
})

test('renders the first "What changes" paragraph as a section and leaves later ones unchanged', async () => {
  const html = await render('*One publisher.*\n\n**What changes:** Teams stop. [S1]\n\nText.\n\n**What changes:** No.')
  expect(html).toContain('<section class="changes"><h2>What changes</h2><p>Teams stop.<sup><a href="#s1"')
  expect(html.match(/<section/g)).toHaveLength(1)
  expect(html).toContain('<p><strong>What changes:</strong> No.</p>')
  expect(await render('**Changes:** No.')).not.toContain('<section')
})

test('renders code below its file name and highlights it with classes', async () => {
  const html = await render('```js run file=sum.js\nconst a = "x" // why\n```\n\n```text output\n3 < 4\n```')
  expect(html).toContain('<div class="code"><div class="code-bar"><span>sum.js</span></div><pre tabindex="0"><code>')
  expect(html).toContain('<span class="tok-k">const</span>')
  expect(html).toMatch(/<span class="tok-s">(?:"|&#x22;|&quot;)x/)
  expect(html).toContain('class="tok-c"')
  expect(html).toContain('<span>Output</span>')
  expect(html).toMatch(/3 (?:&lt;|&#x3C;) 4/)
  expect(html).not.toMatch(/style=|shiki/)
})

test.for([
  ['> “It holds.” — Ada Lind, Bridge Office, Oslo [S1]', '“It holds.”', '<b>Ada Lind</b><br>Bridge Office, Oslo'],
  ['> “It *holds*.” — a message in the log [S1]', '“It <em>holds</em>.”', '<b>a message in the log</b>'],
] as const)('renders the speaker of a quotation as a caption: %s', async ([markdown, words, speaker]) => {
  expect((await render(markdown)).replaceAll('\n', '')).toBe(
    `<figure class="said"><blockquote><p>${words}</p></blockquote><figcaption>${speaker}` +
      '<sup><a href="#s1" id="ref-1" aria-label="Source 1: P, T">1</a></sup></figcaption></figure>',
  )
})

test.for([
  '> It holds.',
  '> — Ada Lind',
  '> It holds — mostly.',
  '> “It holds” — and nobody asked further.',
  '> “One” — “two”',
])('leaves a quotation without a speaker unchanged: %s', async (markdown) => {
  const html = await render(markdown)
  expect(html).toContain('<blockquote>')
  expect(html).not.toContain('<figure')
})

test.each([
  ['It took 10 ms, then 3 million.', 'It took 10~ms, then 3~million.'],
  ['4 × 80 = 320 ms', '4~×~80 =~320~ms'],
  ['2 × 40 layers × 5,120 + 3', '2~×~40 layers ×~5,120 +~3'],
  ['TLS 1.3, RFC 9162, PlayStation 3; In 2026, A 4.', 'TLS~1.3, RFC~9162, PlayStation~3; In 2026, A 4.'],
  ['In 2026 services, 5 members and 3 msgs.', 'In 2026 services, 5 members and 3 msgs.'],
])('inserts a no-break space between a number and its unit, name or operator: %s', async (text, set) => {
  expect(await render(`${text} \`${text}\``)).toBe(`<p>${set.replaceAll('~', '&nbsp;')} <code>${text}</code></p>`)
})

test('keeps the shapes and classes of a figure, but not its scripts and styles', async () => {
  const html = await render(
    '<figure>\n<svg viewBox="0 0 440 100" role="img" aria-label="A bar." onload="x()" style="color:red">\n<rect class="f-pencil site-header" x="0" y="0" width="10" height="5" stroke-dasharray="2 2"/>\n<text class="f-ink small" text-anchor="end" x="5" y="9">Ten</text>\n<foreignObject><p>x</p></foreignObject><image href="x.png"/><use href="#a"/><script>x()</script>\n</svg>\n<figcaption>Caption. [S1]</figcaption>\n</figure>',
  )
  expect(html.match(/viewBox="0 0 440 100"|"f-pencil"|dasharray="2 2"|anchor="end"|"#s1"/g)).toHaveLength(5)
  expect(html).not.toMatch(/onload|style=|foreignObject|<image|<use|<script|x\(\)|site-header/i)
})

test('unwraps links that lead neither to the web nor to another article', async () => {
  const html = await render(
    '[An article](/post/technology/raft-in-one-sitting), [a page](https://example.org/a), [a desk](/desk), ' +
      '[a host](//post/technology/x), [a climb](/post/../x/y), [a file](x.html).',
  )
  expect([...html.matchAll(/<a href="([^"]+)">/g)].map(([, href]) => href)).toEqual([
    '/post/technology/raft-in-one-sitting',
    'https://example.org/a',
  ])
  expect(html).toContain('a desk, a host, a climb, a file.')
})

test('links a footnote and each of its references in both directions', async () => {
  const html = await render('One[^1] and[^a] one.[^1]\n\n[^1]: First.\n[^a]: Second.')
  const links = [...html.matchAll(/<a href="#(fn[^"]*)"(?: id="([^"]*)")?/g)].map(
    ([, href, id = '']) => `${href} ${id}`,
  )
  expect(links.slice(0, 3)).toEqual(['fn-1 fnref-1', 'fn-a fnref-a', 'fn-1 fnref-1-2'])
  expect(links.slice(3)).toEqual(['fnref-1 ', 'fnref-1-2 ', 'fnref-a '])
  expect(html.match(/<li id="fn-[1a]">/g)).toHaveLength(2)
})

test.for([
  ['Without <math><mi>x</mi></math> MathML.', 'Without MathML.'],
  ['5~7 and 8~9 ~~gone~~', '5~7 and 8~9 gone'],
])('keeps the words of dropped elements: %s', async ([markdown = '', text]) => {
  expect(textOf(await render(markdown))).toBe(text)
})

test.for([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '<iframe src="https://example.org"></iframe>',
  '<style>*{display:none}</style>',
  '<form action="/x"><input name=a><button>Go</button></form>',
  '<div class="site-header" id="page-data">x</div>',
  '<a href="https://example.org" onclick="alert(1)" target="_top">x</a>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a><animate attributeName="href"/></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
])('removes %s', async (hostile) => {
  const html = await render(`Text.\n\n${hostile}\n\nMore.`)
  expect(html).not.toMatch(
    /<script|onerror|onclick|javascript:|data:|<iframe|<style|<form|<input|site-header|page-data|<animate|alert\(1\)</i,
  )
  expect(html).toContain('More.')
})

function render(markdown: string, options?: { isOfNewsroom: boolean }): Promise<string> {
  const sources = Array.from({ length: 10 }, () => source)
  return renderArticle(markdown, sources, options)
}

function textOf(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, '')
  return text.replaceAll(/\s+/g, ' ').trim()
}
