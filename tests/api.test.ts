import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { correctPost, retractPost, reviewPost } from '#archive/verdict.ts'
import { createClient } from '#blog/client.ts'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import { createCalls } from '#server/calls.ts'
import { HOSTILE } from './e2e/hostile-html.ts'
import { feedComplaints } from './fixtures/feeds/complaints.ts'
import { openLocalBackend, serveBackend, SITE } from './fixtures/serve.ts'
import { postOf } from './fixtures/blog.ts'

const listResponse = z.object({
  posts: z.array(z.looseObject({ PostId: z.string() })),
  next: z.string().nullish(),
  total: z.number().optional(),
})
const named = { name: z.string(), posts: z.number() }
const searchResponse = listResponse
  .pick({ posts: true })
  .extend({ categories: z.strictObject(named).array(), tags: z.strictObject({ ...named, marks: z.unknown() }).array() })
const contentResponse = z.object({ content: z.object({ content: z.string() }) })
const refusal = z.object({ error: z.string() })

async function startApi(ids: [category: string, id: string, date: string][] = []) {
  const backend = await openLocalBackend({ categoryOrder: ['web-development', 'blockchain'] })
  const { bucket, archive } = backend
  const journal = openJournal({ bucket })
  for (const [category, id, date] of ids) {
    await publishPost({ bucket, journal, archive, post: postOf(id, { category, date }), files: [] })
  }
  const { url, request } = await serveBackend(backend)
  const call = (path: string, headers: Record<string, string> = {}) => request(path, { headers })
  const list = async (query: string) => {
    const body = listResponse.parse(await (await call(`/list-posts-by-category?${query}`)).json())
    return { ...body, ids: body.posts.map(({ PostId }) => PostId) }
  }
  return { call, list, backend, bucket, archive, journal, url }
}

const posts: [string, string, string][] = [
  ['blockchain', 'b1', '2026-10-01T00:00:00Z'],
  ['technology', 't1', '2026-10-02T00:00:00Z'],
  ['web-development', 'w1', '2026-10-03T00:00:00Z'],
  ['web-development', 'w2', '2026-10-05T00:00:00Z'],
  ['web-development', 'w3', '2026-10-04T00:00:00Z'],
]

const W2 = {
  PostId: 'w2',
  Category: 'web-development',
  PostTitle: 'Title of w2',
  Prefix: 'posts/web-development/w2/',
  DateISO: '2026-10-05T00:00:00Z',
  excerpt: 'E',
  minutes: 1,
}

test('lists the categories that have a post in editorial order, and unknown categories last', async () => {
  const { call } = await startApi(posts)
  // The bucket name is optional.
  for (const path of ['/list-categories?bucket_name=stet&prefix=posts', '/list-categories'])
    expect(await (await call(path)).json()).toEqual(['web-development', 'blockchain', 'technology'])
})

test('lists the posts of a category by any spelling of its name, newest first, and no posts for an unknown category', async () => {
  const { list, call } = await startApi(posts)
  expect(await (await call('/list-posts-by-category?category=gardening')).json()).toEqual({ posts: [] })
  for (const name of ['web-development', 'Web%20Development', 'WEB_DEVELOPMENT']) {
    const { ids, posts: listed } = await list(`category=${name}`)
    expect(ids).toEqual(['w2', 'w3', 'w1'])
    expect(listed[0]).toEqual(W2)
  }
})

test('a listed post contains its reading time, and `reviewed` after a review', async () => {
  const { list, bucket, archive, journal } = await startApi([['technology', 't1', '2026-10-02T00:00:00Z']])
  const listed = async () => (await list('category=technology&limit=5')).posts[0]
  expect(await listed()).toMatchObject({ minutes: 1 })
  expect(await listed()).not.toHaveProperty('reviewed')
  const store = { bucket, archive, journal, by: 'Ada', note: 'N' }
  const judged = () => ({ category: 'technology', id: 't1', baseVersion: archive.find('technology', 't1')?.text ?? 0 })
  const html = `<p>${'word '.repeat(500)}</p>`
  const text = { title: 'T', excerpt: 'E', html, markdown: 'M', author: 'A', tags: [], provenance: null }
  const place = { category: 'technology', id: 't1', date: '2026-10-02T00:00:00Z' }
  await correctPost({ ...store, judged: judged(), post: { ...text, ...place } })
  // A person's correction does not count as a review.
  expect(await listed()).toMatchObject({ minutes: 3 })
  expect(await listed()).not.toHaveProperty('reviewed')
  await reviewPost({ ...store, judged: judged() })
  expect(await listed()).toMatchObject({ minutes: 3, reviewed: true })
})

test('does not compress the health report, because a bucket that hangs would block compression', async () => {
  const { request } = await serveBackend(await openLocalBackend(), { sentence: 'A long sentence. '.repeat(200) })
  const { headers } = await request('/healthz', { headers: { 'accept-encoding': 'br, gzip' } })
  expect([headers.get('content-encoding'), Number(headers.get('content-length')) > 3_000]).toEqual([null, true])
})

