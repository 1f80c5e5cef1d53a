import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openArchive, type ArchivedPost } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { readPost } from '#archive/post-store.ts'
import { publishPost } from '#archive/publish.ts'
import { openSearchIndex } from '#archive/search-index.ts'
import { retractPost } from '#archive/verdict.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'

type Over = { title?: string; tags?: string[]; category?: string; markdown?: string; date?: string }

async function startReading(read: (bucket: Bucket) => Bucket = (bucket) => bucket) {
  const bucket = memoryBucket()
  const journal = openJournal({ bucket })
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const index = openSearchIndex({ archive, bucket: read(bucket), onError: () => {} })
  const publish = (id: string, { title = `Title ${id}`, tags = [], markdown = '', ...over }: Over = {}) => {
    const text = { html: '<p>x</p>', markdown, author: 'A', excerpt: '', provenance: null }
    const post = { id, category: 'technology', date: '2026-10-01T00:00:00Z', title, tags, ...text, ...over }
    return publishPost({ bucket, journal, archive, post, files: [] })
  }
  const retract = async (category: string, id: string) => {
    const post = archive.find(category, id)
    if (post) await retractPost({ bucket, journal, archive, post, by: 'A', reason: 'R' })
  }
  const related = async (post: ArchivedPost, by = index) => {
    const text = await readPost({ bucket, archive, ...post })
    return await by.related(post, text?.markdown ?? '')
  }
  const next = async (id: string) => {
    const post = archive.find('technology', id)
    return post === null ? null : (await related(post)).map((other) => other.id)
  }
  return { bucket, archive, index, publish, retract, related, next }
}

const RAFT = 'A quorum elects a leader, and the leader copies its log to its followers.'
const LEAP = 'Astronomers add a second when the rotation of the planet falls behind.'

test('what is close in its text comes first, though its title and tags share nothing and it is older', async () => {
  const { publish, next } = await startReading()
  await publish('here', { title: 'Agreeing on an order', markdown: RAFT })
  await publish('close', { title: 'Elections', markdown: RAFT, date: '2020-01-01T00:00:00Z' })
  await publish('far', { title: 'Clocks', markdown: LEAP })
  expect(await next('here')).toEqual(['close', 'far'])
})

test('one word that two posts alone have counts for more than what all of them have', async () => {
  const { publish, next } = await startReading()
  const frequent = 'Model, network, data, system.'
  await publish('here', { tags: ['consensus'], markdown: frequent })
  await publish('tagged', { tags: ['consensus'], markdown: 'Garden, flower, tree, orchard, meadow, hedge.' })
  for (let number = 0; number < 8; number += 1) await publish(`p${number}`, { markdown: frequent })
  expect((await next('here'))?.[0]).toBe('tagged')
})

test('one of the first three is of another category, if one is close', async () => {
  const { publish, next } = await startReading()
  const near = `${RAFT} Once more.`
  await publish('here', { markdown: near })
  for (const id of ['p1', 'p2', 'p3', 'p4']) await publish(id, { markdown: near })
  await publish('abroad', { category: 'blockchain', markdown: RAFT, date: '2020-01-01T00:00:00Z' })
  await publish('astray', { category: 'cybersecurity', markdown: LEAP, date: '2019-01-01T00:00:00Z' })
  expect(await next('here')).toEqual(['p1', 'p2', 'abroad', 'p3', 'p4', 'astray'])
})

test('what is only in another category, but not close, does not take a place', async () => {
  const { publish, next } = await startReading()
  await publish('here', { markdown: RAFT })
  for (const id of ['p1', 'p2', 'p3', 'p4']) await publish(id, { markdown: RAFT })
  await publish('abroad', { category: 'blockchain', markdown: `${LEAP} A log.` })
  expect((await next('here'))?.slice(0, 3)).toEqual(['p1', 'p2', 'p3'])
})

test('it follows what is published and retracted, and names six at most', async () => {
  const { publish, retract, next } = await startReading()
  await publish('here', { markdown: RAFT })
  expect(await next('here')).toEqual([])
  for (let number = 0; number < 8; number += 1) await publish(`p${number}`, { markdown: LEAP })
  expect(await next('here')).toHaveLength(6)
  await publish('close', { markdown: RAFT })
  expect((await next('here'))?.[0]).toBe('close')
  await retract('technology', 'close')
  expect(await next('here')).not.toContain('close')
})

test('an index that cannot read anything names the newest posts', async () => {
  const { publish, next } = await startReading((bucket) => ({
    ...bucket,
    get: () => Promise.reject(new Unavailable('The disk is away.')),
  }))
  for (const id of ['here', 'b', 'a']) await publish(id, { markdown: RAFT, date: `2026-10-0${id.length}T00:00:00Z` })
  expect(await next('a')).toEqual(['here', 'b'])
})

test('no post is named after itself, twice, or after it was retracted, and two servers answer alike', async () => {
  const words = fc.array(fc.constantFrom('raft', 'leap', 'quorum', 'salt', 'cache', 'the'), { maxLength: 6 })
  const some = fc.record({ text: words, tags: words, category: fc.constantFrom('technology', 'b') })
  await fc.assert(
    fc.asyncProperty(fc.array(some, { maxLength: 10 }), fc.nat({ max: 9 }), async (posts, gone) => {
      const { bucket, archive, index, publish, retract, related: relatedTo } = await startReading()
      for (const [id, { text, tags, category }] of posts.entries()) {
        await publish(`${id}`, { category, tags, markdown: text.join(' ') })
      }
      const other = await openArchive({ bucket, pollEvery: 0 })
      const sameElsewhere = openSearchIndex({ archive: other, bucket })
      for (const post of archive.all()) {
        const related = await relatedTo(post)
        expect(related.map(({ prefix }) => prefix)).not.toContain(post.prefix)
        expect(new Set(related).size).toBe(related.length)
        expect(related).toHaveLength(Math.min(6, archive.all().length - 1))
        expect((await relatedTo(post, sameElsewhere)).map(({ prefix }) => prefix)).toEqual(
          related.map(({ prefix }) => prefix),
        )
      }
      await retract(posts[gone]?.category ?? '', `${gone}`)
      for (const post of archive.all()) {
        for (const named of await relatedTo(post)) expect(archive.find(named.category, named.id)).toBe(named)
      }
      index.close()
      sameElsewhere.close()
    }),
    { numRuns: 30 },
  )
})
