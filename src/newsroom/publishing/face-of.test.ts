import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { rebuildJournal } from '#archive/check.ts'
import { publishPost } from '#archive/publish.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { faceOf } from '#newsroom/publishing/illustrate.ts'

const PNG = { name: 'thumbnail.png', body: Buffer.from('png'), contentType: 'image/png' }

function article(day: number, tags: string[] = ['clock']) {
  const date = new Date(Date.UTC(2026, 9, day)).toISOString()
  return { id: `post-${day}`, category: 'technology', title: 'News', excerpt: '', date, tags, markdown: 'Text.' }
}

test('gives ten neighbouring posts about one subject ten figures, which a rebuilt journal keeps', async () => {
  const bucket = memoryBucket()
  const open = async () => await openArchive({ bucket, pollEvery: 0, onError: console.error })
  let archive = await open()
  for (let day = 1; day <= 20; day++) {
    const post = { ...article(day), html: '<p>Text.</p>', author: 'Stet', provenance: null }
    const { face } = faceOf(archive, post)
    await publishPost({
      bucket,
      journal: openJournal({ bucket }),
      archive,
      post: { ...post, cover: face },
      files: [PNG],
    })
  }
  const shown = () => archive.posts('technology').map(({ cover }) => cover?.figure)
  const figures = shown()
  figures.forEach((figure, i) => expect(figures.slice(i + 1, i + 10)).not.toContain(figure))

  // A post that is inserted later differs from the posts before and after it.
  const late = faceOf(archive, { ...article(10), id: 'late' }).face.figure
  expect(figures.slice(7, 13)).not.toContain(late)

  for await (const key of bucket.keys('journal/')) await bucket.delete(key)
  await rebuildJournal(bucket)
  archive = await open()
  expect(shown()).toEqual(figures)
})

test('chooses different figures for neighbouring posts of two categories with one tone', async () => {
  const bucket = memoryBucket()
  const archive = await openArchive({ bucket, pollEvery: 0, onError: console.error })
  const post = { ...article(1), category: 'hardware', html: '<p>Text.</p>', author: 'Stet', provenance: null }
  const { face } = faceOf(archive, post)
  await publishPost({ bucket, journal: openJournal({ bucket }), archive, post: { ...post, cover: face }, files: [PNG] })
  expect([face.figure, faceOf(archive, article(2)).face.figure]).toEqual(['clock', expect.not.stringMatching('clock')])
})

test('reads the numbers of a cover from the text without code, citations and URLs', async () => {
  const archive = await openArchive({ bucket: memoryBucket(), pollEvery: 0, onError: console.error })
  const markdown =
    'Of 12 nodes, 37% failed [S3]. See [notes](https://a.example/9).[1](#s1)\n\n```js\nrun(77)\n```\nAll 5 came back.'
  const { numbers } = faceOf(archive, { ...article(1), title: 'Two of 40', markdown })
  expect(numbers).toEqual(['40', '12', '37%', '5'])
})
