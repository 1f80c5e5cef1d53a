import type { Locator, Page } from 'playwright-core'
import { expect, test, type TestContext } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { startFakeBackend, type Behaviour } from './fake-backend.ts'
import { startSite } from './site.ts'

// A backend that takes its time: the skeleton first, then the content; one that never answers has failed after 8 s.

const SLOW = { delay: 2500 }
const ARTICLE = '/post/blockchain/blockchain-1'

test.concurrent.for(['/', '/category/blockchain', ARTICLE])(
  'the server sends %s as a skeleton: 200, kept by no cache, found by no search engine',
  async (path, { onTestFinished }) => {
    const { site } = await startBackend(onTestFinished, SLOW)
    const response = await fetch(site.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const html = await response.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).toContain('data-testid="skeleton"')
    expect(html.match(/data-testid="nav-placeholder"/g)).toHaveLength(4)
    expect(html).toMatch(/<title>[^<]+<\/title>/)
  },
)

test.concurrent('a call that answers within the patience of the server is waited for', async ({ onTestFinished }) => {
  const { site } = await startBackend(onTestFinished, { delay: 20 }, { impatient: false })
  const response = await fetch(site.url + ARTICLE)
  expect([response.status, response.headers.get('cache-control')]).not.toContain('no-store')
  expect(await response.text()).toContain('Text of blockchain-1.')
})

const CONTENTS: [path: string, content: (page: Page) => Locator][] = [
  ['/', (page) => page.getByTestId('hero').getByRole('heading')],
  ['/category/blockchain', (page) => page.getByText('5 articles in this category')],
  [ARTICLE, (page) => page.getByText('Text of blockchain-1.')],
]

test.concurrent.for(WIDTHS.flatMap((width) => CONTENTS.map(([path, content]) => ({ width, path, content }))))(
  '$path, loaded at $width px while the backend is slow, shows its skeleton, then its content',
  async ({ width, path, content }, { expect, onTestFinished }) => {
    const { site } = await startBackend(onTestFinished, SLOW)
    const { page, problems, close } = await openSession({ width })
    await page.goto(site.url + path, { waitUntil: 'commit' })
    await expectSkeleton(page)
    expect(await page.getByTestId('nav-placeholder').count()).toBe(4)
    await content(page).waitFor()
    await expect.poll(() => page.getByTestId('nav-placeholder').count()).toBe(0)
    expect(await page.getByTestId('skeleton').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  },
)

test.concurrent.for(WIDTHS)(
  'a route that is changed to while the backend is slow shows its skeleton, then its content, at %i px',
  async (width, { onTestFinished }) => {
    const { site, behave } = await startBackend(onTestFinished, 'ok')
    const { page, problems, close } = await openSession({ width })
    await page.goto(`${site.url}/about`)
    await hydrated(page)
    behave(SLOW)
    // Each link stands on the page before.
    for (const [path, content] of [...CONTENTS.slice(1), ...CONTENTS.slice(0, 1)]) {
      await page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), path)
      await expectSkeleton(page)
      await content(page).waitFor()
      expect(await page.getByTestId('skeleton').count()).toBe(0)
    }
    expect(problems).toEqual([])
    await close()
  },
)

test.concurrent('no answer in 8 s is a failed call, for each of the three', async ({ onTestFinished }) => {
  const { site } = await startBackend(onTestFinished, 'hang')
  const [about, category, article] = await Promise.all(
    ['/about', '/category/blockchain', '/post/blockchain/3'].map(async (path) => {
      const session = await openSession()
      await session.page.goto(site.url + path)
      await session.page.getByTestId('nav-placeholder').first().waitFor()
      return session
    }),
  )
  await about?.page.getByRole('navigation').getByRole('link', { name: 'Web Development' }).waitFor()
  await category?.page.getByText('Sample: what a block header commits to').waitFor()
  await article?.page.getByRole('heading', { level: 1, name: 'Sample: what a block header commits to' }).waitFor()
  const logged = [about, category, article].map((session) => session?.problems.join('\n'))
  expect(logged[0]).toMatch(/list-categories.* no answer in 8000 ms/)
  expect(logged[1]).toMatch(/list-posts-by-category.* no answer in 8000 ms/)
  expect(logged[2]).toMatch(/get-post-content.* no answer in 8000 ms/)
  await Promise.all([about?.close(), category?.close(), article?.close()])
})

// A backend whose three calls behave so, and a site over it; both end with the test.
async function startBackend(
  onTestFinished: TestContext['onTestFinished'],
  behaviour: Behaviour,
  { impatient = true }: { impatient?: boolean } = {},
) {
  const api = await startFakeBackend()
  const site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl }, { impatient })
  const behave = (all: Behaviour) => {
    api.behaviour = { categories: all, posts: all, content: all }
  }
  behave(behaviour)
  onTestFinished(async () => {
    await site.close()
    await api.close()
  })
  return { site, behave }
}

// The skeleton and nothing of the content, seen at one moment.
async function expectSkeleton(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[data-testid=skeleton]') && !document.querySelector('[data-testid=post-card]'),
  )
}
