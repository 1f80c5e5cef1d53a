import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { checkBucket, collectGarbage, rebuildJournal } from '#archive/check.ts'
import { openJournal } from '#archive/journal.ts'
import { readPost } from '#archive/post-store.ts'
import { publishPost } from '#archive/publish.ts'
import { correctPost, retractPost } from '#archive/verdict.ts'
import type { Picture } from '#blog/post.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { postOf } from '../../tests/fixtures/blog.ts'

const PICTURE: Picture = { widths: [], formats: [], placeholder: '#a0b1c2', alt: '' }
const PNG = { name: 'thumbnail.png', body: Buffer.from('picture'), contentType: 'image/png' }

async function bucketWith(ids: string[]) {
  const bucket = memoryBucket()
  const journal = openJournal({ bucket })
  for (const [index, id] of ids.entries()) {
    const post = postOf(id, { date: `2026-10-0${index + 1}T00:00:00Z`, picture: PICTURE })
    await publishPost({ bucket, journal, post, files: [PNG] })
  }
  return bucket
}

test('finds no garbage and no problems in a complete bucket', async () => {
  expect(await checkBucket(await bucketWith(['a', 'b']))).toEqual({
    events: 2,
    posts: 2,
    garbage: [],
    unlisted: [],
    problems: [],
  })
})

test('treats objects without a post as garbage, and deletes them without changing any post', async () => {
  const bucket = await bucketWith(['a'])
  await bucket.put('posts/technology/died/thumbnail.png', PNG.body, PNG)
  await bucket.put('posts/technology/half/content.json', Buffer.from('{"content":'), JSON_OBJECT)
  const { garbage, unlisted, problems } = await checkBucket(bucket)
  expect(garbage).toEqual(['posts/technology/died/thumbnail.png', 'posts/technology/half/content.json'])
  expect([unlisted, problems]).toEqual([[], []])
  await collectGarbage(bucket, garbage)
  expect(await checkBucket(bucket)).toMatchObject({ events: 1, posts: 1, garbage: [], problems: [] })
})

test('reports a complete post without an event, and never deletes it', async () => {
  const bucket = await bucketWith(['a', 'b'])
  const kept = await textOf(bucket, 'posts/technology/b/content.json')
  await bucket.delete('journal/0000000002.json')
  const { garbage, unlisted } = await checkBucket(bucket)
  expect([garbage, unlisted]).toEqual([[], ['technology/b']])
  await collectGarbage(bucket, garbage)
  expect(await textOf(bucket, 'posts/technology/b/content.json')).toBe(kept)
  // The remaining objects of a retracted post are garbage.
  const [journal, archive] = [openJournal({ bucket }), await openArchive({ bucket, pollEvery: 0 })]
  const dying: Bucket = {
    ...bucket,
    keys() {
      throw new Unavailable('died')
    },
  }
  const post = { ...A, id: 'b', title: 'B', excerpt: '', date: '2026-10-02T00:00:00Z', tags: [] }
  const retraction = retractPost({ bucket: dying, journal, archive, post, by: 'Ada', reason: 'r' })
  await expect(retraction).rejects.toThrow('died')
  expect(await checkBucket(bucket)).toMatchObject({
    unlisted: [],
    garbage: ['posts/technology/b/content.json', 'posts/technology/b/post.md', 'posts/technology/b/thumbnail.png'],
  })
})

test('a bucket with posts but no journal cannot be opened, and its posts do not count as garbage', async () => {
  const bucket = await bucketWith(['a', 'b'])
  await loseJournal(bucket)
  await expect(openArchive({ bucket, pollEvery: 0 })).rejects.toThrow(
    /2 posts and no journal.*npm run doctor -- --reindex/,
  )
  expect(await checkBucket(bucket)).toMatchObject({
    posts: 0,
    garbage: [],
    unlisted: ['technology/a', 'technology/b'],
    problems: [expect.stringContaining('no journal')],
  })
})

test('opens a bucket whose first publication stopped before its event', async () => {
  const bucket = await bucketWith(['a'])
  await loseJournal(bucket)
  const archive = await openArchive({ bucket, pollEvery: 0 })
  expect(archive.all()).toEqual([])
})

test('reports published posts without a picture or readable text', async () => {
  const bucket = await bucketWith(['a', 'b'])
  await bucket.delete('posts/technology/a/thumbnail.png')
  await bucket.put('posts/technology/b/content.json', Buffer.from('{'), { contentType: 'application/json' })
  expect((await checkBucket(bucket)).problems).toEqual([
    'The text of technology/b cannot be read.',
    'The published post technology/a has no posts/technology/a/thumbnail.png.',
  ])
})

