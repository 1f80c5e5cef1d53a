import { expect, test } from 'vitest'
import { Corrupt, Unavailable } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { openArchive } from '#archive/archive.ts'
import { publishPost } from '#archive/publish.ts'
import { openJournal, type Journal } from '#archive/journal.ts'
import { readPost, summaryOf } from '#archive/post-store.ts'
import { correctPost, retractPost, reviewPost } from '#archive/verdict.ts'
import type { Picture } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { PostFile } from '#archive/publish.ts'
import { openBlog, postOf } from '../../tests/fixtures/blog.ts'

const provenance = {
  writer: { model: 'm', provider: 'p' },
  note: null,
  sources: [{ title: 'Source', publisher: 'Publisher', url: 'https://example.org/' }],
  checks: [{ name: 'numbers', passed: true, detail: '3 of 3' }],
  reviews: [{ by: 'nobody', date: '2026-01-01', note: 'not in the journal' }],
  corrections: [],
}

const one = postOf('one', { category: 'cyber-security', title: 'One', provenance })

const files: PostFile[] = [{ name: 'thumbnail.png', body: Buffer.from('png'), contentType: 'image/png' }]

async function newsroom() {
  const puts: string[] = []
  const memory = memoryBucket()
  const put: Bucket['put'] = (key, body, putOptions) => {
    puts.push(key)
    return memory.put(key, body, putOptions)
  }
  const bucket = { ...memory, put }
  return { ...(await openBlog(bucket)), puts }
}

async function keysOf(bucket: Bucket): Promise<string[]> {
  return await Array.fromAsync(bucket.keys('posts/'))
}

test("stores a publication's files, text and event in this order", async () => {
  const room = await newsroom()
  const event = await publishPost({ ...room, post: one, files })
  expect(room.puts).toEqual([
    'posts/cyber-security/one/thumbnail.png',
    'posts/cyber-security/one/post.md',
    'posts/cyber-security/one/content.json',
    'journal/0000000001.json',
  ])
  expect(event).toMatchObject({ sequence: 1, post: { id: 'one', title: 'One', prefix: 'posts/cyber-security/one/' } })
  expect(await readPost({ ...room, category: 'Cyber Security', id: 'one' })).toEqual({
    title: 'One',
    excerpt: 'E',
    html: '<p>x</p>',
    author: 'A',
    date: '2026-10-01T00:00:00Z',
    category: 'cyber-security',
    tags: ['t'],
    thumbnail: 'posts/cyber-security/one/thumbnail.png',
    related: [],
    provenance: { ...provenance, reviews: [], corrections: [] },
    updated: null,
    markdown: 'Text',
    version: 1,
  })
})

const picture: Picture = { widths: [320, 640], formats: ['avif'], placeholder: '#a0b1c2', alt: 'A lock.' }
const pictures = [320, 640].map((width) => ({
  name: `thumbnail-${width}.avif`,
  body: Buffer.from('avif'),
  contentType: 'image/avif',
}))

test('lists and pages contain the picture record', async () => {
  const room = await newsroom()
  await publishPost({ ...room, post: { ...one, picture }, files: [...files, ...pictures] })
  await publishPost({ ...room, post: { ...one, id: 'two' }, files })
  const again = await openArchive({ bucket: room.bucket, pollEvery: 0 })
  for (const archive of [room.archive, again]) {
    expect(archive.find('cyber-security', 'one')?.picture).toEqual(picture)
    expect(archive.find('cyber-security', 'two')).not.toHaveProperty('picture')
  }
  expect(await readPost({ ...room, category: 'cyber-security', id: 'one' })).toMatchObject({ picture })
  expect(await readPost({ ...room, category: 'cyber-security', id: 'two' })).not.toHaveProperty('picture')
})

function published(room: Awaited<ReturnType<typeof newsroom>>) {
  const post = room.archive.find('cyber-security', 'one')
  if (post === null) throw new Error('The post does not exist.')
  return post
}

test('does not publish an existing or retracted post again', async () => {
  const room = await newsroom()
  await publishPost({ ...room, post: one, files })
  expect(await publishPost({ ...room, post: { ...one, title: 'Other' }, files })).toBeNull()
  await retractPost({ ...room, post: published(room), by: 'Ada', reason: 'wrong' })
  expect(await publishPost({ ...room, post: one, files })).toBeNull()
  expect(room.archive.sequence).toBe(2)
  expect(await keysOf(room.bucket)).toEqual([])
})

