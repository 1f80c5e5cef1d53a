import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { createReadNext } from '#archive/read-next.ts'
import { retractPost } from '#archive/verdict.ts'
import { openWordIndex } from '#archive/word-index.ts'
import type { ArchivedPost } from '#archive/archive.ts'
import type { WordIndex } from '#archive/word-index.ts'
import { memoryBucket } from '#bucket/memory.ts'

type Over = { title?: string; tags?: string[]; category?: string; markdown?: string; date?: string }

async function startReading() {
  const bucket = memoryBucket()
  const journal = openJournal({ bucket })
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const index = openWordIndex({ archive, bucket })
  const readNext = createReadNext(index)
  const publish = (id: string, { title = `Title ${id}`, tags = [], markdown = '', ...over }: Over = {}) => {
    const text = { html: '<p>x</p>', markdown, author: 'A', excerpt: '', provenance: null }
    const post = { id, category: 'technology', date: '2026-10-01T00:00:00Z', title, tags, ...text, ...over }
    return publishPost({ bucket, journal, archive, post, files: [] })
  }
  const retract = async (category: string, id: string) => {
    const post = archive.find(category, id)
    if (post) await retractPost({ bucket, journal, archive, post, by: 'A', reason: 'R' })
  }
  const next = async (id: string, { category = 'technology', text = '' } = {}) =>
    (await readNext({ category, id }, () => text)).map((post) => post.id)
  return { bucket, archive, index, readNext, publish, retract, next }
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
  expect((await next('here'))[0]).toBe('tagged')
})

test('one of the first three is of another category, if one is close', async () => {
  const { publish, next } = await startReading()
  const near = `${RAFT} Once more.`
  await publish('here', { markdown: near })
  for (const id of ['p1', 'p2', 'p3', 'p4']) await publish(id, { markdown: near })
  await publish('abroad', { category: 'blockchain', markdown: RAFT })
  await publish('astray', { category: 'cybersecurity', markdown: LEAP })
  expect((await next('here')).indexOf('abroad')).toBe(2)
  expect(await next('here')).toEqual(['p1', 'p2', 'abroad', 'p3', 'p4', 'astray'])
})

test('what is only in another category, but not close, does not take a place', async () => {
  const { publish, next } = await startReading()
  await publish('here', { markdown: RAFT })
  for (const id of ['p1', 'p2', 'p3', 'p4']) await publish(id, { markdown: RAFT })
  await publish('abroad', { category: 'blockchain', markdown: `${LEAP} A log.` })
  expect((await next('here')).slice(0, 3)).toEqual(['p1', 'p2', 'p3'])
})

test('it follows what is published and retracted, and names six at most', async () => {
  const { publish, retract, next } = await startReading()
  await publish('here', { markdown: RAFT })
  expect(await next('here')).toEqual([])
  for (let number = 0; number < 8; number += 1) await publish(`p${number}`, { markdown: LEAP })
  expect(await next('here')).toHaveLength(6)
  await publish('close', { markdown: RAFT })
  expect((await next('here'))[0]).toBe('close')
  await retract('technology', 'close')
  expect(await next('here')).not.toContain('close')
  expect(await next('close')).toEqual([])
})

test('an answer is kept until something is published', async () => {
  const { publish, readNext } = await startReading()
  await publish('here', { markdown: RAFT })
  await publish('a', { markdown: RAFT })
  const ask = () => readNext({ category: 'Technology', id: 'here' }, () => RAFT)
  const first = await ask()
  expect(await ask()).toBe(first)
  await publish('b', { markdown: RAFT })
  expect(await ask()).not.toBe(first)
})

test('a post whose text is not in the index is compared by the text that is given', async () => {
  const { publish, archive } = await startReading()
  for (const id of ['here', 'raft', 'quorum']) await publish(id, { title: id })
  const readNext = createReadNext(openWordIndex({ archive }))
  const next = async (text: string) => (await readNext({ category: 'technology', id: 'here' }, () => text))[0]?.id
  expect(await next('All about the quorum')).toBe('quorum')
  await publish('third')
  expect(await next('All about the raft')).toBe('raft')
})

