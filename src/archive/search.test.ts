import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { correctPost, retractPost } from '#archive/verdict.ts'
import { createSearch } from '#archive/search.ts'
import { memoryBucket } from '#bucket/memory.ts'

async function startSearch() {
  const bucket = memoryBucket()
  const journal = openJournal({ bucket })
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const search = createSearch(archive)
  const post = (id: string, title: string, over: { tags?: string[]; excerpt?: string } = {}) => ({
    id,
    title,
    category: 'web-development',
    excerpt: 'About something else.',
    html: '<p>x</p>',
    markdown: 'Text',
    author: 'A',
    date: '2026-10-01T00:00:00Z',
    tags: ['other'],
    provenance: null,
    ...over,
  })
  const publish = (...given: Parameters<typeof post>) =>
    publishPost({ bucket, journal, archive, post: post(...given), files: [] })
  const find = (query: string, limit = 8) => search(query, limit).map(({ id }) => id)
  return { bucket, journal, archive, post, publish, find }
}

test('a word in the title counts for more than in the tags, and there for more than in the excerpt', async () => {
  const { publish, find } = await startSearch()
  await publish('in-excerpt', 'One', { excerpt: 'It mentions caching.' })
  await publish('in-tags', 'Two', { tags: ['caching'] })
  await publish('in-title', 'Caching')
  expect(find('caching')).toEqual(['in-title', 'in-tags', 'in-excerpt'])
})

test('the last word may be half-typed, a longer one misspelt, and all words have to be there', async () => {
  const { publish, find } = await startSearch()
  await publish('a', 'Speculative decoding halves the wait')
  await publish('b', 'Constrained decoding')
  expect(find('specu')).toEqual(['a'])
  expect(find('speculatve')).toEqual(['a'])
  expect(find('constrained decod')).toEqual(['b'])
  expect(find('constrained gardening')).toEqual([])
})

test('a category is found by its name, and at most as many posts as asked for', async () => {
  const { publish, find } = await startSearch()
  await publish('a', 'One')
  await publish('b', 'Two')
  expect(find('web development', 1)).toHaveLength(1)
})

test('the index follows what is published, corrected and retracted', async () => {
  const { bucket, journal, archive, post, publish, find } = await startSearch()
  expect(find('leap')).toEqual([])
  await publish('a', 'Leap seconds')
  expect(find('leap')).toEqual(['a'])
  const judged = { category: 'web-development', id: 'a', seen: 1 }
  await correctPost({ bucket, journal, archive, judged, post: post('a', 'Intercalation'), by: 'A', note: 'N' })
  expect([find('leap'), find('intercalation')]).toEqual([[], ['a']])
  const found = archive.find('web-development', 'a')
  if (found) await retractPost({ bucket, journal, archive, post: found, by: 'A', reason: 'R' })
  expect(find('intercalation')).toEqual([])
})
