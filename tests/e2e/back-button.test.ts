import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hydrated, openSession, opensAnother } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { startSite, type Site } from './site.ts'

// Back goes to an earlier page of this site where the history has one, otherwise to home (specification 2, decision 8).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})

afterAll(async () => {
  await site.close()
  await api.close()
})

const ARTICLE = '/post/blockchain/blockchain-2'
const CATEGORY = '/category/blockchain'

describe.each([
  ['article', ARTICLE],
  ['category', CATEGORY],
] as const)('on the %s page', (_, address) => {
  test('from a direct entry, Back goes to home', async () => {
    const { page, problems, close } = await openSession()
    await visit(page, address)
    await pressBack(page)
    await at(page, '/')
    await page.getByTestId('hero').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('from a page of another site, Back goes to home and not out of the site', async () => {
    const { page, context, problems, close } = await openSession()
    await context.route('http://elsewhere.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<link rel="icon" href="data:,"><a href="${site.url}${address}">Read</a>`,
      }),
    )
    await page.goto('http://elsewhere.example/')
    await page.getByRole('link', { name: 'Read' }).click()
    await page.waitForURL(site.url + address)
    await hydrated(page)
    expect(await page.evaluate(() => [document.referrer, history.length > 1])).toEqual([
      'http://elsewhere.example/',
      true,
    ])
    await pressBack(page)
    await at(page, '/')
    expect(problems).toEqual([])
    await close()
  })

  test('after whole-page loads, Back goes to the page before', async () => {
    const { page, problems, close } = await openSession()
    await visit(page, '/about')
    await visit(page, address)
    await pressBack(page)
    await at(page, '/about')
    expect(problems).toEqual([])
    await close()
  })

  test('after links of the site, Back goes to the page before, in the history and not on top of it', async () => {
    const { page, problems, close } = await openSession()
    await visit(page, '/')
    await page.getByRole('main').locator(`a[href="${address}"]`).first().click()
    await at(page, address)
    await page.getByRole('link', { name: 'Back', exact: true }).waitFor()
    const length = await page.evaluate(() => history.length)
    await pressBack(page)
    await at(page, '/')
    expect(await page.evaluate(() => history.length)).toBe(length)
    await page.goForward()
    await at(page, address)
    expect(problems).toEqual([])
    await close()
  })

  test('without JavaScript, Back is a link to home', async () => {
    const { page, close } = await openSession({ javaScript: false })
    await page.goto(site.url + address)
    await pressBack(page)
    await at(page, '/')
    await close()
  })

  test('a click with Control on Back opens home elsewhere and leaves the page where it is', async () => {
    const { page, problems, close } = await openSession()
    await visit(page, '/about')
    await visit(page, address)
    const back = page.getByRole('link', { name: 'Back', exact: true })
    await opensAnother(page, `${site.url}/`, () => back.click({ modifiers: ['ControlOrMeta'] }))
    await at(page, address)
    expect(problems).toEqual([])
    await close()
  })
})

test('steps to anchors of the article are passed over: Back goes to the page before it', async () => {
  const { page, problems, close } = await openSession()
  await visit(page, CATEGORY)
  await page.getByRole('main').locator(`a[href="${ARTICLE}"]`).first().click()
  await stepThroughAnchors(page)
  await pressBack(page)
  await at(page, CATEGORY)
  expect(problems).toEqual([])
  await close()
})

test('steps to anchors are no earlier page: from a direct entry, Back still goes to home', async () => {
  const { page, problems, close } = await openSession()
  await visit(page, ARTICLE)
  await stepThroughAnchors(page)
  await pressBack(page)
  await at(page, '/')
  expect(problems).toEqual([])
  await close()
})

test('Back twice retraces both steps', async () => {
  const { page, problems, close } = await openSession()
  await visit(page, '/')
  await page.getByRole('main').locator(`a[href="${CATEGORY}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await page.getByRole('main').locator(`a[href="${ARTICLE}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: /number 2/ }).waitFor()
  await pressBack(page)
  await at(page, CATEGORY)
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await pressBack(page)
  await at(page, '/')
  expect(problems).toEqual([])
  await close()
})

test('Back is there too where the post is not', async () => {
  const { page, close } = await openSession()
  await visit(page, CATEGORY)
  await visit(page, '/post/blockchain/no-such-post')
  await pressBack(page)
  await at(page, CATEGORY)
  await close()
})

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path)
  await hydrated(page)
}

async function pressBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back', exact: true }).click()
}

// What the address bar says, without an anchor.
async function at(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.url().split('#')[0]).toBe(site.url + path)
}

async function stepThroughAnchors(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Second part' }).waitFor()
  for (const anchor of ['#first', '#second', '#third']) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, anchor)
    await page.waitForURL(`**${anchor}`)
  }
}
