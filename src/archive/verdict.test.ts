import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { publishPost } from '#archive/publish.ts'
import { readPost } from '#archive/post-store.ts'
import { correctPost, retractPost, reviewPost } from '#archive/verdict.ts'
import { changedPassages } from '#blog/passages.ts'
import { Unavailable } from '#bucket/bucket.ts'
import type { Picture } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { openBlog, postOf } from '../../tests/fixtures/blog.ts'

const one = postOf('one', {
  title: 'One',
  excerpt: 'First',
  author: 'Stet',
  date: '2026-11-20T08:00:00Z',
  provenance: {
    writer: { model: 'm', provider: 'p' },
    note: null,
    checks: [],
    sources: [{ title: 'Source', publisher: 'Publisher', url: 'https://example.org/' }],
    reviews: [{ by: 'nobody', date: '2026-01-01', note: 'not in the journal' }],
    corrections: [],
  },
})
const place = { category: 'technology', id: 'one' }
const judged = { ...place, baseVersion: 1 }
const folder = 'posts/technology/one/'
const words = { by: 'Lin', note: 'n' }

async function publishedDesk() {
  const own = await openBlog()
  await publishPost({ ...own, post: one, files: [] })
  return own
}

async function textOf(bucket: Bucket, name: string): Promise<string> {
  const stored = await bucket.get(`${folder}${name}`)
  return String(stored && Buffer.from(stored.body))
}

async function namesOf(bucket: Bucket): Promise<string[]> {
  return (await Array.fromAsync(bucket.keys('posts/'))).map((key) => key.slice(folder.length))
}

test('a page shows the reviews and corrections in the journal, but not those in the stored text', async () => {
  const own = await publishedDesk()
  expect(await textOf(own.bucket, 'content.json')).not.toContain('nobody')
  expect(await reviewPost({ ...own, judged, by: 'Ada', note: 'fine' })).toEqual({ state: 'done' })
  const better = { ...one, title: 'Better', html: '<p>New</p>', markdown: 'New' }
  const correction = { judged, post: better, by: 'Lin', note: 'a name' }
  expect(await correctPost({ ...own, ...correction })).toEqual({ state: 'done' })
  expect(await readPost({ ...own, ...place })).toMatchObject({
    title: 'Better',
    html: '<p>New</p>',
    markdown: 'New',
    updated: '2026-11-21T00:00:00.000Z',
    provenance: {
      writer: { model: 'm' },
      reviews: [{ by: 'Ada', note: 'fine' }],
      corrections: [{ by: 'Lin', note: 'a name' }],
    },
  })
  expect(own.archive.all()).toMatchObject([{ title: 'Better', sequence: 3, text: 3 }])
})

test('a correction records the changed passages, and missing or invalid passages in the journal are ignored', async () => {
  const own = await publishedDesk()
  const text = { ...one, html: '<p>x</p><p>More</p>', markdown: 'x\n\nMore' }
  await correctPost({ ...own, judged, post: text, by: 'Lin', note: 'More is said' })
  const [correction] = own.archive.find('technology', 'one')?.corrections ?? []
  expect(correction?.passages).toEqual(changedPassages('<p>x</p>', '<p>x</p><p>More</p>'))
  expect((await readPost({ ...own, ...place }))?.provenance?.corrections).toEqual([
    { by: 'Lin', date: '2026-11-21T00:00:00.000Z', note: 'More is said' },
  ])
  // Older events do not contain passages, and invalid passages must not make an event unreadable.
  const key = 'journal/0000000002.json'
  const event = JSON.parse(String(Buffer.from((await own.bucket.get(key))?.body ?? [])))
  expect(event.passages).toHaveLength(1)
  for (const passages of [undefined, ['<p>'], 'all']) {
    await own.bucket.put(key, Buffer.from(JSON.stringify({ ...event, passages })), { contentType: 'application/json' })
    const archive = await openArchive({ bucket: own.bucket, pollEvery: 0 })
    expect(archive.find('technology', 'one')?.corrections).toEqual([
      { by: 'Lin', date: '2026-11-21T00:00:00.000Z', note: 'More is said' },
    ])
    archive.close()
  }
})