test('rebuilds a missing journal, oldest post first, and rejects a bucket with a journal', async () => {
  const bucket = await bucketWith(['a', 'b', 'c'])
  await loseJournal(bucket)
  expect(await rebuildJournal(bucket)).toEqual({ posts: 3, corrected: [] })
  const archive = await openArchive({ bucket, pollEvery: 0 })
  expect(archive.all().map(({ id, sequence }) => [id, sequence])).toEqual([
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ])
  expect(await checkBucket(bucket)).toMatchObject({ posts: 3, garbage: [], unlisted: [], problems: [] })
  await expect(rebuildJournal(bucket)).rejects.toThrow('This bucket has a journal')
  expect((await openJournal({ bucket }).readAfter(0)).length).toBe(3)
})

test('reports a copied post folder, but neither publishes nor deletes it', async () => {
  const bucket = await bucketWith(['a', 'b'])
  const copies = ['a copy', 'a-copy']
  for (const key of await Array.fromAsync(bucket.keys('posts/technology/a/'))) {
    const { body = new Uint8Array(), contentType = '' } = (await bucket.get(key)) ?? {}
    for (const name of copies) await bucket.put(key.replace('/a/', `/${name}/`), body, { contentType })
  }
  const problems = copies.map((name) => expect.stringContaining(`posts/technology/${name} is a copy`))
  expect(await checkBucket(bucket)).toMatchObject({ posts: 2, garbage: [], unlisted: [], problems })
  await loseJournal(bucket)
  expect(await rebuildJournal(bucket)).toEqual({ posts: 2, corrected: [] })
  expect(await checkBucket(bucket)).toMatchObject({ posts: 2, garbage: [], unlisted: [], problems })
})

test('rebuilding the journal keeps the newest texts and the pictures of corrected posts', async () => {
  const bucket = await bucketWith(['a', 'b'])
  const archive = await openArchive({ bucket, pollEvery: 0 })
  await correctPost({ bucket, journal: openJournal({ bucket }), archive, ...correctionOf('Better') })
  await loseJournal(bucket)
  expect(await rebuildJournal(bucket)).toEqual({ posts: 2, corrected: ['technology/a'] })
  const again = await openArchive({ bucket, pollEvery: 0 })
  expect(again.find('technology', 'a')).toMatchObject({ title: 'Better', picture: PICTURE })
  expect(await readPost({ bucket, archive: again, ...A })).toMatchObject({ title: 'Better', html: '<p>y</p>' })
  expect((await checkBucket(bucket)).problems).toEqual([])
})

test('does not write a journal if a text cannot be read during the rebuild', async () => {
  const bucket = await bucketWith(['a', 'b'])
  await loseJournal(bucket)
  await bucket.put('posts/technology/b/content.json', Buffer.from('{'), JSON_OBJECT)
  await expect(rebuildJournal(bucket)).rejects.toThrow('posts/technology/b/content.json is not a post')
  expect(await Array.fromAsync(bucket.keys('journal/'))).toEqual([])
})

test('treats a corrected text without an event as garbage, but not the text of a corrected post', async () => {
  const bucket = await bucketWith(['a'])
  const archive = await openArchive({ bucket, pollEvery: 0 })
  await correctPost({ bucket, journal: openJournal({ bucket }), archive, ...correctionOf('T') })
  expect(await checkBucket(bucket)).toMatchObject({ garbage: [], problems: [] })
  await bucket.put('posts/technology/a/revision-lost.json', Buffer.from('{}'), JSON_OBJECT)
  expect((await checkBucket(bucket)).garbage).toEqual(['posts/technology/a/revision-lost.json'])
  await bucket.delete(`posts/technology/a/revision-${archive.find('technology', 'a')?.revision}.json`)
  expect((await checkBucket(bucket)).problems).toEqual(['The text of technology/a cannot be read.'])
})

const A = { category: 'technology', id: 'a' }
const JSON_OBJECT = { contentType: 'application/json' }

function correctionOf(title: string) {
  const post = postOf('a', { title, html: '<p>y</p>', markdown: 'y' })
  return { judged: { ...A, baseVersion: 1 }, post, by: 'Ada', note: 'n' }
}

async function loseJournal(bucket: Bucket): Promise<void> {
  for (const key of await Array.fromAsync(bucket.keys('journal/'))) await bucket.delete(key)
}

async function textOf(bucket: Bucket, key: string): Promise<string> {
  return Buffer.from((await bucket.get(key))?.body ?? []).toString()
}
