import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { startFakeBackend } from './fake-backend.ts'
import { firstEdition, startSite, type Site } from './site.ts'

// Articles whose cards a reader has in view are fetched before they are asked for.

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

test.for(WIDTHS)(
  'the articles in view are fetched, each once; a press then shows one without a skeleton, at %i px',
  async (width) => {
    const { page, problems, close } = await openSession({ width })
    const asked = contentAsked(page)
    await page.addInitScript(`new MutationObserver(() => {
      if (document.querySelector('[data-testid=skeleton]')) window.skeleton = true
    }).observe(document, { childList: true, subtree: true })`)
    await page.goto(site.url)
    await hydrated(page)
    const hero = page.getByTestId('hero').getByRole('link').last()
    const href = (await hero.getAttribute('href')) ?? ''
    await expect.poll(() => asked).toContain(idIn(href))
    await expect.poll(() => asked.toSorted()).toEqual(await idsInView(page))
    await page.mouse.wheel(0, 700)
    await expect.poll(() => asked.length).toBeGreaterThan(1)
    await page.mouse.wheel(0, -700)
    await page.waitForLoadState('networkidle')
    expect(new Set(asked).size).toBe(asked.length)
    await hero.evaluate((link: HTMLElement) => link.click())
    await page.locator('.article-body > .prose').waitFor()
    expect(await page.evaluate('window.skeleton')).toBeUndefined()
    expect(problems).toEqual([])
    await close()
  },
)

test('a text that is fetched ahead is cleaned a block at a time: a press comes in between', async () => {
  const { page, close } = await openSession({ width: 390 })
  // Every look at the clock is 20 ms later than the one before, so that each block takes too long for another.
  await page.addInitScript(() => {
    let time = 0
    performance.now = () => (time += 20)
    let task = 0
    const tasks: number[] = []
    const parse = DOMParser.prototype.parseFromString
    DOMParser.prototype.parseFromString = function (html, type) {
      tasks.push(task)
      document.documentElement.dataset.tasks = tasks.join()
      setTimeout(() => (task += 1))
      return parse.call(this, html, type)
    }
  })
  await page.goto(site.url)
  await hydrated(page)
  const tasks = async () => (await page.locator('html').getAttribute('data-tasks'))?.split(',') ?? []
  await expect.poll(async () => (await tasks()).length).toBeGreaterThan(10)
  const all = await tasks()
  // Each block is parsed by itself; other texts may be cleaned in between.
  expect(new Set(all).size).toBeGreaterThan(all.length / 2)
  await close()
})

test('what is only scrolled past is not fetched', async () => {
  const { page, close } = await openSession({ width: 390 })
  const asked = contentAsked(page)
  await page.goto(site.url)
  await hydrated(page)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const before = [...asked]
  await page.evaluate(async () => {
    for (let step = 0; step < 4; step++) {
      scrollBy(0, 900)
      await new Promise(requestAnimationFrame)
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
  expect(asked.length - before.length).toBeLessThan(4)
  await close()
})

test.for([
  `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
  `{ const match = matchMedia.bind(window); window.matchMedia = (query) => query.includes('reduced-data') ? { matches: true } : match(query) }`,
])('where data is to be saved, nothing is fetched ahead: %s', async (setting) => {
  const { page, close } = await openSession()
  const asked = contentAsked(page)
  await page.addInitScript(setting)
  await page.goto(site.url)
  await hydrated(page)
  await page.mouse.move(1, 1)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await close()
})

test('a backend that is not our own is not asked ahead', async () => {
  const api = await startFakeBackend()
  const foreign = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  const { page, close } = await openSession()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(foreign.url)
  await hydrated(page)
  await page.mouse.move(1, 1)
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => url.includes('get-post-content'))).toEqual([])
  await close()
  await foreign.close()
  await api.close()
})

function contentAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.has('post_id')) asked.push(url.searchParams.get('post_id') ?? '')
  })
  return asked
}

function idIn(href: string): string {
  return decodeURIComponent(href.split('/').at(-1) ?? '')
}

async function idsInView(page: Page): Promise<string[]> {
  const hrefs = await page.evaluate(() =>
    [...document.querySelectorAll('main a[href^="/post/"]')]
      .filter((link) => {
        const { top, bottom } = link.getBoundingClientRect()
        return link.checkVisibility() && top >= 0 && bottom <= innerHeight
      })
      .map((link) => link.getAttribute('href') ?? ''),
  )
  return [...new Set(hrefs.map(idIn))].toSorted()
}
