import { createHash } from 'node:crypto'
import { request, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish, startSite, type Site } from './site.ts'

// How answers go over the wire, whatever they are: codings, HEAD, 304, and what is made once.

const CALL = '/get-post-content?category=technology&post_id=one'
const ADDRESSES = [
  '/',
  '/post/technology/one',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/llms.txt',
  '/sitemap.xml',
  CALL,
]

const text = `<p>${'Words of an article, again and again. '.repeat(100)}</p>`
let site: Site
let style = ''

beforeAll(async () => {
  site = await startSite()
  await publish(site, { id: 'one', html: text })
  // As many as it takes for every list to be worth compressing.
  for (let number = 0; number < 8; number += 1) await publish(site, { id: `other-${number}` })
  const home = await get('/')
  style = /\/assets\/site-[\w-]+\.css/.exec(home.body.toString())?.[0] ?? ''
})

afterAll(() => site.close())

test('every text is the same in each coding, whole in HEAD but for its body, and 304 to whom has it', async () => {
  expect(style).not.toBe('')
  for (const address of [...ADDRESSES, style]) {
    const plain = await get(address)
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const coded = await get(address, { 'accept-encoding': coding })
      expect([address, coded.status, coded.headers['content-encoding']]).toEqual([address, 200, coding])
      expect(decode(coded.body).equals(plain.body)).toBe(true)
      expect(coded.headers['content-length']).toBe(String(coded.body.byteLength))
      expect([coded.headers.vary, coded.headers.etag]).toEqual(['accept-encoding', plain.headers.etag])
      const head = await get(address, { 'accept-encoding': coding }, 'HEAD')
      expect([head.body.byteLength, withoutTime(head.headers)]).toEqual([0, withoutTime(coded.headers)])
      const known = await get(address, { 'accept-encoding': coding, 'if-none-match': coded.headers.etag ?? '' })
      expect([known.status, known.body.byteLength, known.headers.etag]).toEqual([304, 0, coded.headers.etag])
      expect(known.headers['cache-control']).toBe(coded.headers['cache-control'])
    }
  }
})

test('what was asked for before is anew after an event, in every coding', async () => {
  const own = await startSite()
  await publish(own, { id: 'first', html: text })
  const addresses = [
    '/',
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
    '/list-posts-by-category?category=technology',
  ]
  const all = async () => {
    const answers: string[] = []
    for (const address of addresses) {
      for (const coding of ['identity', 'br', 'gzip']) {
        const answer = await fetch(own.url + address, { headers: { 'accept-encoding': coding } })
        if ((await answer.text()).includes('latecomer')) answers.push(`${address} ${coding}`)
      }
    }
    return answers
  }
  expect(await all()).toEqual([])
  await publish(own, { id: 'latecomer', html: text })
  expect(await all()).toHaveLength(3 * addresses.length)
  await own.close()
})

test('however many ask for an article, its text is read once for its page, once for what to read next, once for the search', async () => {
  const { backend } = site
  if (backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  await publish(site, { id: 'asked', html: text })
  const { bucket } = backend
  const read = bucket.get
  const keys: string[] = []
  bucket.get = async (key) => {
    keys.push(key)
    return await read(key)
  }
  const post = '/post/technology/asked'
  for (const _ of [1, 2]) await Promise.all(Array.from({ length: 20 }, () => get(post, { 'accept-encoding': 'br' })))
  bucket.get = read
  const reads = keys.filter((key) => key === 'posts/technology/asked/content.json').length
  expect([1, 2, 3]).toContain(reads)
})

test('a page carries the styles that it uses, under a policy that allows just these, and waits for no file', async () => {
  for (const address of ['/', '/post/technology/one', '/search?q=one', '/nowhere']) {
    const { headers, body } = await get(address)
    const texts = [...body.toString().matchAll(/<style(?: data-first)?>(.*?)<\/style>/gs)].map(([, text = '']) => text)
    const [standIns, carried = '', fonts] = texts
    for (const text of [standIns, fonts]) expect(text).toMatch(/^(?:@font-face\{[^}]*\})+$/)
    expect(carried).not.toContain('@font-face')
    const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    expect(String(headers['content-security-policy'])).toContain(`style-src 'self' ${hashes.join(' ')};`)
    // Where there are no scripts to bring the whole sheet, the page names it.
    const [others, named] = [body.toString().replace(/<noscript>.*?<\/noscript>/s, ''), /<noscript>(.*?)<\/noscript>/s]
    expect(others).not.toMatch(/<link[^>]*(?:rel="stylesheet"|as="(?:style|font)")/)
    expect(named.exec(body.toString())?.[1]).toMatch(
      /^<link rel="stylesheet" href="\/assets\/site-[\w-]+\.css"\/><style>(?:@font-face\{[^}]*\})+<\/style>$/,
    )
    expect(headers.link).toBeUndefined()
    const article = carried.includes('.byline')
    expect(article, address).toBe(address.startsWith('/post/'))
  }
})

test('built files are kept for a year, files without a hash for a day', async () => {
  expect((await get(style)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400')
})

test('a method that changes something is refused, and leaves the connection whole', async () => {
  const refused = await fetch(`${site.url}/rss.xml`, { method: 'POST', body: 'x'.repeat(100_000) })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await get('/rss.xml')).status).toBe(200)
})

// The two answers may be given in two seconds.
function withoutTime(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...headers, date: undefined, 'last-modified': undefined }
}

// As it comes: `fetch` would take the coding off.
function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(site.url + path, { headers, method }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })
}
