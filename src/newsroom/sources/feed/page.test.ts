import { expect, test } from 'vitest'
import { textOfPage } from '#newsroom/sources/feed/text.ts'

const SENTENCE = 'The release notes, which are long, describe every change of the scheduler in detail. '
const ARTICLE = Array.from({ length: 5 }, (_, index) => `<p>${index}. ${SENTENCE.repeat(3)}</p>`).join('')

test('the article of a page is its text, without navigation and footer', () => {
  const text = textOfPage(
    page(
      `<nav><a href="/">Home</a> <a href="/x">Products</a></nav><article><h1>T</h1>${ARTICLE}</article><footer>Imprint</footer>`,
    ),
  )
  expect(text?.split('\n\n')).toEqual(Array.from({ length: 5 }, (_, index) => `${index}. ${SENTENCE.repeat(3).trim()}`))
})

test.for([
  'style="display:none"',
  'style="font-size:0"',
  'style="opacity: 0"',
  'style="visibility:hidden"',
  'hidden',
  'aria-hidden="true"',
])('what a page hides is not read: %s', (attribute) => {
  const text = textOfPage(
    page(`<article>${ARTICLE}<p ${attribute}>SECRET ${SENTENCE.repeat(3)}</p>${ARTICLE}</article>`),
  )
  expect(text).toContain('release notes')
  expect(text).not.toContain('SECRET')
})

test('what a script, a comment or a noscript says is not read', () => {
  const text = textOfPage(
    page(
      `<article>${ARTICLE}<script>SECRET()</script><!-- SECRET --><noscript><p>SECRET ${SENTENCE}</p></noscript>${ARTICLE}</article>`,
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
])('a page without an article of 400 characters has none (%#)', (html) => {
  expect(textOfPage(html)).toBe(null)
})

test('a page may leave out the tags that HTML lets it leave out', () => {
  expect(textOfPage(`<!doctype html><title>T</title>${ARTICLE}`)).toContain('release notes')
})

function page(body: string): string {
  return `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`
}
