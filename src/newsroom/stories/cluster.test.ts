import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { cluster, sameEvent } from '#newsroom/stories/cluster.ts'
import { candidatePairs } from '#newsroom/stories/similarity/candidates.ts'
import { similarity, SAME } from '#newsroom/stories/similarity/similarity.ts'
import { featuresOf } from '#newsroom/stories/similarity/features.ts'
import { weightsOf } from '#newsroom/stories/similarity/weights.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { readJsonLines } from '../../../tests/fixtures/json-lines.ts'

// Real headlines with what is known of their first sentences. Half A was used to build the rule, half B only to measure it.
const headline = z.object({
  event: z.string(),
  publisher: z.string(),
  title: z.string(),
  teaser: z.string(),
  date: z.iso.datetime(),
})
type Headline = z.infer<typeof headline>
const pairs = readJsonLines(
  'tests/fixtures/newsroom/headline-pairs.jsonl',
  z.object({ half: z.enum(['A', 'B']), same: z.boolean(), a: headline, b: headline }),
)

test('the labelled set is as large as it says, and no event is in both halves', () => {
  expect(pairs.filter(({ same }) => same).length).toBeGreaterThanOrEqual(55)
  expect(pairs.filter(({ same }) => !same).length).toBeGreaterThanOrEqual(75)
  for (const { same, a, b } of pairs) expect(a.event === b.event, `${a.title} | ${b.title}`).toBe(same)
  const eventsOf = (half: string) =>
    pairs.filter((pair) => pair.half === half).flatMap(({ a, b }) => [a.event, b.event])
  expect(eventsOf('A').filter((event) => eventsOf('B').includes(event))).toEqual([])
})

