import { expect, test } from 'vitest'
import { renderArticle } from '#newsroom/publishing/render-html.ts'

const source = { title: 'T', publisher: 'P', url: 'https://example.org' }

function render(markdown: string, sources = 3): Promise<string> {
  return renderArticle(
    markdown,
    Array.from({ length: sources }, () => source),
  )
}

test('a citation becomes a link to its source, and every mention is a place to come back to', async () => {
  const html = await render('First. [S1] Again. [S1, S2] And a third time, twice. [S1, S1]')
  expect(html).toContain('<sup><a href="#s1" id="ref-1" aria-label="Source 1">1</a></sup>')
  const ids = [...html.matchAll(/<a href="#s(\d)" id="([^"]+)"/g)].map(([, source, id]) => [source, id])
  expect(ids).toEqual([
    ['1', 'ref-1'],
    ['1', 'ref-1-2'],
    ['2', 'ref-2'],
    ['1', 'ref-1-3'],
    ['1', 'ref-1-4'],
  ])
})

test('two sources of one sentence stand in the order of their numbers, behind its full stop without a blank', async () => {
  const html = await render('Said twice. [S3, S2]\n\n> Wow! [S10,S2]', 10)
  expect(html.replaceAll(/ (?:id|aria-label)="[^"]*"/g, '')).toContain(
    '<p>Said twice.<sup><a href="#s2">2</a>, <a href="#s3">3</a></sup></p>',
  )
  expect(html).toMatch(/Wow!<sup>.*>2<\/a>, <a .*>10<\/a><\/sup>/)
})

test('several numbers of one citation are links of their own, the lowest first, apart by a comma and a blank', async () => {
  const html = await render('Said twice. [S3, S2]')
  expect(html).toBe(
    '<p>Said twice.<sup><a href="#s2" id="ref-2" aria-label="Source 2">2</a>, ' +
      '<a href="#s3" id="ref-3" aria-label="Source 3">3</a></sup></p>',
  )
})

test('what looks like a citation in code, or names no source, is left as it is', async () => {
  const html = await render('`a[S1]` and [S9].\n\n```js\nx[S1]\n```')
  expect(html).not.toContain('href="#s')
  expect(html).toContain('[S9]')
})

test('headings get ids of their own, and none that the site uses', async () => {
  const html = await render('## Sources\n\n## A b\n\n## A b\n\n### S1\n\n### Main')
  const ids = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(5)
  expect(ids).not.toContain('sources')
  expect(ids).not.toContain('s1')
  expect(ids).not.toContain('main')
  expect(ids).toContain('a-b')
})

test('a table scrolls in a region that its caption names, and numbers are right-aligned by a class', async () => {
  const html = await render('Table: What it costs\n\n| what | price |\n| --- | ---: |\n| a | 1 |')
  expect(html).toContain('<div class="table" tabindex="0" role="region" aria-label="What it costs, scrollable"><table>')
  expect(html).toContain('<caption>What it costs</caption>')
  expect(html).toMatch(/<th scope="col" class="num">price<\/th>|<th class="num" scope="col">price<\/th>/)
  expect(html).toContain('<td class="num">1</td>')
  expect(html).not.toMatch(/align=|style=|Table:/)
})

test('code is framed by its file name and highlighted by classes alone', async () => {
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
  ['> It holds.\n> — Ada Lind, engineer [S1]', 'It holds.', '<b>Ada Lind</b><br>engineer'],
  ['> It *holds*.\n>\n> -- a message in the log [S1]', 'It <em>holds</em>.', '<b>a message in the log</b>'],
] as const)('who said a quotation is set apart: %s', async ([markdown, words, speaker]) => {
  expect((await render(markdown)).replaceAll('\n', '')).toBe(
    `<figure class="said"><blockquote><p>${words}</p></blockquote><figcaption>${speaker}` +
      '<sup><a href="#s1" id="ref-1" aria-label="Source 1">1</a></sup></figcaption></figure>',
  )
})

test.for([
  '> It holds.',
  '> — Ada Lind',
  '> It holds — mostly.',
  '> “It holds” — and nobody asked further.',
  '> “One” — “two”',
  '> It holds.\n> — Ada Lind\n> and others',
])('a quotation that names no speaker stays as it is: %s', async (markdown) => {
  const html = await render(markdown)
  expect(html).toContain('<blockquote>')
  expect(html).not.toContain('<figure')
})

test('quotes and dashes are set in text, and left alone in code', async () => {
  const html = await render('It\'s "so" `it\'s "so"`')
  expect(html).toMatch(/It’s “so”/)
  expect(html).toMatch(/<code>it(?:'|&#x27;)s (?:"|&#x22;|&quot;)so/)
})

test('a figure keeps its shapes and their classes, and nothing that runs or styles', async () => {
  const html = await render(
    '<figure>\n<svg viewBox="0 0 440 100" role="img" aria-label="A bar." onload="x()" style="color:red">\n<rect class="f-pencil site-header" x="0" y="0" width="10" height="5" stroke-dasharray="2 2"/>\n<text class="f-ink small" text-anchor="end" x="5" y="9">Ten</text>\n<foreignObject><p>x</p></foreignObject><image href="x.png"/><use href="#a"/><script>x()</script>\n</svg>\n<figcaption>Caption. [S1]</figcaption>\n</figure>',
  )
  expect(html).toContain('viewBox="0 0 440 100"')
  expect(html).toContain('class="f-pencil"')
  expect(html).toContain('stroke-dasharray="2 2"')
  expect(html).toContain('text-anchor="end"')
  expect(html).toContain('href="#s1"')
  expect(html).not.toMatch(/onload|style=|foreignObject|<image|<use|<script|x\(\)|site-header/i)
})

test('a link leads to the web or to another article; any other is plain text', async () => {
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
])('nothing of %s works in the article', async (hostile) => {
  const html = await render(`Text.\n\n${hostile}\n\nMore.`)
  expect(html).not.toMatch(
    /<script|onerror|onclick|javascript:|data:|<iframe|<style|<form|<input|site-header|page-data|<animate|alert\(1\)</i,
  )
  expect(html).toContain('More.')
})
