import { afterAll, beforeAll, expect, test } from 'vitest'
import { hydrated, openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { firstEdition, startSite, type Site } from './site.ts'

// The page of results: an addition that works without JavaScript (decisions, "Our own backend").

let site: Site
let api: FakeBackend
let foreign: Site

beforeAll(async () => {
  site = await firstEdition()
  api = await startFakeBackend()
  foreign = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
afterAll(() => Promise.all([foreign.close(), api.close()]))

// The index may still be taking up texts.
const found = (words: string) =>
  expect.poll(
    async () => {
      const response = await fetch(`${site.url}/search-posts?${new URLSearchParams({ q: words })}`)
      const { posts }: { posts: { PostTitle: string }[] } = await response.json()
      return posts.map((post) => post.PostTitle)
    },
    { timeout: 20_000 },
  )

test('without JavaScript its form finds articles, says how many, and shows why', async () => {
  await found('merkle').not.toEqual([])
  const { page, problems, close } = await openSession({ javaScript: false })
  await page.goto(`${site.url}/search`)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Search')
  expect(await page.getByRole('status').allTextContents()).not.toContain('0 articles')
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('merkle')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await page.waitForURL('**/search?q=merkle')
  expect(await page.title()).toMatch(/^“merkle” — Search — /)
  expect(await page.getByRole('searchbox').inputValue()).toBe('merkle')
  const hits = page.locator('.hit')
  const count = await hits.count()
  expect(count).toBeGreaterThan(0)
  expect(await page.locator('.count').textContent()).toMatch(new RegExp(`^${count} articles?\\b`))
  expect(await hits.first().locator('mark').first().textContent()).toMatch(/merkle/i)
  // Why each was found; nothing where its tags or its category have the word.
  for (const place of await hits.locator('.meta span').allTextContents())
    expect(place).toMatch(/^(?:In “.+”|Title and text|Title|Text|\d+ min read)$/)
  expect((await hits.locator('.meta span').allTextContents()).join()).toContain('In “')
  expect(
    await hits
      .locator('.meta')
      .filter({ hasText: /\d min read/ })
      .count(),
  ).toBe(count)
  await hits.first().getByRole('link').click()
  await page.waitForURL('**/post/**')
  expect(problems).toEqual([])
  await close()
})

test('before anything is asked there are the categories to begin with', async () => {
  const { page, problems, close } = await openSession({ javaScript: false })
  await page.goto(`${site.url}/search`)
  await page.getByRole('main').getByRole('link', { name: 'Cybersecurity' }).click()
  await page.waitForURL('**/category/cybersecurity')
  expect(problems).toEqual([])
  await close()
})

test('categories and tags are hits of their own, and lead on', async () => {
  await found('blockchain').not.toEqual([])
  const { page, close } = await openSession({ javaScript: false })
  await page.goto(`${site.url}/search?q=blockchain`)
  const kinds = page.getByRole('complementary', { name: 'Categories and tags' })
  expect(await kinds.getByRole('link', { name: 'Blockchain' }).first().innerText()).toMatch(
    /^Blockchain\s*\d+\s*articles$/,
  )
  await kinds.getByRole('link', { name: 'Blockchain' }).click()
  await page.waitForURL('**/category/blockchain')
  await page.goto(`${site.url}/search?q=leap`)
  const tag = kinds.getByRole('link', { name: /^leap seconds/i })
  expect([await tag.locator('mark').innerText(), await tag.locator('.posts').innerText()]).toEqual([
    expect.stringMatching(/^leap$/i),
    expect.stringMatching(/^\d+\s*articles?$/),
  ])
  await tag.click()
  await page.waitForURL('**/search?q=leap+seconds')
  await close()
})

test('while the list is still arriving, categories and tags already stand in their own place', async () => {
  const { page, close } = await openSession({ width: 1280, javaScript: false })
  await page.goto(`${site.url}/search?q=cache`)
  const left = await page.evaluate(() => {
    const leftOfKinds = () => document.querySelector('.kinds')?.getBoundingClientRect().left
    const whole = leftOfKinds()
    document.querySelector('.kinds + div')?.remove()
    return { whole, arriving: leftOfKinds() }
  })
  expect(left.whole).toBeGreaterThan(700)
  expect(left.arriving).toBe(left.whole)
  await close()
})

test('what may have been meant is shown, said and offered, and so is what was typed', async () => {
  await found('idempotency').not.toEqual([])
  const { page, problems, close } = await openSession({ javaScript: false })
  await page.goto(`${site.url}/search?q=idempotancy+keys`)
  expect(await page.locator('.meant').textContent()).toBe('Did you mean idempotency keys?')
  expect(await page.locator('.typed').textContent()).toBe(
    'Nothing matches “idempotancy keys” as typed, so this is what was searched for. Search only for “idempotancy keys”',
  )
  expect(await page.getByRole('searchbox').inputValue()).toBe('idempotancy keys')
  expect(await page.locator('.hit').first().locator('mark').first().textContent()).toMatch(/idempotency/i)
  await page.getByRole('link', { name: 'Search only for “idempotancy keys”' }).click()
  await page.getByRole('heading', { name: 'No articles match' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'idempotency keys', exact: true }).click()
  await page.waitForURL('**/search?q=idempotency+keys')
  expect(await page.locator('.meant').count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test('articles with only some of the words stand apart, and are not counted', async () => {
  const { page, close } = await openSession({ javaScript: false })
  await page.goto(`${site.url}/search?q=raft+zeppelin`)
  expect(await page.locator('.count').textContent()).toBe('No article with all of these words')
  expect(await page.locator('.partial').textContent()).toBe('With some of the words')
  expect(await page.locator('.hit').first().locator('mark').first().textContent()).toMatch(/raft/i)
  await page.goto(`${site.url}/search?q=quic`)
  expect(await page.locator('.partial').count()).toBe(0)
  expect((await page.locator('.hit mark').allTextContents()).filter((text) => !/^quic$/i.test(text))).toEqual([])
  await close()
})

test('a category is found by a short name for it', async () => {
  const { page, close } = await openSession({ javaScript: false })
  await page.goto(`${site.url}/search?q=AI`)
  const kinds = page.getByRole('complementary', { name: 'Categories and tags' })
  await kinds.getByRole('link', { name: 'Artificial Intelligence' }).click()
  await page.waitForURL('**/category/artificial-intelligence')
  await close()
})

test('nothing found is said, in the words that were asked for, as text', async () => {
  const { page, problems, close } = await openSession()
  const words = 'zzzqqq <qqzz> & "zqzq"'
  await page.goto(`${site.url}/search?${new URLSearchParams({ q: words })}`)
  await hydrated(page)
  expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe(`No articles match “${words}”`)
  expect(await page.getByRole('searchbox').first().inputValue()).toBe(words)
  expect(problems).toEqual([])
  await close()
})

test('it is alive after it is loaded, is no page for search engines, and is kept by nobody', async () => {
  const response = await fetch(`${site.url}/search?q=merkle`)
  expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
  expect(await response.text()).toContain('<meta name="robots" content="noindex"')
  const { page, problems, close } = await openSession()
  await page.goto(`${site.url}/search?q=merkle`)
  await hydrated(page)
  await page.locator('.hit').first().getByRole('link').click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await page.locator('.hit').first().waitFor()
  expect(problems).toEqual([])
  await close()
})

test('a new question is asked in place, and Back brings the one before', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.evaluate(() => {
    history.pushState(null, '', '/search?q=merkle')
  })
  await page.locator('.hit').first().waitFor()
  await page.getByRole('searchbox').fill('raft')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=raft')
  await page.locator('.hit', { hasText: /raft/i }).first().waitFor()
  await page.goBack()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('merkle')
  expect(problems).toEqual([])
  await close()
})

test('the overlay ends with the way to it', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('merkle')
  await page.getByRole('option', { name: /^All (?:\d+ )?results for “merkle”$/ }).click()
  await page.waitForURL('**/search?q=merkle')
  await page.locator('.hit').first().waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Search: merkle')
  expect(problems).toEqual([])
  await close()
})

test('a foreign backend without a search is searched among its posts', async () => {
  const { page, close } = await openSession({ javaScript: false })
  await page.goto(`${foreign.url}/search?q=technology+number`)
  expect(await page.locator('.hit h2').allTextContents()).toEqual(['The technology article with the number 1'])
  expect(api.callsTo('/search-posts')).toEqual([])
  await close()
})
