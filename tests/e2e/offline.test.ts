import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openJournal } from '#archive/journal.ts'
import { correctPost, retractPost } from '#archive/verdict.ts'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { startFakeBackend } from './fake-backend.ts'
import { publish, startSite, type Site } from './site.ts'

// Offline reading, with a real worker: what was read is there under a line that says so, and never while the network answers.

const READ = '/post/technology/read'
const UNREAD = '/post/technology/unread'
const TITLE = 'The article read with a title of its own'
const LINE = /^(?:You are offline|This site cannot be reached)\. This is the copy of \d\d:\d\d\. Try again$/
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PLAIN = /^(?:You are offline|This site cannot be reached)$/

test.for(WIDTHS)('what was read is there without a network, under a line that says so, at %i px', async (width) => {
  const blog = await openBlog()
  const { page, context } = await openReader({ width })
  await read(page, blog.site.url + READ)
  await blog.stop()
  await context.setOffline(true)
  const answer = await page.reload()
  expect(answer?.status()).toBe(200)
  await expectCopy(page)
  await hydrated(page)
  await expectCopy(page)
  const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0)
  expect(await findings(page)).toEqual([])
  // Its links ask the network again, each for a whole page.
  await page.getByRole('banner').getByRole('link', { name: /^Stet/ }).click()
  await page.waitForURL(`${blog.site.url}/`)
  expect(await page.getByRole('status').first().innerText()).toMatch(LINE)
  await page.getByTestId('hero').getByRole('link').waitFor()
})

test.for(WIDTHS)('what was not read is a plain page with links to what was, at %i px', async (width) => {
  const blog = await openBlog()
  const { page, context } = await openReader({ width })
  await read(page, blog.site.url + READ)
  await blog.stop()
  await context.setOffline(true)
  const answer = await page.goto(blog.site.url + UNREAD)
  expect([answer?.status(), await answer?.headerValue('x-robots-tag')]).toEqual([503, 'noindex'])
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(PLAIN)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await page.locator('script').count()).toBe(0)
  expect(await page.getByRole('listitem').getByRole('link').allInnerTexts()).toEqual([
    `${TITLE} — Stet`,
    'Stet — daily AI tech insights',
  ])
  expect(await page.getByRole('listitem').first().innerText()).toContain(
    'What the article read is about, in a sentence.',
  )
  const brand = page.getByRole('banner').getByRole('link', { name: 'Stet, home' })
  expect(await brand.evaluate((link) => link.querySelector('use')?.getBBox().width)).toBeGreaterThan(0)
  const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Schibsted')
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: TITLE }).click()
  await page.waitForURL(blog.site.url + READ)
  await expectCopy(page)
  await context.setOffline(false)
  await blog.restart()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect.poll(() => page.locator('body[data-copy]').count()).toBe(0)
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
})

test('the field of the plain page searches what is kept, and a search that cannot be made does the same', async () => {
  const blog = await openBlog()
  const { page, context, problems } = await openReader()
  await read(page, blog.site.url + READ)
  await page.goto(`${blog.site.url}/search?q=article`)
  await hydrated(page)
  await page.goto(`${blog.site.url}/about`)
  await expect.poll(() => keptPaths(page)).toContain('/about')
  // What a search found is no page to keep.
  expect(await keptPaths(page)).not.toContain('/search')
  await blog.stop()
  await context.setOffline(true)
  problems.length = 0
  await page.goto(blog.site.url + UNREAD)
  const field = page.getByRole('searchbox', { name: 'Search kept pages' })
  await field.fill('ARTICLE own')
  await field.press('Enter')
  await page.waitForURL('**/search?q=ARTICLE+own')
  const kept = page.getByRole('listitem').getByRole('link')
  expect(await kept.allInnerTexts()).toEqual([`${TITLE} — Stet`])
  expect(await page.getByRole('searchbox').inputValue()).toBe('ARTICLE own')
  // Words of a lead count as well, and what is typed is only text.
  await page.goto(`${blog.site.url}/search?q=in+a+sentence`)
  expect(await kept.allInnerTexts()).toEqual([`${TITLE} — Stet`])
  await page.goto(`${blog.site.url}/search?q=%3Cb%3E%22zeppelin`)
  expect(await kept.count()).toBe(0)
  expect(await page.getByRole('main').innerText()).toContain(
    'Nothing that is kept on this device matches “<b>"zeppelin”.',
  )
  expect(await findings(page)).toEqual([])
  // Nothing that its policy forbids.
  expect(problems.filter((problem) => /policy/i.test(problem))).toEqual([])
})

