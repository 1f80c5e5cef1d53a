import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Renderer } from '#blog/site.ts'
import { readAssets, readManifest } from '#server/assets.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { createSiteListener, listen } from '#wiring/site-server.ts'
import { hydrated, openSession } from './browser.ts'
import { publish, startSite, type Site } from './site.ts'

// The worker's own file, and the built files of a copy: those of its own build, whatever the server has by then.

const READ = '/post/technology/read'
const UNREAD = '/post/technology/unread'

test('the worker is one small script at its own address, checked at every visit; OFFLINE=off puts another one there', async () => {
  for (const [offline, words] of [
    ['on', 'respondWith'],
    ['off', 'unregister'],
  ] as const) {
    const site = await startSite({ OFFLINE: offline })
    onTestFinished(() => site.close())
    const answer = await fetch(`${site.url}/service-worker.js`)
    const script = await answer.text()
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ])
    expect(script).toContain(words)
    expect(script).not.toMatch(/\bimport\b|\bexport\b|importScripts/)
    expect((await fetch(`${site.url}/service-worker-off.js`)).status).toBe(404)
  }
  expect(statSync('dist/client/service-worker.js.br').size).toBeLessThanOrEqual(5_000)
  expect(readFileSync('dist/client/service-worker-off.js', 'utf8')).not.toContain('fetch')
})

test('a copy of an older build has its own files, until it is read anew', async () => {
  const site = await startSite({ OFFLINE: 'on' })
  onTestFinished(() => site.close())
  for (const id of ['read', 'unread']) await publish(site, { id })
  const { page, close } = await openSession()
  onTestFinished(close)
  await page.goto(site.url + READ)
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(['/', READ]))
  const { stylesheet: old } = await readManifest(resolve('dist/client'))
  await expect.poll(() => keptFiles(page)).toEqual(expect.arrayContaining([old]))
  await site.close()

  const next = await startNextBuild(site)
  await page.goto(next.url + UNREAD)
  await hydrated(page)
  await expect.poll(() => keptPaths(page)).toContain(UNREAD)
  const stylesheet = page.locator('link[href*="/site-"]')
  expect(await stylesheet.getAttribute('href')).toBe(next.renamed(old))
  expect(await keptFiles(page)).toEqual(expect.arrayContaining([old, next.renamed(old)]))
  // A page is fresh for a second by its own headers: after that, only a server can answer.
  await page.waitForTimeout(1_100)
  await next.stop()

  const answer = await page.goto(next.url + READ)
  expect(answer?.status()).toBe(200)
  await hydrated(page)
  expect(await stylesheet.getAttribute('href')).toBe(old)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Schibsted')

  await next.start()
  for (const path of ['/', READ]) {
    await page.goto(next.url + path)
    await hydrated(page)
  }
  await expect.poll(() => keptFiles(page)).not.toEqual(expect.arrayContaining([old]))
  expect(await keptFiles(page)).toEqual(expect.arrayContaining([next.renamed(old)]))
})

test('what an earlier worker kept in another form is removed by the next one', async () => {
  const site = await startSite({ OFFLINE: 'on' })
  onTestFinished(() => site.close())
  const { page, close } = await openSession()
  onTestFinished(close)
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(site.url)
  await page.evaluate(() => caches.open('offline-pages-0'))
  await page.unroute('**/*')
  await page.goto(site.url)
  await expect.poll(() => page.evaluate(() => caches.keys())).toContain('offline-pages-1')
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('offline-pages-0')
})

// The same site at the same address with a build whose stylesheet has another name.
async function startNextBuild({ url, backend }: Site) {
  const client = resolve('dist/client')
  const { renderPage }: Renderer = await import(/* @vite-ignore */ resolve('dist/server/entry-server.js'))
  const [manifest, files] = [await readManifest(client), await readAssets(client)]
  const renamed = (path = '') => path.replace(/-[\w-]{8}\./, '-nextBld1.')
  const { stylesheet } = manifest
  const file = files.get(stylesheet)
  if (file) files.set(renamed(stylesheet), file)
  files.delete(stylesheet)
  const environment = readEnvironment({ OFFLINE: 'on', PORT: new URL(url).port })
  const listener = await createSiteListener({
    environment,
    backend,
    files,
    log: pino({ level: 'silent' }),
    newsroom: { sentence: () => '', expected: false, last: async () => null },
    renderer: async () => ({ renderPage }),
    assets: { ...manifest, stylesheet: renamed(stylesheet) },
  })
  let server = createServer(listener)
  const next = {
    url,
    renamed,
    start: async () => {
      server = createServer(listener)
      await listen(server, environment)
    },
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  await next.start()
  onTestFinished(() => next.stop())
  return next
}

function keptPaths(page: Page): Promise<string[]> {
  return pathsIn(page, 'offline-pages-1')
}

function keptFiles(page: Page): Promise<string[]> {
  return pathsIn(page, 'offline-files-1')
}

function pathsIn(page: Page, name: string): Promise<string[]> {
  return page.evaluate(async (cache) => {
    const requests = await (await caches.open(cache)).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  }, name)
}
