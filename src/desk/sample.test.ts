import { expect, test } from 'vitest'
import { startDesk, postOf } from '../../tests/fixtures/desk.ts'

test('a verdict on a randomly selected post records the number of sentences and how many were wrong', async () => {
  const { desk, write, open, archive } = await startDesk({ share: 1 })
  for (const id of ['kept', 'corrected', 'retracted'])
    await write({ ...postOf(id), html: '<p>One is so. Two is so. Three is so.</p>', markdown: 'One is so.' })
  expect((await desk.list()).posts.every(({ isDrawn }) => isDrawn)).toBe(true)
  expect(archive.sample()).toBe(null)
  await desk.keep({ item: await open('kept'), by: 'Ada', note: '' })
  expect(archive.sample()).toMatchObject({ articles: 1, sentences: 5, wrong: 0 })
  const item = await open('corrected')
  const file = item.file.replace('One is so.', 'One is so. Two is not so.')
  await desk.correct({ item, file, by: 'Ada', note: 'n', anyway: false })
  // The corrected text no longer contains the second and third sentences.
  expect(archive.sample()).toMatchObject({ articles: 2, sentences: 10, wrong: 2 })
  await desk.retract({ item: await open('retracted'), by: 'Ada', note: 'r' })
  expect((await desk.log()).summary.sample).toMatchObject({ articles: 3, sentences: 15, wrong: 7 })
})

test('the sample does not include a retracted held post, because readers never saw it', async () => {
  const { desk, write, open, archive } = await startDesk({ share: 1 })
  await write(postOf('held'), [], true)
  expect(await desk.retract({ item: await open('held'), by: 'Ada', note: 'r' })).toMatchObject({ state: 'done' })
  expect(archive.sample()).toBe(null)
})

test('selects about the given percentage of posts, and always the same ones', async () => {
  const [one, two] = [await startDesk({ share: 0.2 }), await startDesk({ share: 0.2 })]
  for (const { write } of [one, two]) for (let id = 0; id < 60; id += 1) await write(postOf(`post-${id}`), [], true)
  const drawn = async ({ desk }: typeof one) => (await desk.list()).posts.filter((post) => post.isDrawn)
  expect((await drawn(one)).length).toBeGreaterThan(4)
  expect((await drawn(one)).length).toBeLessThan(22)
  expect(await drawn(one)).toEqual(await drawn(two))
})
