import { expect, test } from 'vitest'
import { publish, startOwnSite, storeOf } from '../e2e/site.ts'
import { getRaw } from './page.ts'

// The API and the public bucket of our own backend over HTTP. tests/api.test.ts has the errors of each call.

const site = await startOwnSite()
await publish(site, { id: 'one', date: '2026-10-01T09:00:00Z' })
await publish(site, { id: 'two', date: '2026-10-02T09:00:00Z' })
await publish(site, { id: 'ledger', category: 'blockchain' })
// Objects that are not part of a published post.
for (const key of ['posts/technology/unpublished/content.json', 'posts/technology/stray.json', 'private/notes.json'])
  await storeOf(site).bucket.put(key, Buffer.from('secret'), { contentType: 'application/json' })

const CONTENT = '/bucket/stet/posts/technology/one/content.json'

test('the three calls answer in the format of the contract', async () => {
  expect(await json('/list-categories?bucket_name=stet&prefix=posts')).toEqual(['blockchain', 'technology'])
  expect(await json('/list-posts-by-category?category=blockchain')).toEqual({
    posts: [
      {
        PostId: 'ledger',
        Category: 'blockchain',
        PostTitle: 'The article ledger with a title of its own',
        Prefix: 'posts/blockchain/ledger/',
        DateISO: '2026-10-01T09:00:00Z',
        excerpt: 'The article ledger in a sentence.',
        minutes: 1,
      },
    ],
  })
  expect(await json('/get-post-content?bucket_name=stet&category=technology&post_id=one')).toMatchObject({
    content: { title: 'The article one with a title of its own', content: '<p>Its text.</p>', category: 'technology' },
    thumbnail_path: 'posts/technology/one/thumbnail.png',
  })
})

test.for([
  ['/list-posts-by-category?category=technology&cursor=bm9uc2Vuc2U', 400],
  [`/list-posts-by-category?category=${'a'.repeat(5000)}`, 400],
  [`/get-post-content?category=x&post_id=${'x'.repeat(400)}`, 400],
  ['/get-post-content?category=technology&post_id=unpublished', 404],
  ['/get-post-content?category=technology&post_id=one%00', 404],
  ['/get-post-content?category=%E0%A4%A&post_id=%FF', 404],
  ['/get-post-content?category=__proto__&post_id=constructor', 404],
] as const)('%s is %i with a one-sentence error and open CORS', async ([path, status]) => {
  const response = await fetch(site.url + path)
  expect(response.status).toBe(status)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { error, ...rest } = await response.json()
  expect(rest).toEqual({})
  expect(error).toMatch(/^[A-Z].{10,300}\.$/)
  expect(error).not.toMatch(/ at |Error|node_modules|\.ts\b|undefined/)
})

test.for(['/', '/post/technology/one', '/list-categories', CONTENT])(
  '%s has an ETag and answers 304 without a body if it matches',
  async (path) => {
    const first = await fetch(site.url + path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/)
    const again = await fetch(site.url + path, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    const other = await fetch(site.url + path, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  },
)

test.for([
  '/bucket/stet/journal/0000000001.json',
  '/bucket/stet/private/notes.json',
  '/bucket/stet/posts/technology/one/',
  '/bucket/stet/posts/technology/stray.json',
  '/bucket/stet/posts/technology/unpublished/content.json',
  '/bucket/stet/posts/technology/one/none.png',
  '/bucket/stet/posts/../private/notes.json',
  '/bucket/stet/posts/%2e%2e/private/notes.json',
  '/bucket/stet/posts/technology/one/..%2f..%2f..%2fprivate%2fnotes.json',
  '/bucket/stet/posts/technology/one/..%5c..%5c..%5cprivate%5cnotes.json',
  '/bucket/stet//private/notes.json',
  '/bucket/stet/posts/technology/one/content.json%00',
  '/bucket/stet/.temporary/x',
  '/bucket/stet/%2e%2e/%2e%2e/package.json',
  '/bucket/other/posts/technology/one/content.json',
  '/bucket/stet/POSTS/technology/one/content.json',
  '//bucket/stet/private/notes.json',
  `/bucket/stet/posts/${'x'.repeat(400)}/${'x'.repeat(400)}/a.png`,
])('%s is 404', async (path) => {
  const { status, body } = await getRaw(site.url, path)
  expect(status).toBe(404)
  expect(body.toString()).not.toMatch(/secret|"kind"/)
})

test('a file of a published post is served with a sandboxing policy', async () => {
  const response = await fetch(site.url + CONTENT)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox",
  )
  expect((await response.json()).content.content).toBe('<p>Its text.</p>')
})

test.for([
  'http://other.example/',
  '/%',
  '/post/%FF/%FF',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/../../../package.json',
  '/assets/..%2f..%2f.vite%2fmanifest.json',
  `/${'a/'.repeat(4000)}`,
])('the malformed request target %s never causes a 5xx', async (target) => {
  const { status, body } = await getRaw(site.url, target)
  expect([200, 400, 404]).toContain(status)
  expect(body.toString()).not.toMatch(/root:|node_modules| at .*\.ts/)
  expect(site.errors).toEqual([])
})

async function json(path: string): Promise<unknown> {
  const response = await fetch(site.url + path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  return await response.json()
}
