import { expect, test } from 'vitest'
import { rebuildJournal } from '#archive/check.ts'
import { faceOf } from '#newsroom/publishing/illustrate.ts'
import { openBlog, postOf } from '../../../tests/fixtures/blog.ts'

function articleOf(day: number) {
  const date = new Date(Date.UTC(2026, 9, day)).toISOString()
  return postOf(`post-${day}`, { title: 'News', excerpt: '', date, tags: ['clock'] })
}

test('gives ten neighbouring posts about one subject ten figures, which survive a rebuild of the journal', async () => {
  const { bucket, archive, publish } = await openBlog()
  for (let day = 1; day <= 20; day++) {
    const post = articleOf(day)
    await publish(post.id, { ...post, cover: faceOf(archive, post).face })
  }
  const figures = archive.posts('technology').map(({ cover }) => cover?.figure)
  figures.forEach((figure, i) => expect(figures.slice(i + 1, i + 10)).not.toContain(figure))

  // A post that is inserted later differs from the posts on both sides of it.
  const late = faceOf(archive, { ...articleOf(10), id: 'late' }).face.figure
  expect(figures.slice(7, 13)).not.toContain(late)

  for await (const key of bucket.keys('journal/')) await bucket.delete(key)
  await rebuildJournal(bucket)
  const rebuilt = await openBlog(bucket)
  expect(rebuilt.archive.posts('technology').map(({ cover }) => cover?.figure)).toEqual(figures)
})

test('chooses different figures for neighbouring posts of two categories that share a tone', async () => {
  const { archive, publish } = await openBlog()
  const post = { ...articleOf(1), category: 'hardware' }
  const { face } = faceOf(archive, post)
  await publish(post.id, { ...post, cover: face })
  expect(face.figure).toBe('clock')
  expect(faceOf(archive, articleOf(2)).face.figure).not.toBe('clock')
})

test("reads a cover's numbers from the text, excluding code, citations and URLs", async () => {
  const { archive } = await openBlog()
  const markdown =
    'Of 12 nodes, 37% failed [S3]. See [notes](https://a.example/9).[1](#s1)\n\n```js\nrun(77)\n```\nAll 5 came back.'
  const { numbers } = faceOf(archive, { ...articleOf(1), title: 'Two of 40', markdown })
  expect(numbers).toEqual(['40', '12', '37%', '5'])
})