test('when the server is gone, links of an open page lead to copies and to the plain page, never to samples', async () => {
  const blog = await openBlog()
  const { page } = await openReader()
  // What was fetched ahead would be there without a network.
  await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
  await read(page, blog.site.url + READ)
  for (const [path, look] of [
    [READ, async () => await expectCopy(page)],
    [UNREAD, async () => expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(PLAIN)],
  ] as const) {
    await page.goto(`${blog.site.url}/about`)
    await hydrated(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Technology' }).click()
    await page.locator(`main a[href="${path}"]`).waitFor()
    await blog.stop()
    // The pointer asks first: that is no reason to leave the page.
    await page.locator(`main a[href="${path}"]`).hover()
    await page.waitForTimeout(600)
    expect(new URL(page.url()).pathname).toBe('/category/technology')
    await page.locator(`main a[href="${path}"]`).click()
    await page.waitForURL(blog.site.url + path)
    await page.locator('body[data-copy]').waitFor()
    await look()
    expect(await page.locator('body').innerText()).not.toMatch(/Sample|not found/i)
    await blog.restart()
  }
})

test('a page that was reached without a page load is kept as well', async () => {
  const blog = await openBlog()
  const { page, context } = await openReader()
  await read(page, `${blog.site.url}/`)
  await page.locator(`main a[href="${READ}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await expect.poll(() => keptPaths(page)).toContain(READ)
  await blog.stop()
  await context.setOffline(true)
  await page.reload()
  await expectCopy(page)
})

test('back online the newest text is there at once, and is what is kept from then on', async () => {
  const blog = await openBlog()
  const { page } = await openReader()
  await read(page, blog.site.url + READ)
  await blog.stop()
  await page.reload()
  await expectCopy(page)
  await blog.restart()
  await correct(blog.site, '<p>Its corrected text.</p>')
  await page.reload()
  expect(await page.locator('.prose p:not(.correction)').innerText()).toBe('Its corrected text.')
  expect(await page.locator('body[data-copy]').count()).toBe(0)
  await expect.poll(() => keptText(page, READ)).toContain('Its corrected text.')
  await blog.stop()
  await page.reload()
  await expectCopy(page)
  expect(await page.locator('.prose p:not(.correction)').innerText()).toBe('Its corrected text.')
})

test('a retraction that a reader comes across removes the copy', async () => {
  const blog = await openBlog()
  const { page } = await openReader()
  await read(page, blog.site.url + READ)
  await retract(blog.site)
  expect((await page.reload())?.status()).toBe(410)
  await expect.poll(() => keptPaths(page)).not.toContain(READ)
  await blog.stop()
  expect((await page.reload())?.status()).toBe(503)
  expect(await page.locator('body').innerText()).not.toContain(TITLE)
})

test('a failure of the server is its word: neither is a copy shown, nor is the failure kept', async () => {
  const api = await startFakeBackend()
  const site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl, OFFLINE: 'on' })
  onTestFinished(async () => {
    await site.close()
    await api.close()
  })
  const { page } = await openReader()
  const path = '/post/blockchain/blockchain-1'
  await read(page, site.url + path)
  const before = await keptText(page, path)
  api.behaviour = { categories: 'drop', posts: 'drop', content: 'drop' }
  const answer = await page.reload()
  expect(answer?.status()).toBe(503)
  expect(await page.locator('body[data-copy]').count()).toBe(0)
  // A page without a page load, too: the backend is down, and this site is not.
  await page.goto(`${site.url}/about`)
  await hydrated(page)
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blockchain' }).click()
  await page.getByRole('main').getByText('Sample: what a block header commits to').waitFor()
  expect(await page.locator('body[data-same]').count()).toBe(1)
  // Nor a page whose calls were still under way: the next one that is kept comes after it.
  api.behaviour = { categories: 'ok', posts: 'hang', content: 'hang' }
  expect((await page.goto(`${site.url}/category/cybersecurity`))?.status()).toBe(200)
  await page.getByTestId('skeleton').waitFor()
  await page.goto(`${site.url}/no/such/page`)
  api.behaviour.posts = 'ok'
  await page.goto(`${site.url}/category/technology`)
  await expect.poll(() => keptPaths(page)).toContain('/category/technology')
  expect(await keptPaths(page)).not.toContain('/category/cybersecurity')
  expect(await keptPaths(page)).not.toContain('/category/blockchain')
  expect(await keptText(page, path)).toBe(before)
})

test('pictures that were shown are there offline', async () => {
  const site = await startSite({ BUCKET: `file:${inject('firstEdition')}`, OFFLINE: 'on' })
  const { page, context } = await openReader()
  await read(page, `${site.url}/post/artificial-intelligence/what-a-context-window-costs`)
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('offline-pictures-1')).keys()).length))
    .toBeGreaterThan(0)
  await site.close()
  await context.setOffline(true)
  await page.reload()
  const cover = page.locator('.article-cover img')
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await page.locator('body[data-copy]').count()).toBe(1)
})

test('the home page and the 50 newest pages are kept, and no more', async () => {
  const { site } = await openBlog()
  const { page } = await openReader()
  await read(page, `${site.url}/about`)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    for (let number = 1; number <= 55; number++)
      active?.postMessage([`/category/gardening-${number}`, 'https://elsewhere.example/', 'http://['], { transfer: [] })
  })
  await expect.poll(() => keptPaths(page)).toContain('/category/gardening-55')
  // The oldest goes once the newest is kept.
  await expect.poll(async () => (await keptPaths(page)).length).toBe(51)
  const paths = await keptPaths(page)
  expect(paths).toContain('/')
  expect(paths).not.toContain('/about')
})

test('with OFFLINE=off the worker and all that it kept are gone after one visit, and no page registers it again', async () => {
  const blog = await openBlog()
  const { page } = await openReader()
  await read(page, blog.site.url + READ)
  await blog.stop()
  await blog.restart({ OFFLINE: 'off' })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await expect.poll(() => remains(page)).toEqual({ workers: 0, caches: [] })
  await page.reload()
  await hydrated(page)
  await page.waitForTimeout(1_000)
  expect(await remains(page)).toEqual({ workers: 0, caches: [] })
  await blog.stop()
  await expect(page.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED')
})

test('nothing of it is asked for before the page is complete', async () => {
  const { site } = await openBlog()
  const { page } = await openReader()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/thumbnail.png', async (route) => {
    await held
    await route.fulfill({ status: 404 })
  })
  const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(site.url + READ, { waitUntil: 'domcontentloaded' })
  await page.keyboard.press('Shift')
  await hydrated(page)
  await page.waitForTimeout(1_000)
  expect(asked.filter((path) => /service-worker|\/keep-/.test(path))).toEqual([])
  expect(await registered()).toBe(0)
  release()
  await expect.poll(registered).toBe(1)
})

async function openBlog() {
  const folder = await mkdtemp(join(tmpdir(), 'stet-offline-'))
  const variables = { BUCKET: `file:${folder}`, OFFLINE: 'on' }
  const blog = {
    site: await startSite(variables),
    // A page is fresh for a second by its own headers: after that, only a server can answer.
    stop: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      await blog.site.close()
    },
    // At the same address, as after a restart of the server.
    restart: async (more: Record<string, string> = {}) => {
      blog.site = await startSite({ ...variables, ...more, PORT: new URL(blog.site.url).port })
    },
  }
  onTestFinished(async () => {
    await blog.site.close()
    await rm(folder, { recursive: true, force: true })
  })
  for (const id of ['read', 'unread']) await publish(blog.site, { id })
  return blog
}

async function openReader(options: { width?: number } = {}) {
  const session = await openSession(options)
  onTestFinished(() => session.close())
  return session
}

// Opens a page and waits until it is kept.
async function read(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
  // Whoever moves stays.
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(['/', new URL(address).pathname]))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

async function expectCopy(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  expect(await page.getByRole('status').first().innerText()).toMatch(LINE)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Schibsted')
}

// What axe finds; the policy of a page keeps no script of the browser's own driver out.
async function findings(page: Page): Promise<unknown> {
  await page.evaluate(axe)
  return await page.evaluate(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`)
}

function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('offline-pages-1')).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  })
}

