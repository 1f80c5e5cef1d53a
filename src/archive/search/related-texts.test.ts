import { expect, test } from 'vitest'
import { readPost } from '#archive/post-store.ts'
import { openSearchIndex } from '#archive/search-index.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import { openBlog } from '../../../tests/fixtures/blog.ts'

async function startReading(read: (bucket: Bucket) => Bucket = (bucket) => bucket) {
  const blog = await openBlog()
  const index = openSearchIndex({ ...blog, bucket: read(blog.bucket), onError: () => {} })
  const publish = (id: string, over: Parameters<typeof blog.publish>[1] = {}) =>
    blog.publish(id, { title: `Title ${id}`, excerpt: '', tags: [], markdown: '', ...over })
  const next = async (id: string) => {
    const post = blog.archive.find('technology', id)
    if (post === null) return null
    const text = await readPost({ ...blog, ...post })
    return (await index.related(post, text?.markdown ?? '')).map((other) => other.id)
  }
  return { ...blog, publish, next }
}

const RAFT = 'A quorum elects a leader, and the leader copies its log to its followers.'
const LEAP = 'Astronomers add a second when the rotation of the planet falls behind.'

test('ranks a post with a similar text first, even if it is older and has a different title and tags', async () => {
  const { publish, next } = await startReading()
  await publish('here', { title: 'Agreeing on an order', markdown: RAFT })
  await publish('close', { title: 'Elections', markdown: RAFT, date: '2020-01-01T00:00:00Z' })
  await publish('far', { title: 'Clocks', markdown: LEAP })
  expect(await next('here')).toEqual(['close', 'far'])
})

test('gives a word that only two posts contain more weight than words that all posts contain', async () => {
  const { publish, next } = await startReading()
  const frequent = 'Model, network, data, system.'
  await publish('here', { tags: ['consensus'], markdown: frequent })
  await publish('tagged', { tags: ['consensus'], markdown: 'Garden, flower, tree, orchard, meadow, hedge.' })
  for (let number = 0; number < 8; number += 1) await publish(`p${number}`, { markdown: frequent })
  expect((await next('here'))?.[0]).toBe('tagged')
})

test('includes a post from another category among the first three if its text is similar', async () => {
  const { publish, next } = await startReading()
  const near = `${RAFT} Once more.`
  await publish('here', { markdown: near })
  for (const id of ['p1', 'p2', 'p3', 'p4']) await publish(id, { markdown: near })
  await publish('abroad', { category: 'blockchain', markdown: RAFT, date: '2020-01-01T00:00:00Z' })
  await publish('astray', { category: 'cybersecurity', markdown: LEAP, date: '2019-01-01T00:00:00Z' })
  expect(await next('here')).toEqual(['p1', 'p2', 'abroad', 'p3', 'p4', 'astray'])
})

test('updates the suggestions after publications and retractions, and returns at most six posts', async () => {
  const { publish, retract, next } = await startReading()
  await publish('here', { markdown: RAFT })
  expect(await next('here')).toEqual([])
  for (let number = 0; number < 8; number += 1) await publish(`p${number}`, { markdown: LEAP })
  expect(await next('here')).toHaveLength(6)
  await publish('close', { markdown: RAFT })
  expect((await next('here'))?.[0]).toBe('close')
  await retract('close')
  expect(await next('here')).not.toContain('close')
})

test('returns the newest posts if the index cannot read the bucket', async () => {
  const { publish, next } = await startReading((bucket) => ({
    ...bucket,
    get: () => Promise.reject(new Unavailable('The disk is away.')),
  }))
  for (const id of ['here', 'b', 'a']) await publish(id, { markdown: RAFT, date: `2026-10-0${id.length}T00:00:00Z` })
  expect(await next('a')).toEqual(['here', 'b'])
})
