import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { publish, startForeignSite, startOwnSite } from '../e2e/site.ts'
import { getPage } from './page.ts'

// Tests the security headers and the Content Security Policy.

const CDN = 'https://cdn.example.org'

const { api, site: client } = await startForeignSite({ variables: { BUCKET_URL: `${CDN}/blog` } })
const own = await startOwnSite()
await publish(own, { id: 'one' })

const OWN_PAGES = [
  '/',
  '/about',
  '/category/technology',
  '/category/none',
  '/post/technology/one',
  '/post/a/b',
  '/search?q=x',
  '/none',
]
const CLIENT_PAGES = ['/', '/category/blockchain', '/post/blockchain/blockchain-1', '/post/blockchain/none']

test.for([
  { name: 'our own backend', pages: OWN_PAGES.map((path) => own.url + path), images: '', calls: '' },
  {
    name: 'a remote backend',
    pages: CLIENT_PAGES.map((path) => client.url + path),
    images: ` ${CDN} https:`,
    calls: ` ${api.url}`,
  },
])('pages with $name have exactly the expected policy', async ({ pages, images, calls }) => {
  for (const url of pages) {
    const form = url.includes('/search') ? "'self'" : "'none'"
    expect([url, await policyOf(url)]).toEqual([
      url,
      `default-src 'none'; script-src 'self'; style-src 'self' STYLES; img-src 'self'${images}; font-src 'self'; connect-src 'self'${calls}; manifest-src 'self'; base-uri 'none'; form-action ${form}; frame-ancestors 'none'`,
    ])
  }
})

test('no page has an inline script, an event handler or a style attribute', async () => {
  for (const url of [...OWN_PAGES.map((path) => own.url + path), ...CLIENT_PAGES.map((path) => client.url + path)]) {
    const page = await getPage(url)
    const scripts = page.all('script').filter((script) => !script.getAttribute('type')?.endsWith('json'))
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts)
      expect([script.getAttribute('src'), script.textContent]).toEqual([expect.any(String), ''])
    expect(page.html).not.toMatch(/<[^>]+\s(?:style|on[a-z]+)=|javascript:/i)
    expect(page.all('body style')).toEqual([])
  }
})

test('every response has the security headers', async () => {
  const calls = ['/list-categories', '/list-posts-by-category', '/bucket/stet/x', '/robots.txt', '/healthz']
  for (const path of [...OWN_PAGES, ...calls, await builtFile(), '/favicon.svg', '/rss.xml', '/%E0%A4%A']) {
    const { headers } = await fetch(own.url + path)
    const names = ['x-content-type-options', 'referrer-policy', 'x-frame-options', 'x-powered-by']
    expect([path, ...names.map((name) => headers.get(name))]).toEqual([
      path,
      'nosniff',
      'strict-origin-when-cross-origin',
      'DENY',
      null,
    ])
  }
})

test.for(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s requests are rejected with 405', async (method) => {
  const paths = ['/', '/post/technology/one', '/list-categories', '/bucket/stet/posts/technology/one/content.json']
  for (const url of paths.flatMap((path) => [own.url + path, client.url + path])) {
    const response = await fetch(url, { method })
    expect([url, response.status, response.headers.get('allow')]).toEqual([url, 405, 'GET, HEAD'])
    expect(await response.json()).toEqual({ error: 'This server only supports GET and HEAD.' })
  }
})

test('other origins may send conditional requests and read the ETag', async () => {
  for (const path of ['/rss.xml', '/list-categories', '/bucket/stet/posts/technology/one/content.json']) {
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' }
    const preflight = await fetch(own.url + path, { method: 'OPTIONS', headers: asked })
    const names = ['origin', 'allow-methods', 'allow-headers', 'max-age'].map((name) =>
      preflight.headers.get(name === 'origin' ? 'access-control-allow-origin' : `access-control-${name}`),
    )
    expect([path, preflight.status, ...names]).toEqual([path, 204, '*', 'GET, HEAD', '*', '86400'])
    const { headers } = await fetch(own.url + path)
    expect([path, headers.get('access-control-expose-headers')]).toEqual([path, 'etag, link'])
  }
})

test('HEAD returns the same status and headers as GET, without a body', async () => {
  const calls = ['/list-categories', '/list-posts-by-category?category=technology', '/robots.txt', '/favicon.svg']
  for (const path of [...OWN_PAGES, ...calls, '/rss.xml', '/llms.txt']) {
    const [get, head] = await Promise.all([fetch(own.url + path), fetch(own.url + path, { method: 'HEAD' })])
    const seen = (response: Response) => [
      path,
      response.status,
      response.headers.get('content-type'),
      response.headers.get('etag'),
    ]
    expect(seen(head)).toEqual(seen(get))
    expect(await head.text()).toBe('')
  }
})

/**
 * Returns a page's policy with `STYLES` in place of the style hashes. Also checks the hash of each style element in the
 * page.
 */
async function policyOf(url: string): Promise<string> {
  const page = await getPage(url)
  const hashes = page.all('style').map((style) => createHash('sha256').update(style.innerHTML).digest('base64'))
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const hash of hashes) expect(policy).toContain(`'sha256-${hash}'`)
  return policy.replace(/(?: 'sha256-[^']+')+/, ' STYLES')
}

async function builtFile(): Promise<string> {
  const page = await getPage(own.url)
  return page.one('script[src]').getAttribute('src') ?? ''
}