function keptText(page: Page, path: string): Promise<string> {
  return page.evaluate(async (address) => (await (await caches.match(address))?.text()) ?? '', path)
}

function remains(page: Page): Promise<{ workers: number; caches: string[] }> {
  return page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }))
}

async function correct(site: Site, html: string): Promise<void> {
  if (site.backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  const { bucket, archive } = site.backend
  const post = archive.find('technology', 'read')
  if (post === null) throw new Error('The article is not there.')
  const { text: baseVersion, title, excerpt } = post
  const text = {
    author: 'Stet Newsroom',
    date: '2026-10-01T09:00:00Z',
    tags: ['first', 'second', 'third'],
    provenance: null,
  }
  const outcome = await correctPost({
    bucket,
    archive,
    journal: openJournal({ bucket }),
    judged: { category: 'technology', id: 'read', baseVersion },
    post: { ...text, category: 'technology', id: 'read', title, excerpt, html, markdown: 'Its corrected text.' },
    by: 'Ines Varga',
    note: 'The text was wrong.',
  })
  expect(outcome.state).toBe('done')
}

async function retract(site: Site): Promise<void> {
  if (site.backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  const { bucket, archive } = site.backend
  const post = archive.find('technology', 'read')
  if (post === null) throw new Error('The article is not there.')
  const journal = openJournal({ bucket })
  const outcome = await retractPost({ bucket, archive, journal, post, by: 'Ines Varga', reason: 'It was wrong.' })
  expect(outcome.state).toBe('done')
}