test('marks a correction in the text of a post', async () => {
  const { call, bucket, archive, journal } = await startApi([])
  const record = { writer: null, note: null, sources: [], checks: [], reviews: [], corrections: [] }
  const text = { category: 'technology', title: 'T', excerpt: 'E', markdown: 'M', author: 'A', tags: [] }
  const post = { ...text, date: '2026-10-02T00:00:00Z', html: '<p>A.</p>', provenance: record }
  const store = { bucket, archive, journal }
  await publishPost({ ...store, post: { ...post, id: 'new' }, files: [] })
  const shown = async (id: string) => {
    const { content } = contentResponse.parse(
      await (await call(`/get-post-content?category=technology&post_id=${id}`)).json(),
    )
    return content.content
  }
  expect(await shown('new')).toBe('<p>A.</p>')
  const judged = { category: 'technology', id: 'new', baseVersion: archive.find('technology', 'new')?.text ?? 0 }
  const corrected = { ...post, id: 'new', html: '<p>B.</p>' }
  await correctPost({ ...store, judged, post: corrected, by: 'Ada', note: 'It said A.' })
  expect(await shown('new')).toMatch(
    /^<div class="corrected"><p class="correction" .*It said A\..*<\/p><p>B\.<\/p><\/div>$/,
  )
})

test('sanitises hostile HTML in calls and feeds, even if the stored record claims that it is safe', async () => {
  const { call, bucket } = await startApi(
    HOSTILE.map((_, index) => ['technology', `h${index}`, '2026-10-01T00:00:00Z']),
  )
  for (const [index, { html }] of HOSTILE.entries()) {
    const key = `posts/technology/h${index}/content.json`
    const stored = await bucket.get(key)
    const record = JSON.parse(Buffer.from(stored?.body ?? '').toString())
    // Older versions stored the sanitiser's record with the text.
    const sanitized = { version: '2-000000000000', sha256: hash('sha256', html) }
    const changed = { ...record, content: { ...record.content, content: html }, sanitized }
    await bucket.put(key, Buffer.from(JSON.stringify(changed)), { contentType: 'application/json' })
  }
  for (const [index, { html }] of HOSTILE.entries()) {
    const response = await call(`/get-post-content?category=technology&post_id=h${index}`)
    expect(contentResponse.parse(await response.json()).content.content).toBe(sanitizeHtml(html))
  }
  for (const path of ['/rss.xml', '/atom.xml', '/feed.json'])
    expect(feedComplaints(await (await call(path)).text(), `${SITE}${path}`)).toEqual([])
})

test('the pages of a list do not skip or repeat posts, even if a post is retracted between two requests', async () => {
  const { list, bucket, archive, journal } = await startApi(posts)
  expect(await list('category=web-development&limit=2&page=2')).toMatchObject({ ids: ['w1'], total: 3, next: null })
  expect(await list('category=web-development&limit=2&page=3')).toMatchObject({ ids: [], total: 3, next: null })
  const first = await list('category=web-development&limit=2')
  expect([first.ids, first.total]).toEqual([['w2', 'w3'], 3])
  const seen = archive.find('web-development', 'w3')
  if (seen) await retractPost({ bucket, journal, archive, post: seen, by: 'A', reason: 'R' })
  const second = await list(`category=web-development&limit=2&cursor=${first.next}`)
  expect([second.ids, second.next]).toEqual([['w1'], null])
})

test('the API client reads a post with its picture and related posts', async () => {
  const { url } = await startApi(posts)
  const client = createClient({ host: url, bucketName: 'stet', fetch })
  const post = await client.getPost('technology', 't1')
  expect(post).toMatchObject({ title: 'Title of t1', html: '<p>x</p>', thumbnail: 'posts/technology/t1/thumbnail.png' })
  expect(post && 'related' in post && post.related.map(({ id }) => id)).toEqual(['w2', 'w3', 'w1', 'b1'])
  expect(await client.getPost('technology', 'nothing')).toBeNull()
})

test('responds with 404 and the reason for a retracted post', async () => {
  const { url, bucket, archive, journal } = await startApi(posts)
  const seen = archive.find('technology', 't1')
  if (seen) await retractPost({ bucket, journal, archive, post: seen, by: 'Ada', reason: 'Not so.' })
  const response = await fetch(`${url}/get-post-content?category=technology&post_id=t1`)
  expect([response.status, await response.json()]).toMatchObject([404, { retraction: { by: 'Ada', note: 'Not so.' } }])
  const client = createClient({ host: url, bucketName: 'stet', fetch })
  expect(await client.getPost('Technology', 't1')).toMatchObject({ kind: 'retraction', title: 'Title of t1' })
})

