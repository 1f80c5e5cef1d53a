import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hydrated, openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { startSite, type Site } from './site.ts'

// While a page's call is under way its skeleton shows, whoever waits: the server or the browser (specification 2 and 4).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl }, { impatient: true })
})
beforeEach(() => {
  api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
})
afterAll(async () => {
  await site.close()
  await api.close()
})

const PAGES = [
  {
    name: 'home',
    path: '/',
    from: '/about',
    call: '/list-posts-by-category',
    content: 'The blockchain article with the number 1',
  },
  {
    name: 'category',
    path: '/category/blockchain',
    from: '/about',
    call: '/list-posts-by-category',
    content: 'The blockchain article with the number 1',
  },
  {
    name: 'article',
    path: '/post/blockchain/blockchain-1',
    from: '/category/blockchain',
    call: '/get-post-content',
    content: 'Text of blockchain-1.',
  },
] as const

describe.each(PAGES)('the $name page', ({ path, from, call, content }) => {
  test('shows a skeleton while a slow backend is under way, then its content', async () => {
    const { page, context, problems, close } = await openSession({ width: 390 })
    const answer = await hold(context, call)
    api.behaviour = { categories: 'ok', posts: 'hang', content: 'hang' }
    await page.goto(site.url + path)
    api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
    await page.getByTestId('skeleton').waitFor()
    await hydrated(page)
    await expectSkeleton()
    answer()
    await page.getByRole('main').getByText(content).first().waitFor()
    expect(await page.getByTestId('skeleton').count()).toBe(0)
    expect(problems).toEqual([])
    await close()

    async function expectSkeleton() {
      expect(await page.getByTestId('skeleton').count()).toBe(1)
      expect(await page.getByTestId('skeleton').isVisible()).toBe(true)
      expect(await page.getByRole('main').getByText(content).count()).toBe(0)
    }
  })

  test('shows a skeleton while the browser waits, then its content', async () => {
    const { page, context, problems, close } = await openSession()
    await page.goto(site.url + from)
    await hydrated(page)
    const answer = await hold(context, call)
    await page.locator(`a[href="${path}"]`).filter({ hasText: /\w/ }).first().click()
    await page.getByTestId('skeleton').waitFor()
    expect(await page.getByTestId('skeleton').count()).toBe(1)
    expect(await page.getByRole('main').getByText(content).count()).toBe(0)
    answer()
    await page.getByRole('main').getByText(content).first().waitFor()
    expect(await page.getByTestId('skeleton').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })
})

test('the skeleton of a category page has the heading already, and no count yet', async () => {
  const { page, context, problems, close } = await openSession()
  const answer = await hold(context, '/list-posts-by-category')
  api.behaviour.posts = 'hang'
  await page.goto(`${site.url}/category/blockchain`)
  api.behaviour.posts = 'ok'
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Blockchain')
  expect(await page.getByText('in this category').count()).toBe(0)
  await hydrated(page)
  answer()
  await page.getByText('5 articles in this category').waitFor()
  expect(problems).toEqual([])
  await close()
})

// Keeps the browser's calls from reaching the backend until the returned function is called.
async function hold(context: Awaited<ReturnType<typeof openSession>>['context'], call: string): Promise<() => void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await context.route(`${api.url}${call}?*`, async (route) => {
    await answered
    await route.continue()
  })
  return answer
}