test('what is named is what a comparison with every post, one by one, would name', async () => {
  const words = fc.array(fc.constantFrom('raft', 'leap', 'quorum', 'salt', 'cache', 'node', 'mesh'), { maxLength: 9 })
  const some = fc.record({ text: words, title: words, category: fc.constantFrom('a', 'a', 'a', 'b') })
  await fc.assert(
    fc.asyncProperty(fc.array(some, { minLength: 2, maxLength: 14 }), async (posts) => {
      const { archive, index, readNext, publish } = await startReading()
      for (const [id, { text, title, category }] of posts.entries()) {
        const date = new Date(Date.UTC(2026, 0, 1 + id)).toISOString()
        await publish(`${id}`, { category, title: `Post ${title.join(' ')}`, markdown: text.join(' '), date })
      }
      for (const post of archive.all()) {
        const named = await readNext(post, () => '')
        expect(named.map(({ id }) => id)).toEqual(namedOneByOne(index, post).map(({ id }) => id))
      }
    }),
    { numRuns: 60 },
  )
})

function namedOneByOne(index: WordIndex, post: ArchivedPost): ArchivedPost[] {
  const posts = index.archive.all()
  const bags = new Map(posts.map((each) => [each, bagAsMap(index, each)]))
  const rarity = (word: number) => {
    const holders = posts.filter((each) => bags.get(each)?.has(word)).length
    return Math.log(1 + posts.length / holders)
  }
  const own = bagAsMap(index, post)
  const close = posts
    .filter((other) => other !== post)
    .map((other) => {
      const bag = bags.get(other) ?? new Map<number, number>()
      const length = Math.sqrt([...bag].reduce((sum, [word, weight]) => sum + (weight * rarity(word)) ** 2, 0))
      const shared = [...own].reduce((sum, [word, weight]) => {
        return sum + weight * rarity(word) ** 2 * (bag.get(word) ?? 0)
      }, 0)
      return { other, closeness: length === 0 ? 0 : shared / length, isElsewhere: other.category !== post.category }
    })
    .sort((a, b) => b.closeness - a.closeness || Number(a.isElsewhere) - Number(b.isElsewhere))
  const third = close[2]
  const abroad = close.findIndex(({ isElsewhere }) => isElsewhere)
  const best = close[abroad]
  if (abroad > 2 && best && third && best.closeness > 0 && best.closeness >= third.closeness / 2) {
    close.splice(2, 0, ...close.splice(abroad, 1))
  }
  return close.slice(0, 6).map(({ other }) => other)
}

function bagAsMap(index: WordIndex, post: ArchivedPost): Map<number, number> {
  const { words, weights } = index.words(post)
  return new Map([...words].map((word, place) => [word, weights[place] ?? 0]))
}

test('the texts of an archive that is being read are taken up many at a time, and all of them in the end', async () => {
  const { bucket, archive, publish } = await startReading()
  const posts = 297
  for (let number = 0; number < posts; number += 1) await publish(`p${number}`, { markdown: LEAP })
  await publish('here', { markdown: RAFT, date: '2020-01-01T00:00:00Z' })
  await publish('close', { markdown: RAFT, date: '2020-01-01T00:00:00Z' })
  const index = openWordIndex({ archive, bucket })
  const readNext = createReadNext(index)
  const first = async () => (await readNext({ category: 'technology', id: 'here' }, () => RAFT))[0]?.id
  await expect.poll(first, { interval: 1 }).toBe('close')
  await index.settled()
  // Each summary moves it once.
  expect(index.version).toBeLessThan(posts + 10)
})

test('no post is named after itself, twice, or after it was retracted, and two servers answer alike', async () => {
  const words = fc.array(fc.constantFrom('raft', 'leap', 'quorum', 'salt', 'cache', 'the'), { maxLength: 6 })
  const some = fc.record({ text: words, tags: words, category: fc.constantFrom('a', 'b'), isRetracted: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(some, { maxLength: 10 }), async (posts) => {
      const { bucket, archive, index, readNext, publish, retract } = await startReading()
      for (const [id, { text, tags, category }] of posts.entries()) {
        await publish(`${id}`, { category, tags, markdown: text.join(' ') })
      }
      await index.settled()
      for (const [id, { category, isRetracted }] of posts.entries()) if (isRetracted) await retract(category, `${id}`)
      const other = await openArchive({ bucket, pollEvery: 0 })
      const sameElsewhere = createReadNext(openWordIndex({ archive: other, bucket }))
      for (const post of archive.all()) {
        const related = await readNext(post, () => '')
        expect(related).not.toContain(post)
        expect(new Set(related).size).toBe(related.length)
        for (const named of related) expect(archive.find(named.category, named.id)).toBe(named)
        expect(related).toHaveLength(Math.min(6, archive.all().length - 1))
        expect((await sameElsewhere(post, () => '')).map(({ prefix }) => prefix)).toEqual(
          related.map(({ prefix }) => prefix),
        )
      }
    }),
    { numRuns: 30 },
  )
})