test('a verdict does not change the picture record of a post', async () => {
  const own = await openBlog()
  const picture: Picture = { widths: [320], formats: ['webp'], placeholder: '#a0b1c2', alt: '' }
  const files = [{ name: 'thumbnail-320.webp', body: Buffer.from('webp'), contentType: 'image/webp' }]
  await publishPost({ ...own, post: { ...one, picture }, files })
  await reviewPost({ ...own, judged, by: 'Ada', note: '' })
  expect(own.archive.find('technology', 'one')?.picture).toEqual(picture)
  await correctPost({ ...own, judged, post: { ...one, title: 'Two' }, by: 'Lin', note: 'n' })
  expect(own.archive.find('technology', 'one')).toMatchObject({ title: 'Two', picture })
  expect(await readPost({ ...own, ...place })).toMatchObject({ title: 'Two', picture })
})

test('a review is shown on a post without provenance', async () => {
  const own = await openBlog()
  await publishPost({ ...own, post: { ...one, provenance: null }, files: [] })
  expect((await readPost({ ...own, ...place }))?.provenance).toBeNull()
  await reviewPost({ ...own, judged, by: 'Ada', note: '' })
  expect((await readPost({ ...own, ...place }))?.provenance).toEqual({
    writer: null,
    note: null,
    sources: [],
    checks: [],
    corrections: [],
    reviews: [{ by: 'Ada', date: '2026-11-21T00:00:00.000Z', note: '' }],
  })
})

test('the Markdown version contains the disclosure and all corrections', async () => {
  const own = await publishedDesk()
  expect(await textOf(own.bucket, 'post.md')).toBe(
    '# One\n\nWritten by AI. No human review is on record yet. Stet, 2026-11-20.\n\nFirst\n\nText\n\n## Sources\n\n1. [Source](<https://example.org/>), Publisher\n',
  )
  await reviewPost({ ...own, judged, by: 'Ada', note: '' })
  expect(await textOf(own.bucket, 'post.md')).toContain('Reviewed by Ada on November 21, 2026.')
  await correctPost({ ...own, judged, post: one, by: 'Lin', note: 'A name was wrong.' })
  expect(await textOf(own.bucket, 'post.md')).toContain('## Corrections\n\n- 2026-11-21: A name was wrong.\n')
})

test('the bucket keeps only the newest text, which content.json also contains', async () => {
  const own = await publishedDesk()
  for (const [baseVersion, title] of [
    [1, 'Two'],
    [2, 'Three'],
  ] as const)
    await correctPost({ ...own, judged: { ...place, baseVersion }, post: { ...one, title }, by: 'Lin', note: title })
  const { revision } = own.archive.find('technology', 'one') ?? {}
  expect(await namesOf(own.bucket)).toEqual(['content.json', 'post.md', `revision-${revision}.json`])
  expect(await textOf(own.bucket, 'content.json')).toBe(await textOf(own.bucket, `revision-${revision}.json`))
  expect(await textOf(own.bucket, 'content.json')).toContain('Three')
})

test('a correction that is interrupted before its event does not change the post', async () => {
  const own = await publishedDesk()
  const journal = { ...own.journal, append: () => Promise.reject(new Unavailable('died')) }
  const given = { judged, post: { ...one, title: 'Better' }, ...words }
  await expect(correctPost({ ...own, journal, ...given })).rejects.toThrow('died')
  expect(await readPost({ ...own, ...place })).toMatchObject({ title: 'One', updated: null })
  expect(await correctPost({ ...own, ...given })).toEqual({ state: 'done' })
})

test('readers see a complete correction even if it is interrupted right after its event is committed', async () => {
  const own = await publishedDesk()
  let left = 1
  const put: Bucket['put'] = async (key, body, options) => {
    if (key.startsWith('posts/') && (left -= 1) < 0) throw new Unavailable('died')
    return await own.bucket.put(key, body, options)
  }
  const given = { judged, post: { ...one, title: 'Better' }, ...words }
  await expect(correctPost({ ...own, bucket: { ...own.bucket, put }, ...given })).rejects.toThrow('died')
  const other = await openBlog(own.bucket)
  expect(await readPost({ ...other, ...place })).toMatchObject({
    title: 'Better',
    provenance: { corrections: [{ note: 'n' }] },
  })
})

test('an outdated archive never returns a new text without its note', async () => {
  const own = await publishedDesk()
  const behind = await openBlog(own.bucket)
  for (const baseVersion of [1, 2])
    await correctPost({
      ...own,
      judged: { ...place, baseVersion },
      post: { ...one, title: `T${baseVersion}` },
      ...words,
    })
  expect(behind.archive.sequence).toBe(1)
  const read = await readPost({ ...behind, ...place })
  expect([read?.title, read?.provenance?.corrections.length]).toEqual(['T2', 2])
})

