import fc from 'fast-check'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import type { Archive, ArchivedPost } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { createSearch } from '#archive/search.ts'
import { correctPost, retractPost, reviewPost } from '#archive/verdict.ts'
import { openWordIndex } from '#archive/word-index.ts'
import { Unavailable } from '#bucket/bucket.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'

type Over = { tags?: string[]; excerpt?: string; category?: string; date?: string; markdown?: string }

async function startSearch(over: { bucket?: Bucket; read?: Bucket } = {}) {
  const { bucket = memoryBucket(), read = bucket } = over
  const journal = openJournal({ bucket })
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const index = openWordIndex({ archive, bucket: read, onError, retryAfter: 0 })
  const search = createSearch(index)
  const post = (id: string, title: string, over: Over = {}) => ({
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
  const retract = async (id: string) => {
    const found = archive.find('web-development', id)
    if (found) await retractPost({ bucket, journal, archive, post: found, by: 'A', reason: 'R' })
  }
  const find = (query: string, limit = 8) => search(query, limit).map(({ id }) => id)
  return { bucket, journal, archive, index, search, post, publish, retract, find, errors }
}

test('a word in the title counts for more than in the tags, category, excerpt and text, in this order', async () => {
  const { publish, find, index } = await startSearch()
  await publish('in-text', 'One', { markdown: 'Caching, caching, caching, caching and caching.' })
  await publish('in-excerpt', 'Two', { excerpt: 'It mentions caching.' })
  await publish('in-category', 'Three', { category: 'caching' })
  await publish('in-tags', 'Four', { tags: ['caching'], date: '2020-01-01T00:00:00Z' })
  await publish('in-title', 'Caching', { date: '2019-01-01T00:00:00Z' })
  await index.settled()
  expect(find('caching')).toEqual(['in-title', 'in-tags', 'in-category', 'in-excerpt', 'in-text'])
})

test('a higher field outranks all lower ones together, and of equals the newest comes first', async () => {
  const { publish, find, index } = await startSearch()
  const everywhere = { tags: ['raft'], excerpt: 'Raft', markdown: 'Raft '.repeat(50), date: '2026-12-01T00:00:00Z' }
  await publish('below', 'One', everywhere)
  await publish('older', 'Raft', { date: '2026-01-01T00:00:00Z' })
  await publish('newer', 'Raft', { date: '2026-02-01T00:00:00Z' })
  await index.settled()
  expect(find('raft')).toEqual(['newer', 'older', 'below'])
  expect(find('raft', 1)).toEqual(['newer'])
})

test('a rare word counts for more than a frequent one', async () => {
  const { publish, find } = await startSearch()
  for (const id of ['a', 'b', 'c', 'd']) await publish(id, `Model ${id}`)
  await publish('frequent', 'Model', { excerpt: 'A leap.', date: '2026-12-01T00:00:00Z' })
  await publish('rare', 'Leap', { excerpt: 'A model.' })
  expect(find('model leap')[0]).toBe('rare')
})

test('the last word may be half-typed, a longer one misspelt, and all words have to be there', async () => {
  const { publish, find } = await startSearch()
  await publish('a', 'Speculative decoding halves the wait')
  await publish('b', 'Constrained decoding')
  expect(find('specu')).toEqual(['a'])
  expect(find('specu decoding')).toEqual([])
  expect(find('constrained decod')).toEqual(['b'])
  expect(find('constrained gardening')).toEqual([])
  expect(find('speculative constrained')).toEqual([])
  for (const misspelt of ['speculatve', 'spceulative', 'spekulatve', 'decodign wait']) {
    expect(find(misspelt), misspelt).toContain('a')
  }
  expect(find('spxxxlative')).toEqual([])
  expect(find('wiat')).toEqual([])
})

test('what is spelt as typed comes before what may have been meant', async () => {
  const { publish, find, index } = await startSearch()
  await publish('meant', 'Quorum', { date: '2026-12-01T00:00:00Z' })
  await publish('typed', 'One', { markdown: 'The quorun of the text.' })
  await index.settled()
  expect(find('quorun')).toEqual(['typed', 'meant'])
})

test('accents, capitals and writing without blanks are no obstacle', async () => {
  const { publish, find } = await startSearch()
  await publish('cafe', 'Le Café de la Régression')
  await publish('tokyo', '人工知能の研究')
  expect([find('cafe'), find('CAFÉ regression'), find('人工知能')]).toEqual([['cafe'], ['cafe'], ['tokyo']])
})

test('common words ask for nothing, unless there is nothing else', async () => {
  const { publish, find } = await startSearch()
  await publish('a', 'Type systems')
  await publish('b', 'How to')
  expect([find('the future of the type systems'), find('what about type systems'), find('how to')]).toEqual([
    [],
    ['a'],
    ['b'],
  ])
})

test('a category is found by its name, and at most as many posts as asked for', async () => {
  const { publish, find } = await startSearch()
  await publish('a', 'One')
  await publish('b', 'Two')
  expect(find('web development', 1)).toHaveLength(1)
  expect([find(''), find('  "" -')]).toEqual([[], []])
})

test('the index follows what is published, reviewed, corrected and retracted', async () => {
  const { bucket, journal, archive, post, publish, retract, search, find, index } = await startSearch()
  expect(find('leap')).toEqual([])
  await publish('a', 'Leap seconds', { markdown: 'About astronomers.' })
  expect(find('leap')).toEqual(['a'])
  await index.settled()
  const judged = { category: 'web-development', id: 'a', seen: 1 }
  await reviewPost({ bucket, journal, archive, judged, by: 'A', note: '' })
  expect(search('leap', 8)[0]?.reviews).toHaveLength(1)
  const corrected = post('a', 'Intercalation', { markdown: 'About calendars.' })
  await correctPost({ bucket, journal, archive, judged, post: corrected, by: 'A', note: 'N' })
  expect([find('leap'), find('astronomers'), find('intercalation')]).toEqual([[], [], ['a']])
  await index.settled()
  expect([find('astronomers'), find('calendars')]).toEqual([[], ['a']])
  await publish('b', 'Intercalation', { date: '2020-01-01T00:00:00Z' })
  expect(find('intercalation', 1)).toEqual(['a'])
  await retract('a')
  expect([find('intercalation', 1), find('calendars')]).toEqual([['b'], []])
})

test('texts are found once they are read; one that cannot be read costs only itself', async () => {
  const bucket = memoryBucket()
  let refusals = 2
  const read: Bucket = {
    ...bucket,
    get: async (key) => {
      if (key.includes('/broken/')) return { body: Buffer.from('{'), etag: '', contentType: '', cacheControl: null }
      if (key.includes('/shy/') && refusals-- > 0) throw new Unavailable('Not now.')
      return bucket.get(key)
    },
  }
  const { publish, find, index, errors } = await startSearch({ bucket, read })
  for (const id of ['fine', 'broken', 'shy']) await publish(id, 'One', { markdown: 'It **quotes** nobody[S1].' })
  expect(find('quotes')).toEqual([])
  await index.settled()
  expect(find('quotes').toSorted()).toEqual(['fine', 'shy'])
  expect(find('s1')).toEqual([])
  expect(errors).toHaveLength(1)
  expect(String(errors[0])).toContain('posts/web-development/broken/content.json')
})

test('no question makes a search fail, and none finds what is not in the archive', async () => {
  const { publish, retract, search, archive, index } = await startSearch()
  await publish('a', 'Attention — “is” all 人工知能 you_need')
  await publish('b', 'Ünïcode: C++ & C#', { markdown: 'toString constructor __proto__' })
  await publish('gone', 'Attention, constructor')
  await index.settled()
  await retract('gone')
  const words = fc.constantFrom('atention', 'constr', '__proto__', 'toString', '人工', 'c++', '"', '*', ':', '\u{D800}')
  const query = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(words).map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(query, fc.integer({ min: 1, max: 50 }), (text, limit) => {
      const found = search(text, limit)
      expect(found.length).toBeLessThanOrEqual(limit)
      for (const post of found) expect(archive.find(post.category, post.id)).toBe(post)
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})

test(
  '100,000 posts are taken up a little at a question, newest first, in less than 200 MB',
  { timeout: 180_000 },
  () => {
    const most = 100_000
    const archive = archiveOf(most)
    const before = memoryInUse()
    const index = openWordIndex({ archive })
    const search = createSearch(index)
    expect(search(`w${(most - 1) * 7}`, 1).map(({ id }) => id)).toEqual([`p${most - 1}`])
    expect(index.size).toBeLessThanOrEqual(1_000)
    while (index.size < most) index.follow()
    expect(search('w0 common7', 8).map(({ id }) => id)).toEqual(['p0'])
    expect(search('common7', 50)).toHaveLength(50)
    expect((memoryInUse() - before) / 1e6).toBeLessThan(200)
  },
)

// Each post has some words of its own, as names and numbers are, and some that others have, too.
function archiveOf(most: number): Archive {
  const posts: ArchivedPost[] = []
  for (let number = most - 1; number >= 0; number -= 1) {
    const word = (step: number) => `w${number * 7 + step}`
    const frequent = Array.from({ length: 20 }, (_, step) => `common${(number * 31 + step * step * 7) % 5_000}`)
    posts.push({
      id: `p${number}`,
      category: 'technology',
      title: `${word(0)} ${word(1)} common7`,
      excerpt: frequent.join(' '),
      tags: [word(2), 'common8'],
      date: new Date(1.7e12 + number * 3.6e6).toISOString(),
      prefix: `posts/technology/p${number}/`,
      sequence: number + 1,
      updated: null,
      text: number + 1,
      revision: null,
      reviews: [],
      corrections: [],
    })
  }
  return {
    sequence: most,
    categories: () => ['technology'],
    posts: () => posts,
    find: (_category, id) => posts[most - 1 - Number(id.slice(1))] ?? null,
    all: () => posts,
    retraction: () => null,
    refresh: async () => {},
    onChange: () => () => {},
    close: () => {},
  }
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
