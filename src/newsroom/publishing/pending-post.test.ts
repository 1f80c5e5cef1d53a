import { expect, test } from 'vitest'
import { retractPost } from '#archive/verdict.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { readPendingPosts, reserveId, storePendingPost } from '#newsroom/publishing/pending-post.ts'
import { openBlog } from '../../../tests/fixtures/blog.ts'
import { pendingPostOf } from '../../../tests/fixtures/newsroom/pending-post.ts'

async function store(desk: Bucket, day: string, id: string): Promise<void> {
  await storePendingPost(desk, { folder: `editions/${day}/slots/${id}`, pending: pendingPostOf(id) })
}

test('lists a held post until it is published or rejected, even after many later posts', async () => {
  const desk = memoryBucket()
  const blog = await openBlog()
  for (const id of ['held', 'rejected', 'published']) await store(desk, '2024-01-01', id)
  for (let index = 0; index < 1_000; index++) await store(desk, '2026-11-20', `later-${index}`)
  await blog.publish('published')
  await retractPost({ ...blog, post: pendingPostOf('rejected').post, by: 'Ada', reason: 'Not news.' })
  const ids = (await readPendingPosts(desk, '', { archive: blog.archive })).map(({ pending }) => pending.post.id)
  expect(ids).toHaveLength(1_001)
  expect(ids[0]).toBe('held')
})

test('reports an unreadable record and still returns all others', async () => {
  const desk = memoryBucket()
  for (const id of ['a', 'b', 'c']) await store(desk, '2026-11-21', id)
  const key = 'editions/2026-11-21/slots/b/post.json'
  await desk.put(key, Buffer.from('{"post":'), { contentType: 'application/json' })
  const errors: unknown[] = []
  const found = await readPendingPosts(desk, '', { onError: (error) => errors.push(error) })
  expect(found.map(({ folder }) => folder.slice(-1))).toEqual(['a', 'c'])
  expect(errors.map(String)).toEqual([expect.stringContaining(key)])
})

test('reserves an id for one slot, and lets that slot reserve it again', async () => {
  const desk = memoryBucket()
  const reserve = (folder: string) => reserveId(desk, { category: 'technology', id: 'a-title', folder })
  const reserved = await Promise.all(['one', 'two', 'three'].map(reserve))
  expect(reserved.filter(Boolean)).toHaveLength(1)
  expect(await reserve(['one', 'two', 'three'][reserved.indexOf(true)] ?? '')).toBe(true)
})
