import { expect, test } from 'vitest'
import { articleOfPage } from '#newsroom/sources/feed/text.ts'

const SENTENCE = 'The release notes, which are long, describe every change of the scheduler in detail. '
const ARTICLE = Array.from({ length: 5 }, (_, index) => `<p>No ${index}: ${SENTENCE.repeat(3)}</p>`).join('')

const textOfPage = (html: string) => articleOfPage(html, 'https://news.example/today/story')?.text ?? null

test('extracts the article of a page without its navigation and footer', () => {
  const text = textOfPage(
    page(
      `<nav><a href="/">Home</a> <a href="/x">Products</a></nav><article><h1>T</h1>${ARTICLE}</article><footer>Imprint</footer>`,
    ),
  )
  expect(text?.split('\n\n')).toEqual(
    Array.from({ length: 5 }, (_, index) => `No ${index}: ${SENTENCE.repeat(3).trim()}`),
  )
})

test('leaves out scripts, comments, noscript and hidden paragraphs', () => {
  const text = textOfPage(
    page(
      `<article>${ARTICLE}<script>SECRET()</script><!-- SECRET --><p hidden>SECRET ${SENTENCE.repeat(3)}</p><noscript><p>SECRET ${SENTENCE}</p></noscript>${ARTICLE}</article>`,
    ),
  )
  expect(text).toContain('release notes')
  expect(text).not.toContain('SECRET')
})

test.for([
  '',
  'plain words',
  '<html></html>',
  page('<p>Please accept our cookies.</p>'),
  '<frameset><frame src="x"></frameset>',
  '\u0000',
])('returns null for a page without an article of 400 characters (%#)', (html) => {
  expect(textOfPage(html)).toBe(null)
})

test.for([
  ['Ada Byron', 'By Ada Byron\n\nNo 0: The release'],
  ['by Ada Byron and Grace Hopper', 'By Ada Byron and Grace Hopper\n\nNo 0: The release'],
  ['admin', 'No 0: The release'],
  ['https://courier.example/authors/7', 'No 0: The release'],
])('puts the author in the metadata of a page before its text: %s', ([author, start]) => {
  const html = page(`<article>${ARTICLE}</article>`).replace('<head>', `<head><meta name="author" content="${author}">`)
  expect(textOfPage(html)?.startsWith(start ?? '')).toBe(true)
})

test('does not repeat an author whom the text names at its start', () => {
  const html = page(`<article><p>By Ada Byron, 3 March 2026</p>${ARTICLE}</article>`)
  const named = html.replace('<head>', '<head><meta name="author" content="Ada Byron">')
  expect(textOfPage(named)?.match(/Ada Byron/g)).toHaveLength(1)
})

test.for([
  ['<main style="opacity:0">', '</main>'],
  ['<main style="visibility:hidden">', '</main>'],
  ['<main style="font-size:0">', '</main>'],
  ['<main aria-hidden="true">', '</main>'],
  ['</head><body style="opacity:0">', ''],
  ['<noscript>', '</noscript>'],
  ['<div><template shadowrootmode="open">', '</template></div>'],
])('reads an element that hides nearly the whole page: %s', ([start, end]) => {
  expect(textOfPage(page(`${start}<article>${ARTICLE}</article>${end}`))).toContain('release notes')
})

function page(body: string): string {
  return `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`
}

test('returns the title of an article, and its http(s) links as absolute URLs without repeats', () => {
  const links = `<p>${ARTICLE} See <a href="../notes#a">notes</a>, <a href="https://a.example/x">x</a>, <a href="https://a.example/x">x</a>,
    <a href="mailto:me@a.example">me</a> and <a href="javascript:alert(1)">run</a>, at some length for a paragraph.</p>`
  const html = `<html><head><title>A title</title></head><body><article>${ARTICLE}${links}</article></body></html>`
  const page = articleOfPage(html, 'https://news.example/today/story')
  expect(page?.title).toBe('A title')
  expect(page?.links).toEqual([
    { url: 'https://news.example/notes#a', text: 'notes' },
    { url: 'https://a.example/x', text: 'x' },
  ])
})

test.for([
  ['<meta property="article:published_time" content="2026-08-12T09:00:00Z">', ''],
  ['<script type="application/ld+json">{"@type":"Article","datePublished":"2026-08-12"}</script>', ''],
  ['', '<nav><time datetime="2026-01-01"></time></nav><time datetime="2026-08-12">12 August</time>'],
  ['', '<p>By Ada Byron and Grace Hopper · 12 August 2026</p>'],
])('reads the date of a page from its metadata, its first time element or its byline: %s%s', ([head, start]) => {
  const html = page(`<article>${start}${ARTICLE}</article>`).replace('<head>', `<head>${head}`)
  expect(articleOfPage(html, 'https://news.example/today/story')?.date.slice(0, 10)).toBe('2026-08-12')
})

test('ignores dates in the text of a page', () => {
  const html = page(`<article>${ARTICLE}<p>It was on <time datetime="2020-01-01">1 January 2020</time>.</p></article>`)
  expect(articleOfPage(html, 'https://news.example/today/story')?.date).toBe('')
})
