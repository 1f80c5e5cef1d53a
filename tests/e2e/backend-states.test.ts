import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { choose, openPage, sessionFor, settled } from './browser.ts'
import { samplePosts, type Behaviour } from './fake-backend.ts'
import { startForeignSite } from './site.ts'

// Tests the skeletons, samples and messages that the browser shows if a remote backend is slow or fails.

// A backend post that has the same id as a built-in sample.
const WITH_SAMPLE = {
  PostId: '1',
  Category: 'artificial-intelligence',
  PostTitle: 'The article with the id of a sample',
  Prefix: 'posts/artificial-intelligence/1/',
  DateISO: '2026-10-05T09:00:00Z',
  excerpt: 'Its excerpt.',
}

const { api, site } = await startForeignSite({ posts: [WITH_SAMPLE, ...samplePosts()], impatient: true })
beforeEach(() => behave('ok'))

const PAGES = [
  { path: '/category/blockchain', content: '5 articles in this category' },
  { path: '/post/blockchain/blockchain-1', content: 'Text of blockchain-1.' },
  { path: '/', content: 'The blockchain article with the number 1' },
]

test('pages show a skeleton until their content arrives, on load and after a click', async () => {
  const { page, problems } = await sessionFor({ width: 390 })
  const shown = (content: string) => page.getByRole('main').getByText(content).first().waitFor()
  for (const { path, content } of PAGES) {
    const respond = delay()
    await page.goto(site.url + path, { waitUntil: 'commit' })
    await expectSkeleton(page, content)
    expect(await page.getByTestId('nav-placeholder').count()).toBe(4)
    respond()
    await shown(content)
    await settled(page)
  }
  await page.goto(`${site.url}/about`)
  await settled(page)
  for (const { path, content } of PAGES) {
    const respond = delay()
    await page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), path)
    await page.waitForURL(site.url + path)
    await expectSkeleton(page, content)
    respond()
    await shown(content)
    expect(await page.getByTestId('skeleton').count()).toBe(0)
  }
  expect(problems).toEqual([])
})

test('a request without a response times out after 8 s', async () => {
  behave('hang')
  const { page, problems } = await sessionFor({ newTab: true })
  // Shorten the timeout to 200 ms.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 40)
  })
  // The parameter `q` prevents the browser from using its cached copy of /about.
  await page.goto(`${site.url}/about?q=slow`)
  for (const [path, text, call] of [
    ['/about', 'Web Development', 'list-categories'],
    ['/category/blockchain', 'Sample: what a block header commits to', 'list-posts-by-category'],
    ['/post/blockchain/3', 'Sample: what a block header commits to', 'get-post-content'],
  ] as const) {
    await page.evaluate((href) => location.pathname === href || history.pushState(null, '', href), path)
    await page
      .getByRole(path === '/about' ? 'navigation' : 'main')
      .getByText(text)
      .first()
      .waitFor()
    await expect.poll(() => problems.join('\n')).toMatch(new RegExp(`${call}.* no response within 8000 ms`))
  }
})

test('if a request fails, pages silently show samples, and the posts on the next visit', async () => {
  const { page, problems } = await openPage(`${site.url}/about`)
  const expectSamples = async (category: string, behaviour: Behaviour, title: string) => {
    api.behaviour.posts = behaviour
    await choose(page, category)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText('1 article in this category', { exact: true }).waitFor()
    await expectSilence(page, problems)
  }
  await expectSamples('Blockchain', 'drop', 'Sample: what a block header commits to')
  // Valid JSON with the wrong shape.
  await expectSamples('Cybersecurity', { body: '{"posts":{}}' }, 'Sample: least privilege, one service at a time')
  api.behaviour.posts = 'ok'
  await page.route('**/list-posts-by-category?category=web-development', (route) => route.abort(), { times: 1 })
  await choose(page, 'Home')
  await page.getByTestId('hero').getByRole('heading', { name: 'Sample: reading a model card' }).waitFor()
  await expect.poll(() => page.getByTestId('latest').getByTestId('post-card').count()).toBe(6)
  expect(await page.getByText(/^The .* article/).count()).toBe(0)
  await expectSilence(page, problems)
  await choose(page, 'About')
  await choose(page, 'Home')
  await page.getByTestId('hero').getByRole('heading', { name: WITH_SAMPLE.PostTitle }).waitFor()
})

