import { expect, test } from 'vitest'
import { articleOfPage } from '#newsroom/sources/feed/text.ts'

const SENTENCE = 'The release notes, which are long, describe every change of the scheduler in detail. '
const PARAGRAPHS = Array.from({ length: 5 }, (_, index) => `No ${index}: ${SENTENCE.repeat(3).trim()}`)
const ARTICLE = `<article>${PARAGRAPHS.map((text) => `<p>${text}</p>`).join('')}</article>`

const HIDDEN = `<p hidden>SECRET ${SENTENCE.repeat(3)}</p><noscript><p>SECRET ${SENTENCE}</p></noscript>`

test("extracts a page's article without navigation, footer, scripts, comments and hidden paragraphs", () => {
  const article = ARTICLE.replace('</article>', `<script>SECRET()</script><!-- SECRET -->${HIDDEN}$&`)
  const page = read(`<nav><a href="/x">Products</a></nav>${article}<footer>Imprint</footer>`)
  expect(page?.text.split('\n\n')).toEqual(PARAGRAPHS)
})

test.for(['', 'words', '<html></html>', '<p>Accept our cookies.</p>', '<frameset><frame src="x"></frameset>', '\0'])(
  'returns null for a page without an article of at least 400 characters: %j',
  (html) => {
    expect(articleOfPage(html, 'https://news.example/')).toBe(null)
  },
)

test.for([
  ['Ada Byron', 'By Ada Byron\n\nNo 0: The release'],
  ['by Ada Byron and Grace Hopper', 'By Ada Byron and Grace Hopper\n\nNo 0: The release'],
  ['admin', 'No 0: The release'],
  ['https://courier.example/authors/7', 'No 0: The release'],
])("puts the author from a page's metadata before its text: %s", ([author, start = '']) => {
  expect(read(ARTICLE, `<meta name="author" content="${author}">`)?.text.startsWith(start)).toBe(true)
})

test.for([
  ['By Ada Byron, 3 March 2026', 'Ada Byron'],
  ['By Ada Byron (@ada), Grace Hopper (@grace), 3 March 2026', 'Ada Byron (@ada), Grace Hopper (@grace)'],
])('does not repeat the authors of a page that begins with "%s"', ([byline, author = '']) => {
  const html = ARTICLE.replace('<article>', `$&<p>${byline}</p>`)
  expect(read(html, `<meta name="author" content="${author}">`)?.text.match(/Byron/g)).toHaveLength(1)
})

test.for([
  ['<main style="opacity:0">', '</main>'],
  ['<main style="visibility:hidden">', '</main>'],
  ['<main style="font-size:0">', '</main>'],
  ['<main aria-hidden="true">', '</main>'],
  ['</head><body style="opacity:0">', ''],
])('keeps an element that hides nearly the whole page: %s', ([start, end]) => {
  expect(read(`${start}${ARTICLE}${end}`)?.text).toContain('release notes')
})

test("returns an article's title and its http(s) links as absolute URLs without duplicates", () => {
  const links = `<p>${SENTENCE.repeat(3)} See <a href="../notes#a">notes</a>, <a href="https://a.example/x">x</a>,
    <a href="https://a.example/x">x</a>, <a href="mailto:me@a.example">me</a> and <a href="javascript:alert(1)">run</a>.</p>`
  expect(read(ARTICLE.replace('</article>', `${links}$&`))).toMatchObject({
    title: 'A title',
    links: [
      { url: 'https://news.example/notes#a', text: 'notes' },
      { url: 'https://a.example/x', text: 'x' },
    ],
  })
})

test.for([
  ['<meta property="article:published_time" content="2026-08-12T09:00:00Z">', ''],
  ['<script type="application/ld+json">{"@type":"Article","datePublished":"2026-08-12"}</script>', ''],
  ['', '<nav><time datetime="2026-01-01"></time></nav><time datetime="2026-08-12">12 August</time>'],
])("reads a page's date from its metadata or its first time element: %s%s", ([head, start]) => {
  expect(read(ARTICLE.replace('<article>', `$&${start}`), head)?.date.slice(0, 10)).toBe('2026-08-12')
})

test("ignores dates in a page's text", () => {
  const date = '<p>It was on <time datetime="2020-01-01">1 January 2020</time>.</p>'
  expect(read(ARTICLE.replace('</article>', `${date}$&`))?.date).toBe('')
})

function read(body: string, head = '') {
  const html = `<!doctype html><html><head><title>A title</title>${head}</head><body>${body}</body></html>`
  return articleOfPage(html, 'https://news.example/today/story')
}
