import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { examine, reindex, sweep } from '#archive/examine.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { correctPost } from '#archive/verdict.ts'
import { memoryBucket } from '#bucket/memory.ts'

const PNG = { name: 'thumbnail.png', body: Buffer.from('picture'), contentType: 'image/png' }

async function bucketWith(ids: string[]) {
  const bucket = memoryBucket()
  const journal = openJournal({ bucket })
  for (const [index, id] of ids.entries()) {
    const post = {
      id,
      category: 'technology',
      title: `Title ${id}`,
      excerpt: 'E',
      html: '<p>x</p>',
      markdown: 'Text',
      author: 'A',
      date: `2026-10-0${index + 1}T00:00:00Z`,
      tags: ['t'],
      provenance: null,
    }
    await publishPost({ bucket, journal, post, files: [PNG] })
  }
  return bucket
}

test('a bucket in order has no orphans and no problems', async () => {
  expect(await examine(await bucketWith(['a', 'b']))).toEqual({ events: 2, posts: 2, orphans: [], problems: [] })
})

test('objects without an event are orphans, and swept without touching a post', async () => {
  const bucket = await bucketWith(['a'])
  await bucket.put('posts/technology/died/thumbnail.png', PNG.body, PNG)
  const { orphans, problems } = await examine(bucket)
  expect([orphans, problems]).toEqual([['posts/technology/died/thumbnail.png'], []])
  await sweep(bucket, orphans)
  expect(await examine(bucket)).toEqual({ events: 1, posts: 1, orphans: [], problems: [] })
})

test('a published post without its picture or its text is a problem that names it', async () => {
  const bucket = await bucketWith(['a', 'b'])
  await bucket.delete('posts/technology/a/thumbnail.png')
  await bucket.put('posts/technology/b/content.json', Buffer.from('{'), { contentType: 'application/json' })
  expect((await examine(bucket)).problems).toEqual([
    'The text of technology/b cannot be read.',
    'The published post technology/a has no posts/technology/a/thumbnail.png.',
  ])
})

test('a bucket without a journal gets one, oldest first; one with a journal is refused', async () => {
  const bucket = await bucketWith(['a', 'b', 'c'])
  for (const key of (await bucket.list({ prefix: 'journal/' })).keys) await bucket.delete(key)
  expect((await examine(bucket)).posts).toBe(0)
  expect(await reindex(bucket)).toBe(3)
  const archive = await openArchive({ bucket, pollEvery: 0 })
  expect(archive.all().map(({ id, sequence }) => [id, sequence])).toEqual([
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ])
  expect(await examine(bucket)).toMatchObject({ posts: 3, orphans: [], problems: [] })
  await expect(reindex(bucket)).rejects.toThrow('This bucket has a journal')
})

test('a revision that no event names is an orphan, and the text of a corrected post is not', async () => {
  const bucket = await bucketWith(['a'])
  const [journal, archive] = [openJournal({ bucket }), await openArchive({ bucket, pollEvery: 0 })]
  const judged = { ...A, seen: 1 }
  const given = { bucket, journal, archive, judged, by: 'Ada', note: 'n' }
  const words = { title: 'T', excerpt: 'E', html: '<p>y</p>', markdown: 'y', author: 'A', date: '2026-10-01T00:00:00Z' }
  await correctPost({ ...given, post: { ...A, ...words, tags: [], provenance: null } })
  expect(await examine(bucket)).toMatchObject({ orphans: [], problems: [] })
  await bucket.put('posts/technology/a/revision-lost.json', Buffer.from('{}'), { contentType: 'application/json' })
  const { orphans } = await examine(bucket)
  expect(orphans).toEqual(['posts/technology/a/revision-lost.json'])
  await bucket.delete(`posts/technology/a/revision-${archive.find('technology', 'a')?.revision}.json`)
  expect((await examine(bucket)).problems).toEqual(['The text of technology/a cannot be read.'])
})

const A = { category: 'technology', id: 'a' }
