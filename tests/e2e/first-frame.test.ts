import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { startSite, type Site } from './site.ts'

// A page that is navigated to paints what its reader sees first before it makes the rest.

// What is there when another page comes, after its skeleton if it has one: the text, the cards, and where the foot begins.
const LOOK = `(() => {
  const from = location.pathname
  new MutationObserver(() => {
    if (location.pathname === from || window.first || document.querySelector('[data-testid=skeleton]')) return
    const main = document.querySelector('main > :not([hidden])')
    window.left = document.querySelectorAll('main > [hidden]').length
    window.first = {
      texts: main.querySelectorAll('.prose').length,
      heroes: main.querySelectorAll('[data-testid=hero]').length,
      cards: main.querySelectorAll('[data-testid=post-card]').length,
      footBelow: document.querySelector('.site-footer').getBoundingClientRect().top >= innerHeight,
    }
  }).observe(document, { childList: true, subtree: true })
})()`

// A first frame with its heading only.
const FIRST = { texts: 0, heroes: 0, cards: 0, footBelow: true }

let site: Site

beforeAll(async () => {
  site = await startSite({ BUCKET: `file:${inject('firstEdition')}` })
})
afterAll(() => site.close())

test.for(WIDTHS)(
  'an article has its heading first, with the foot of the page out of sight, then its text, at %i px',
  async (width) => {
    const { page, problems, close } = await openSession({ width })
    await page.goto(site.url)
    await hydrated(page)
    await page.evaluate(LOOK)
    const link = page.getByTestId('hero').getByRole('link').last()
    await link.click()
    await expect.poll(() => page.evaluate('window.first')).toEqual(FIRST)
    await page.locator('.prose p').first().waitFor()
    await page.getByRole('heading', { name: 'Sources' }).waitFor()
    expect(problems).toEqual([])
    await close()
  },
)

test('the home page has its first post first, and then all', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  // Its list is there when it is come back to.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  // Who is back within a frame finds the page as it was.
  await page.locator('main > [hidden]').waitFor({ state: 'detached' })
  await page.evaluate(LOOK)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect.poll(() => page.evaluate('window.first')).toEqual({ ...FIRST, heroes: 1 })
  await page.getByTestId('trending').waitFor()
  expect(await page.getByTestId('post-card').count()).toBeGreaterThan(10)
  expect(problems).toEqual([])
  await close()
})

test('a category has its heading first, and then its cards', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(`${site.url}/about`)
  await hydrated(page)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cybersecurity' })
  // Its list is there when the link is pressed.
  await Promise.all([page.waitForResponse(/category=cybersecurity|\/cybersecurity/), link.hover()])
  await page.evaluate(LOOK)
  await link.click()
  await expect.poll(() => page.evaluate('window.first')).toEqual(FIRST)
  await page.getByTestId('post-card').first().waitFor()
  expect(problems).toEqual([])
  await close()
})

test('a list that is left is hidden, and gone once the next page is there; an article is gone at once', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  for (const { to, left } of [
    { to: page.getByTestId('hero').getByRole('link').last(), left: 1 },
    { to: page.getByRole('banner').getByRole('link').first(), left: 0 },
  ]) {
    // What the next page shows is there when the link is pressed.
    await to.hover()
    await page.waitForLoadState('networkidle')
    await page.evaluate('window.first = window.left = undefined')
    await page.evaluate(LOOK)
    await to.click()
    await expect.poll(() => page.evaluate('window.left')).toBe(left)
    await expect.poll(() => page.locator('main > *').count()).toBe(1)
    expect(await page.locator('head > title').count()).toBe(1)
    expect(await page.locator('h1').count()).toBe(1)
  }
  expect(problems).toEqual([])
  await close()
})

test('who scrolls in the first frame stays there when the rest comes', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (!document.querySelector('.article.first-frame h1')) return
    observer.disconnect()
    scrollTo(0, 500)
  }).observe(document, { childList: true, subtree: true })`)
  await page.getByTestId('hero').getByRole('link').last().click()
  await page.locator('.prose p').first().waitFor()
  await page.getByTestId('related').waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(500)
  expect(problems).toEqual([])
  await close()
})

test('a page that was served is whole from the start', async () => {
  const { page, close } = await openSession()
  await page.goto(site.url)
  await page.getByTestId('hero').getByRole('link').last().click()
  await page.waitForURL('**/post/**')
  const served = await (await fetch(page.url())).text()
  expect(served).toContain('class="prose"')
  expect(served).not.toContain('first-frame')
  await close()
})