test('one of two concurrent corrections returns `changed` and leaves no objects behind', async () => {
  const own = await publishedDesk()
  const other = await openBlog(own.bucket)
  const correction = { judged, note: 'n' }
  const outcomes = await Promise.all([
    correctPost({ ...own, ...correction, post: { ...one, title: 'By Ada' }, by: 'Ada' }),
    correctPost({ ...other, ...correction, post: { ...one, title: 'By Lin' }, by: 'Lin' }),
  ])
  expect(outcomes.map(({ state }) => state).toSorted()).toEqual(['changed', 'done'])
  const winner = outcomes[0].state === 'done' ? 'Ada' : 'Lin'
  for (const { archive } of [own, other]) {
    await archive.refresh()
    const read = await readPost({ ...own, archive, ...place })
    expect([read?.title, read?.provenance?.corrections.map(({ by }) => by)]).toEqual([`By ${winner}`, [winner]])
  }
  expect(await namesOf(own.bucket)).toHaveLength(3)
  expect(await textOf(own.bucket, 'content.json')).toContain(`By ${winner}`)
})

test('a review of an outdated text returns `changed` and is not recorded', async () => {
  const own = await publishedDesk()
  const other = await openBlog(own.bucket)
  await correctPost({ ...other, judged, post: one, by: 'Lin', note: 'n' })
  const outcome = await reviewPost({ ...own, judged, by: 'Ada', note: '' })
  expect(outcome).toMatchObject({ state: 'changed', post: { text: 2, corrections: [{ by: 'Lin' }] } })
  expect(own.archive.find('technology', 'one')?.reviews).toEqual([])
  expect(own.archive.sequence).toBe(2)
})

test('a verdict on a retracted post returns the retraction and changes nothing', async () => {
  const own = await publishedDesk()
  const other = await openBlog(own.bucket)
  await retractPost({ ...other, post: one, by: 'Lin', reason: 'wrong' })
  const gone = { state: 'gone', retraction: { by: 'Lin', note: 'wrong' } }
  expect(await reviewPost({ ...own, judged, by: 'Ada', note: '' })).toMatchObject(gone)
  expect(await correctPost({ ...own, judged, post: one, by: 'Ada', note: 'n' })).toMatchObject(gone)
  expect(await retractPost({ ...own, post: one, by: 'Ada', reason: 'me too' })).toMatchObject(gone)
  expect([await namesOf(own.bucket), own.archive.sequence]).toEqual([[], 2])
  expect(await reviewPost({ ...own, judged: { ...place, id: 'never', baseVersion: 1 }, by: 'Ada', note: '' })).toEqual({
    state: 'gone',
    retraction: null,
  })
})

test('a retraction during a correction takes precedence', async () => {
  const own = await publishedDesk()
  const other = await openBlog(own.bucket)
  const append: typeof own.journal.append = async (draft) => {
    const event = await own.journal.append(draft)
    await retractPost({ ...other, post: one, by: 'Lin', reason: 'wrong' })
    return event
  }
  const given = { judged, post: { ...one, title: 'Better' }, by: 'Ada', note: 'n' }
  expect(await correctPost({ ...own, journal: { ...own.journal, append }, ...given })).toMatchObject({ state: 'gone' })
  expect(await namesOf(own.bucket)).toEqual([])
})

test("a retraction first hides the post, then deletes only that post's objects", async () => {
  const own = await publishedDesk()
  await publishPost({ ...own, post: { ...one, id: 'one-more' }, files: [] })
  const broken = { ...own.bucket, delete: () => Promise.reject(new Unavailable('died')) }
  await expect(retractPost({ ...own, bucket: broken, post: one, by: 'Ada', reason: 'wrong' })).rejects.toThrow('died')
  expect(own.archive.retraction('technology', 'one')).toMatchObject({ by: 'Ada', note: 'wrong' })
  expect(await readPost({ ...own, ...place })).toBeNull()
  await retractPost({ ...own, post: one, by: 'Ada', reason: 'wrong' })
  expect(await Array.fromAsync(own.bucket.keys('posts/'))).toEqual([
    'posts/technology/one-more/content.json',
    'posts/technology/one-more/post.md',
  ])
})

test('a post can be retracted before it is published', async () => {
  const own = await openBlog()
  expect(await retractPost({ ...own, post: one, by: 'Ada', reason: 'not news' })).toEqual({ state: 'done' })
  expect(await publishPost({ ...own, post: one, files: [] })).toBeNull()
  expect(own.errors).toEqual([])
})
