import { expect, test, vi } from 'vitest'
import { firstEdition, startForeignSite } from '../e2e/site.ts'
import { getPage, textOf, textsOf, valuesOf } from './page.ts'

// Tests the search page, which works without JavaScript.

const site = await firstEdition()
const { api, site: foreign } = await startForeignSite()
// The search index may not be complete yet.
await vi.waitUntil(async () => (await search('idempotency')).all('.hit').length > 0, 20_000)

test('without search words, the page shows a form and the categories', async () => {
  const page = await getPage(`${site.url}/search`)
  expect(textsOf(page, 'h1')).toEqual(['Search'])
  expect(valuesOf(page, 'main form', 'action')).toEqual(['/search'])
  expect(valuesOf(page, 'main form input', 'name')).toEqual(['q'])
  expect(page.all('main a[href="/category/cybersecurity"]')).toHaveLength(1)
})

test('the result page shows the count, is not indexed, and lists titles, marked words and reading times', async () => {
  const page = await search('merkle')
  expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
  expect(valuesOf(page, 'meta[name=robots]', 'content')).toEqual(['noindex'])
  expect(page.title).toMatch(/^“merkle” — Search — /)
  expect(valuesOf(page, 'main input[type=search]', 'value')).toEqual(['merkle'])
  const hits = page.all('.hit')
  expect(hits.length).toBeGreaterThan(0)
  expect(textOf(page.one('main'))).toMatch(new RegExp(`${hits.length} articles?\\b`))
  expect(textOf(page.all('.hit mark')[0] ?? page.one('main'))).toMatch(/^merkle/i)
  for (const hit of hits) expect(textOf(hit)).toMatch(/\d+ min read/)
  expect(valuesOf(page, '.hit h2 a', 'href')[0]).toMatch(/^\/post\//)
})

test('matching categories and tags are results too', async () => {
  const byName = await search('blockchain')
  expect(textsOf(byName, 'aside a[href="/category/blockchain"]')[0]).toMatch(/^Blockchain\s*\d+\s*articles$/)
  const byShortName = await search('AI')
  expect(byShortName.all('aside a[href="/category/artificial-intelligence"]')).toHaveLength(1)
  const byTag = await search('leap')
  expect(textsOf(byTag, 'aside a[href="/search?q=leap+seconds"]')[0]).toMatch(/^leap seconds\s*\d+\s*articles?$/i)
})

test('a misspelt search shows results for the corrected words and links to both spellings', async () => {
  const page = await search('idempotemcy keys')
  const text = textOf(page.one('main'))
  expect(text).toContain('Did you mean idempotency keys?')
  expect(text).toContain('Search only for “idempotemcy keys”')
  expect(textOf(page.all('.hit mark')[0] ?? page.one('main'))).toMatch(/^idempotency/i)
  expect(page.all('main a[href="/search?q=idempotency+keys"]')).toHaveLength(1)
  const onlyTyped = page.all('main a').find((link) => link.textContent?.startsWith('Search only'))
  const typed = await getPage(site.url + (onlyTyped?.getAttribute('href') ?? '/nowhere'))
  expect(textOf(typed.one('main'))).toContain('No articles match')
})

test('articles that match only some of the words are listed separately and not counted', async () => {
  const page = await search('raft zeppelin')
  const text = textOf(page.one('main'))
  expect(text).toContain('No article with all of these words')
  expect(text).toContain('With some of the words')
  expect(textOf((await search('quic')).one('main'))).not.toContain('With some of the words')
})

test('search words without results are shown as plain text', async () => {
  const words = 'zzzqqq <qqzz> & "zqzq"'
  const page = await search(words)
  expect(textsOf(page, 'main h2')[0]).toBe(`No articles match “${words}”`)
  expect(valuesOf(page, 'main input[type=search]', 'value')).toEqual([words])
})

test('searches titles and excerpts if the backend has no search call', async () => {
  const page = await getPage(`${foreign.url}/search?q=technology+number`)
  expect(textsOf(page, '.hit h2')).toEqual(['The technology article with the number 1'])
  expect(api.callsTo('/search-posts')).toEqual([])
})

async function search(words: string) {
  return await getPage(`${site.url}/search?${new URLSearchParams({ q: words })}`)
}