test('an article whose request fails shows the sample with its id, or else "Post not found"', async () => {
  const { page, problems } = await openPage(`${site.url}/category/artificial-intelligence`)
  api.behaviour.content = { status: 500 }
  await page.getByRole('link', { name: WITH_SAMPLE.PostTitle }).click()
  await page.getByRole('heading', { level: 1, name: 'Sample: reading a model card before the demo' }).waitFor()
  await page.getByRole('heading', { name: 'Related Articles' }).waitFor()
  await expectSilence(page, problems)
  await page.goBack()
  await page.getByRole('link', { name: 'The artificial-intelligence article with the number 1' }).click()
  await page.getByRole('heading', { level: 1, name: 'Post not found', exact: true }).waitFor()
  await page.getByText("The post you're looking for doesn't exist or has been removed.", { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Return to homepage' }).click()
  await page.getByTestId('hero').waitFor()
})

test("an article shows an error if the sanitiser's script cannot be loaded", async () => {
  const { page, problems } = await sessionFor()
  await page.route('**/assets/sanitize-*.js', (route) => route.abort())
  await page.goto(`${site.url}/category/blockchain`)
  // A page reloads once if a script is missing, so start with a page that has already been reloaded.
  await page.reload()
  await settled(page)
  await page.getByRole('link', { name: 'The blockchain article with the number 1' }).click()
  await page.getByRole('heading', { level: 1, name: 'Failed to load post. Please try again later.' }).waitFor()
  await page.getByText("The post you're looking for doesn't exist or has been removed.", { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Return to homepage' }).click()
  await page.getByTestId('hero').waitFor()
  expect(problems.some((problem) => problem.includes('/sanitize-'))).toBe(true)
})

test('a title of 20,000 letters without a space does not block the page', async () => {
  const long = 'x'.repeat(20_000)
  const { page } = await openPage(`${site.url}/about`)
  // A blocked page would exceed this timeout in one of the waits below.
  page.setDefaultTimeout(3_000)
  const card = { ...WITH_SAMPLE, PostId: 'long', PostTitle: long, excerpt: long, Category: 'artificial-intelligence' }
  api.lists['artificial-intelligence'] = [card, ...(api.lists['artificial-intelligence'] ?? [])]
  onTestFinished(() => void api.lists['artificial-intelligence']?.shift())
  api.contents.long = {
    title: long,
    excerpt: long,
    content: `<h2>${long}</h2><p>${long}</p>`,
    author: long,
    tags: [long],
    date: long,
  }
  for (const field of ['card', 'all'] as const) {
    if (field === 'card') await choose(page, 'Home')
    else await page.evaluate(() => document.querySelector<HTMLElement>('[data-testid=hero] a[href^="/post"]')?.click())
    await page.waitForFunction(
      (path) => location.pathname === path,
      field === 'card' ? '/' : '/post/artificial-intelligence/long',
    )
    await settled(page)
  }
})

test('a page that shows samples shows the posts as soon as the backend works again', async () => {
  behave({ status: 500 })
  const { page } = await sessionFor()
  const works = Promise.withResolvers<void>()
  // Hold the application until the backend works again, because on some machines it would start before that.
  await page.route('**/assets/start-app-*.js', async (route) => {
    await works.promise
    await route.continue()
  })
  const response = await page.goto(site.url, { waitUntil: 'commit' })
  expect(response?.status()).toBe(503)
  behave('ok')
  works.resolve()
  await page.getByTestId('hero').getByRole('heading', { name: WITH_SAMPLE.PostTitle }).waitFor()
})

/** Delays all backend responses until the returned function is called. */
function delay(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  behave({ until: promise })
  return () => {
    behave('ok')
    resolve()
  }
}

function behave(behaviour: Behaviour): void {
  api.behaviour = { categories: behaviour, posts: behaviour, content: behaviour }
}

/** Waits until the page shows its skeleton but not its content. */
async function expectSkeleton(page: Page, content: string): Promise<void> {
  await page.waitForFunction(
    (text) =>
      document.querySelector('[data-testid=skeleton]') && !document.querySelector('main')?.textContent.includes(text),
    content,
  )
}

/** Expects the failed request to be reported only in the console. */
async function expectSilence(page: Page, problems: string[]): Promise<void> {
  expect(await page.getByText(/failed|try again|error/i).count()).toBe(0)
  await expect.poll(() => problems.some((problem) => problem.includes('CallFailed'))).toBe(true)
  const others = problems.filter(
    (problem) => !/CallFailed|^Failed to load resource|blocked by CORS policy/.test(problem),
  )
  expect(others).toEqual([])
}