test.each([
  ['half A', pairs.filter(({ half }) => half === 'A')],
  ['half B, held out', pairs.filter(({ half }) => half === 'B')],
  ['the whole set', pairs],
])('%s is judged with a precision of 0.95 and a recall of 0.7', (name, part) => {
  // A day's batch: pairs that are weeks apart must be told apart by their words, too.
  const entryOf = (head: Headline) => toEntry({ ...head, date: `2026-01-01${head.date.slice(10)}` })
  const weights = weightsOf(distinct(part).map((head) => featuresOf(entryOf(head))))
  const judged = part.map(({ same, a, b }) => ({ same, said: sameEvent(entryOf(a), entryOf(b), weights) }))
  const right = judged.filter(({ same, said }) => same && said).length
  const precision = right / judged.filter(({ said }) => said).length
  const recall = right / judged.filter(({ same }) => same).length
  console.info(`${name}: ${part.length} pairs, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.7)
})

test('in one batch of all headlines, entries of one story are of one event', () => {
  const heads = distinct(pairs)
  const events = new Map(heads.map((head) => [toEntry(head).url, head.event]))
  const together = cluster(heads.map(toEntry)).flatMap(({ entries }) =>
    pairsOf(entries).map(([a, b]) => events.get(a.url) === events.get(b.url)),
  )
  const all = pairsOf(heads).filter(([a, b]) => a.event === b.event).length
  const right = together.filter(Boolean).length
  const precision = right / together.length
  console.info(`${heads.length} headlines: precision ${precision.toFixed(3)}, recall ${(right / all).toFixed(3)}`)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(right).toBeGreaterThanOrEqual(all / 2)
})

test('looking only at entries that share rare words loses no two that are alike', () => {
  const batch = distinct(pairs).map((head) => featuresOf(toEntry({ ...head, date: '2026-01-01T00:00:00Z' })))
  const weights = weightsOf(batch)
  const looked = new Set(candidatePairs(batch, weights).map(([a, b]) => `${a} ${b}`))
  const alike = pairsOf([...batch.entries()]).filter(([[, a], [, b]]) => similarity(a, b, weights) >= SAME)
  expect(alike.length).toBeGreaterThan(100)
  expect(alike.filter(([[i], [j]]) => !looked.has(`${i} ${j}`))).toEqual([])
})

test('what a whole batch has in common is not looked at: the work grows with the entries, not with their square', () => {
  for (const count of [100, 1500]) {
    const titles = Array.from(
      { length: count },
      (_, index) => `Zorblax conference ${index} Vintelo${Math.floor(index / 3)}`,
    )
    const batch = titles.map((title) => featuresOf(toEntry({ ...EMPTY, title })))
    const weights = weightsOf(batch)
    let work = 0
    candidatePairs(batch, { ...weights, of: (word) => ((work += 1), weights.of(word)) })
    expect(work).toBeGreaterThan(count / 3)
    expect(work).toBeLessThan(4 * count)
  }
})

test.each([
  ['Chrome 142 brings new security fixes', 'Chrome 143 brings new security fixes'],
  ['Acme router flaw CVE-2026-1111 exploited', 'Acme router flaw CVE-2026-2222 exploited'],
  ['Initech Patch Tuesday, October 2026', 'Initech Patch Tuesday, November 2026'],
  ['Globex reports revenue of Q2', 'Globex reports revenue of Q3'],
])('%s | %s stay apart, though all else is the same', (one, two) => {
  // The text names both versions, as a text about the second may.
  const teaser = `Zorblax writes that the vintelo quibbled with the frobnicated dongle of Chrome 142 and of Chrome 143.`
  const count = (titles: string[]) =>
    cluster(titles.map((title, index) => toEntry({ ...EMPTY, title, teaser, publisher: `P${index}` }))).length
  expect([count([one, two]), count([one, one])]).toEqual([2, 1])
})

test('a link between two events does not make them one', () => {
  const a = 'Zorblax bridge drained by replayed signatures'
  const b = 'Vintelo exchange halts quibble withdrawals'
  const titles = [a, `${a}, weeks after ${b}`, b]
  const entries = titles.map((title, index) =>
    toEntry({ ...EMPTY, title, teaser: title.repeat(2), publisher: `P${index}` }),
  )
  const of = (title: string) =>
    cluster(entries).findIndex((story) => story.entries.some((entry) => entry.title === title))
  expect(of(a)).not.toBe(of(b))
})

test('a story is named after its addresses, and has its newest entry first', () => {
  const heads = distinct(pairs.filter(({ a }) => a.event === 'ransom-cartel' || a.event === 'winrar'))
  for (const { id, entries } of cluster(heads.map(toEntry))) {
    const addresses = entries.map(({ url }) => url).toSorted()
    expect(id).toBe(createHash('sha256').update(addresses.join('\n')).digest('hex').slice(0, 16))
    expect(entries.map(({ date }) => date)).toEqual(
      entries
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
  }
})

test('two feeds that carry one address give one entry, with the categories of both and the longer text', () => {
  const entry = toEntry({ ...EMPTY, title: 'Rust 1.95 is out' })
  const [story, ...rest] = cluster([entry, { ...entry, source: 'other', categories: ['b'], text: 'More text.' }])
  expect(rest).toEqual([])
  expect(story?.entries).toHaveLength(1)
  expect(story?.entries[0]).toMatchObject({ categories: ['a', 'b'], text: 'More text.' })
})

test('the order of the entries does not matter, and every entry is in exactly one story', () => {
  const entries = distinct(pairs).map(toEntry)
  fc.assert(
    fc.property(fc.shuffledSubarray(entries, { maxLength: 60 }), (some) => {
      const stories = cluster(some)
      expect(cluster(some.toReversed())).toEqual(stories)
      const addresses = stories.flatMap((story) => story.entries.map(({ url }) => url))
      expect(addresses.toSorted()).toEqual(some.map(({ url }) => url).toSorted())
    }),
    { numRuns: 25 },
  )
})

test('what fits two events as well is given to the same one in any order', () => {
  const titles = [
    'Zorblax browser Chrome leaks dongles',
    'Zorblax browser Chrome 142 leaks dongles',
    'Zorblax browser Chrome 143 leaks dongles',
  ]
  const entries = titles.map((title, index) => toEntry({ ...EMPTY, title, publisher: `P${index}` }))
  const stories = cluster(entries)
  expect(stories.map((story) => story.entries.length).toSorted()).toEqual([1, 2])
  expect(cluster(entries.toReversed())).toEqual(stories)
})

test('any text can be clustered', () => {
  const any = fc.record({
    title: fc.string({ unit: 'grapheme' }),
    text: fc.string({ unit: 'grapheme', maxLength: 200 }),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (some) => {
      const entries = some.map((part, index) => ({ ...toEntry(EMPTY), ...part, url: `https://x.example/${index}` }))
      expect(cluster(entries).flatMap((story) => story.entries)).toHaveLength(entries.length)
    }),
    { numRuns: 50 },
  )
})

const EMPTY: Headline = { event: '', publisher: 'P', title: '', teaser: '', date: '2026-01-01T00:00:00Z' }

function toEntry({ event, publisher, title, teaser, date }: Headline): Entry {
  const url = `https://news.example/${encodeURIComponent(`${publisher} ${title} ${event}`)}`
  return { source: publisher, publisher, categories: ['a'], weight: 1, url, title, date, text: teaser, complete: false }
}

function distinct(some: { a: Headline; b: Headline }[]): Headline[] {
  return [...new Map(some.flatMap(({ a, b }) => [a, b]).map((head) => [toEntry(head).url, head])).values()]
}

function pairsOf<T>(list: T[]): [T, T][] {
  return list.flatMap((a, index) => list.slice(index + 1).map((b): [T, T] => [a, b]))
}