test('if two newsrooms publish the same post at the same time, its list entry and its page are consistent', async () => {
  const room = await newsroom()
  const firstStored = Promise.withResolvers<void>()
  const secondFinished = Promise.withResolvers<void>()
  // Test the worst order: neither newsroom finds the post, the first one stores its text first, and the second one
  // commits its event first.
  const firstJournal: Journal = {
    ...room.journal,
    async append(draft) {
      firstStored.resolve()
      await secondFinished.promise
      return room.journal.append(draft)
    },
  }
  const secondBucket: Bucket = {
    ...room.bucket,
    async put(key, body, options) {
      await firstStored.promise
      return room.bucket.put(key, body, options)
    },
  }
  const { bucket, journal } = room
  const second = { ...one, title: 'Two' }
  await Promise.all([
    publishPost({ bucket, journal: firstJournal, post: one, files }),
    publishPost({ bucket: secondBucket, journal, post: second, files }).finally(secondFinished.resolve),
  ])
  await room.archive.refresh()
  expect(room.archive.all()).toMatchObject([{ title: 'One', sequence: 1 }])
  expect(await readPost({ ...room, category: 'cyber-security', id: 'one' })).toMatchObject({ title: 'One' })
})

test('publishing again completes an interrupted publication with the stored text', async () => {
  const room = await newsroom()
  const journal = { ...room.journal, append: () => Promise.reject(new Unavailable('died')) }
  await expect(publishPost({ ...room, journal, post: one, files })).rejects.toThrow('died')
  expect(room.archive.all()).toEqual([])
  const otherFiles = files.map((file) => ({ ...file, body: Buffer.from('other') }))
  await publishPost({ ...room, post: { ...one, title: 'Written again' }, files: otherFiles })
  const picture = await room.bucket.get('posts/cyber-security/one/thumbnail.png')
  expect(String(picture && Buffer.from(picture.body))).toBe('png')
  expect(room.archive.all()).toMatchObject([{ title: 'One' }])
  expect(await readPost({ ...room, category: 'cyber-security', id: 'one' })).toMatchObject({ title: 'One' })
})

test.for<[string, (opened: Bucket) => Promise<void>]>([
  ['was emptied', emptied],
  ['lost its journal', (bucket) => emptied(bucket, 'journal/')],
])('rejects every publication and verdict if the bucket %s after it was opened', async ([, lose]) => {
  const bucket = memoryBucket()
  await publishPost({ ...(await openBlog(bucket)), post: one, files })
  // This process has not written anything yet.
  const room = await openBlog(bucket)
  const { category, id } = one
  const judged = { category, id, baseVersion: 1 }
  await lose(bucket)
  const before = await Array.fromAsync(bucket.keys(''))
  const writes = [
    () => publishPost({ ...room, post: { ...one, id: 'two' }, files }),
    () => reviewPost({ ...room, judged, by: 'Ada', note: '' }),
    () => correctPost({ ...room, judged, post: one, by: 'Ada', note: 'A number' }),
    () => retractPost({ ...room, post: one, by: 'Ada', reason: 'wrong' }),
  ]
  for (const write of writes) await expect(write()).rejects.toThrow(/journal\/0000000001\.json was read before/)
  const journal = openJournal({ bucket, pause: async () => {} })
  await expect(journal.append({ kind: 'published', post: summaryOf(one) }, 1)).rejects.toThrow(Unavailable)
  expect(await Array.fromAsync(bucket.keys(''))).toEqual(before)
})

async function emptied(bucket: Bucket, prefix = ''): Promise<void> {
  for (const key of await Array.fromAsync(bucket.keys(prefix))) await bucket.delete(key)
}

test('returns null for a post without a text, and rejects with Corrupt and the key if the text cannot be read', async () => {
  const room = await newsroom()
  await publishPost({ ...room, post: one, files })
  const key = 'posts/cyber-security/one/content.json'
  await room.bucket.put(key, Buffer.from('{"content":{}}'), { contentType: 'application/json' })
  const reading = readPost({ ...room, category: 'cyber-security', id: 'one' })
  await expect(reading).rejects.toThrow(Corrupt)
  await expect(reading).rejects.toThrow(key)
  await room.bucket.delete(key)
  expect(await readPost({ ...room, category: 'cyber-security', id: 'one' })).toBeNull()
  expect(await readPost({ ...room, category: 'cyber-security', id: 'two' })).toBeNull()
})

test.each(['', '../x', 'a/b', 'Upper', '-a', 'a b', 'é', 'a'.repeat(101)])(
  'rejects %j as a post id and as a category',
  async (name) => {
    const room = await newsroom()
    await expect(publishPost({ ...room, post: { ...one, id: name }, files })).rejects.toThrow(
      'is not a valid post id or category',
    )
    await expect(publishPost({ ...room, post: { ...one, category: name }, files })).rejects.toThrow('is not a valid')
    expect(room.puts).toEqual([])
  },
)