test.for([
  ['/list-posts-by-category', 400, 'category is missing'],
  ['/list-posts-by-category?category=', 400, 'category is empty'],
  ['/list-posts-by-category?category=a&category=b', 400, 'category is given more than once'],
  [`/list-posts-by-category?category=${'a'.repeat(201)}`, 400, 'category is longer than 200 characters'],
  ['/list-posts-by-category?category=a&limit=0', 400, 'limit must be a whole number from 1 to 100'],
  ['/list-posts-by-category?category=a&limit=1.5', 400, 'limit must be a whole number from 1 to 100'],
  ['/list-posts-by-category?category=a&limit=x', 400, 'limit must be a whole number from 1 to 100'],
  ['/list-posts-by-category?category=a&cursor=x', 400, 'cursor is not a "next"'],
  ['/list-posts-by-category?category=a&page=0', 400, 'page must be a whole number from 1 to 99999'],
  ['/list-categories?prefix=journal', 400, 'prefix must be "posts"'],
  ['/list-categories?bucket_name=other&prefix=posts', 404, 'There is no bucket other here'],
  ['/get-post-content?category=a', 400, 'post_id is missing'],
  ['/get-post-content?category=a&post_id=b&bucket_name=other', 404, 'There is no bucket other here'],
  ['/get-post-content?category=a&post_id=b', 404, 'There is no post b in the category a'],
  ['/get-post-content?category=..%2F..&post_id=..%2Fjournal', 404, 'There is no post'],
  ['/search-posts', 400, 'q is missing'],
  ['/search-posts?q=a&q=b', 400, 'q is given more than once'],
  [`/search-posts?q=${'a'.repeat(201)}`, 400, 'q is longer than 200 characters'],
  ['/search-posts?q=a&limit=51', 400, 'limit must be a whole number from 1 to 50'],
  ['/search-posts?q=a&limit=0', 400, 'limit must be a whole number from 1 to 50'],
] as const)('responds to %s with %i: %s', async ([path, status, sentence]) => {
  const { call } = await startApi(posts)
  const response = await call(path)
  expect(response.status).toBe(status)
  expect(refusal.parse(await response.json()).error).toContain(sentence)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('a search returns summaries, best match first, and an empty search returns nothing', async () => {
  const { call } = await startApi(posts)
  const search = async (query: string) =>
    searchResponse.parse(await (await call(`/search-posts?${query}`)).json()).posts
  expect((await search('q=title'))[0]).toEqual({ ...W2, marks: [[0, 5]] })
  expect((await search('q=titel&limit=2')).map(({ PostId }) => PostId)).toEqual(['w2', 'w3'])
  expect(await search('q=title&limit=50')).toHaveLength(5)
  for (const query of ['q=', 'q=%20', 'q=%22%22%20*', 'q=gardening']) expect(await search(query)).toEqual([])
})

test('a search returns matching categories and tags, and snippets that contain the words', async () => {
  const { call } = await startApi(posts)
  const search = async (query: string) => searchResponse.parse(await (await call(`/search-posts?${query}`)).json())
  expect((await search('q=text&limit=1')).posts[0]).toMatchObject({
    marks: [],
    snippet: { text: 'Text', marks: [[0, 4]] },
  })
  expect(await search('q=web%20dev&limit=1')).toMatchObject({
    categories: [{ name: 'web-development' }],
    tags: [],
  })
  expect(await search('q=t&limit=1')).toMatchObject({ tags: [{ name: 't', marks: [[0, 1]] }] })
})

test('responds with 304 if the response is unchanged', async () => {
  const { call, bucket, archive, journal } = await startApi(posts)
  const path = '/list-posts-by-category?category=technology'
  const etag = (await call(path)).headers.get('etag') ?? ''
  const again = await call(path, { 'if-none-match': `"other", ${etag}` })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const post = archive.find('technology', 't1')
  if (post) await retractPost({ bucket, journal, archive, post, by: 'A', reason: 'R' })
  expect((await call(path, { 'if-none-match': etag })).status).toBe(200)
})

test('caches one response for all spellings of its parameters, but none for unknown names', async () => {
  const { backend } = await startApi(posts)
  const calls = createCalls({ backend, bucketName: 'stet', report: () => {} })
  const keyOf = (path: string) => {
    const { pathname, searchParams } = new URL(path, SITE)
    return calls.get(pathname)?.(searchParams).key
  }
  for (const [path, alias] of [
    ['/list-categories?bucket_name=stet&prefix=posts', '/list-categories?x=1'],
    ['/list-posts-by-category?category=technology', '/list-posts-by-category?x=2&category=Technology'],
    ['/get-post-content?category=technology&post_id=t1', '/get-post-content?post_id=t1&x=2&category=TECHNOLOGY'],
  ] as const)
    expect([path, keyOf(path)]).toEqual([path, keyOf(alias) ?? 'no key'])
  for (const path of [
    '/list-posts-by-category?category=gardening',
    '/list-posts-by-category?category=technology&page=2',
    '/get-post-content?category=technology&post_id=none',
    '/search-posts?q=title&limit=8',
  ])
    expect([path, keyOf(path)]).toEqual([path, null])
  const [all, some] = ['', '&limit=5'].map((limit) => keyOf(`/list-posts-by-category?category=technology${limit}`))
  expect(all).not.toBe(some)
})
