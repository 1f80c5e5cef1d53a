import { expect, test } from 'vitest'
import { CALL_TIMEOUT_MS, CallFailed, createClient } from '#blog/client.ts'
import { postHref } from '#blog/routes.ts'

function clientOf(
  respond: (url: string, init: { signal: AbortSignal }) => Response | Promise<Response>,
  timeout?: number,
) {
  const requested: string[] = []
  const client = createClient({
    host: 'https://api.example/',
    bucketName: 'the bucket',
    timeout,
    fetch: async (url, init) => {
      requested.push(url)
      return await respond(url, init)
    },
  })
  return { client, requested }
}

test('each call requests the documented URL', async () => {
  const { client, requested } = clientOf((url) => Response.json(url.includes('categories') ? [] : { posts: [] }))
  await client.listCategories()
  await client.listPosts('web development')
  await client.getPost('a', 'b&c').catch(() => {})
  expect(requested).toEqual([
    'https://api.example/list-categories?bucket_name=the+bucket&prefix=posts',
    'https://api.example/list-posts-by-category?category=web+development',
    'https://api.example/get-post-content?bucket_name=the+bucket&category=a&post_id=b%26c',
  ])
})

test.for([
  ['a status of 500', () => new Response('{}', { status: 500 })],
  ['a status of 404', () => new Response('[]', { status: 404 })],
  ['a redirect status', () => new Response(null, { status: 304 })],
  ['text that is not JSON', () => new Response('<html>')],
  ['invalid JSON', () => Response.json({ names: [] })],
  ['a failed connection', () => Promise.reject(new TypeError('fetch failed'))],
] as const)('after %s, rejects with an error that contains the URL', async ([, respond]) => {
  const failure = clientOf(respond).client.listCategories()
  await expect(failure).rejects.toThrow(CallFailed)
  await expect(failure).rejects.toThrow('https://api.example/list-categories')
})

test('rejects after the timeout', async () => {
  const { client } = clientOf(
    (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    20,
  )
  await expect(client.listPosts('a')).rejects.toThrow('no response within 20 ms')
  expect(CALL_TIMEOUT_MS).toBe(8000)
})

test('truncates words of more than 500 letters, except in HTML and URLs', async () => {
  const long = 'x'.repeat(20_000)
  const url = `https://a.example/${long}`
  const content = { title: `A ${long} title`, content: `<p>${long}</p>`, author: 'y'.repeat(500), tags: [long] }
  const body = { content, thumbnail_path: url }
  expect(await clientOf(() => Response.json(body)).client.getPost('a', 'b')).toMatchObject({
    title: `A ${'x'.repeat(500)}… title`,
    html: `<p>${long}</p>`,
    author: 'y'.repeat(500),
    tags: [`${'x'.repeat(500)}…`],
    thumbnail: url,
  })
})

test('replaces lone surrogates, because links cannot contain them', async () => {
  const posts = [{ PostId: 'a\uD800', PostTitle: 'T\uDC00', Category: 'c\uD800' }]
  const [post] = await clientOf(() => Response.json({ posts })).client.listPosts('c')
  expect(post).toMatchObject({ id: 'a\uFFFD', title: 'T\uFFFD' })
  expect(post && postHref(post)).toBe('/post/c%EF%BF%BD/a%EF%BF%BD')
})

test('returns null for a missing post', async () => {
  expect(await clientOf(() => new Response('gone', { status: 404 })).client.getPost('a', 'b')).toBeNull()
})
