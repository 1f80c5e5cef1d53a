import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedValue } from '#blog/html/allow-list.ts'
import { openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// No id of the interface may be one that an article can carry: links, labels and scripts would find the article's.

const ARTICLE = '/post/blockchain/blockchain-1'

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  // An article with all that one can have.
  const provenance = {
    sources: [{ title: 'S', publisher: 'P', url: 'https://source.example/' }],
    corrections: [{ by: 'A', date: '2026-10-02', note: 'N' }],
  }
  api.behaviour.content = { body: JSON.stringify({ content: api.contents['blockchain-1'], provenance }) }
})
afterAll(async () => {
  await site.close()
  await api.close()
})

test('every id that a page or the search shows is reserved', async () => {
  const { page, close } = await openSession()
  const ids = new Set<string>()
  for (const path of ['/', '/category/blockchain', ARTICLE, '/about', '/nowhere']) {
    await page.goto(site.url + path)
    await settled(page)
    if (path === '/nowhere') {
      await page.getByRole('link', { name: 'Search' }).click()
      await page.getByRole('option').first().waitFor()
    }
    const shown = await page.evaluate(() => [...document.querySelectorAll('[id]:not(.prose *)')].map(({ id }) => id))
    for (const id of shown) ids.add(id)
  }
  for (const id of ['main', 'toc-heading', 's1', 'corrections', 'trending-heading', 'search-result-0'])
    expect([...ids]).toContain(id)
  expect([...ids].filter((id) => allowedValue('id', id) !== null)).toEqual([])
  await close()
})
