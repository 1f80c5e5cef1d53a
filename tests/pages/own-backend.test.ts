import { expect, test } from 'vitest'
import { publish, startOwnSite, storeOf } from '../e2e/site.ts'
import { getRaw } from './page.ts'

// Tests malformed API requests and the public part of our own bucket. tests/api.test.ts tests the API itself.

const site = await startOwnSite()
await publish(site, { id: 'one' })
// Objects that are not part of a published post.
for (const key of ['posts/technology/unpublished/content.json', 'posts/technology/stray.json', 'private/notes.json'])
  await storeOf(site).bucket.put(key, Buffer.from('secret'), { contentType: 'application/json' })

const CONTENT = '/bucket/stet/posts/technology/one/content.json'

test.for([
  ['/list-posts-by-category?category=technology&cursor=bm9uc2Vuc2U', 400],
  [`/list-posts-by-category?category=${'a'.repeat(5000)}`, 400],
  [`/get-post-content?category=x&post_id=${'x'.repeat(400)}`, 400],
  ['/get-post-content?category=technology&post_id=unpublished', 404],
  ['/get-post-content?category=technology&post_id=one%00', 404],
  ['/get-post-content?category=%E0%A4%A&post_id=%FF', 404],
  ['/get-post-content?category=__proto__&post_id=constructor', 404],
] as const)('%s responds with %i, a one-sentence error and open CORS headers', async ([path, status]) => {
  const response = await fetch(site.url + path)
  expect(response.status).toBe(status)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { error, ...rest } = await response.json()
  expect(rest).toEqual({})
  expect(error).toMatch(/^[A-Z].{10,300}\.$/)
  expect(error).not.toMatch(/ at |Error|node_modules|\.ts\b|undefined/)
})

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
])('%s is not public', async (path) => {
  const { status, body } = await getRaw(site.url, path)
  expect(status).toBe(404)
  expect(body.toString()).not.toMatch(/secret|"kind"/)
})

test('a file of a published post is served with a sandboxing policy and an ETag', async () => {
  const response = await fetch(site.url + CONTENT)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox",
  )
  expect((await response.json()).content.content).toBe('<p>Its text.</p>')
  const etag = response.headers.get('etag') ?? ''
  const again = await fetch(site.url + CONTENT, { headers: { 'if-none-match': `"other", ${etag}` } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
})

test.for([
  'http://other.example/',
  '/%',
  '/post/%FF/%FF',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/../../../package.json',
  '/assets/..%2f..%2f.vite%2fmanifest.json',
  `/${'a/'.repeat(4000)}`,
])('the malformed request target %s never causes a server error', async (target) => {
  const { status, body } = await getRaw(site.url, target)
  expect([200, 400, 404]).toContain(status)
  expect(body.toString()).not.toMatch(/root:|node_modules| at .*\.ts/)
  expect(site.errors).toEqual([])
})
