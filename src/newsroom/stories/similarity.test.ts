import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { cluster, compareReports, SAME_EVENT, titlesDiffer } from '#newsroom/stories/similarity.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { readJsonLines } from '../../../tests/fixtures/json-lines.ts'
import { entry } from '../../../tests/fixtures/newsroom/entry.ts'

// Real headlines with the first sentences of their articles. The pairs about different events were chosen because they
// look alike.
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

test('classifies most pairs of similar headlines correctly', () => {
  const batch = distinct(pairs).map(toEntry)
  const byUrl = new Map(batch.map((entry) => [entry.url, entry]))
  const similarity = compareReports(batch)
  const judged = pairs.map(({ same, a, b }) => {
    const [one, other] = [byUrl.get(toEntry(a).url), byUrl.get(toEntry(b).url)]
    if (one === undefined || other === undefined) throw new Error(`${a.title} is not in the batch.`)
    return { same, said: !titlesDiffer(one, other) && similarity(one, other) >= SAME_EVENT }
  })
  const right = judged.filter(({ same, said }) => same && said).length
  const precision = right / judged.filter(({ said }) => said).length
  const recall = right / judged.filter(({ same }) => same).length
  console.info(`precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`)
  expect(precision).toBeGreaterThanOrEqual(0.5)
  expect(recall).toBeGreaterThanOrEqual(0.65)
})

test.each([
  ['Chrome 142 brings new security fixes', 'Chrome 143 brings new security fixes'],
  ['Acme router flaw CVE-2026-1111 exploited', 'Acme router flaw CVE-2026-2222 exploited'],
  ['Initech Patch Tuesday, October 2026', 'Initech Patch Tuesday, November 2026'],
  ['Globex reports revenue of Q2', 'Globex reports revenue of Q3'],
])('separates "%s" and "%s" even if their texts are the same', (one, two) => {
  // The text mentions both versions, as a report on the second one might.
  const text = `Zorblax writes that the vintelo quibbled with the frobnicated dongle of Chrome 142 and of Chrome 143.`
  const count = (titles: string[]) => cluster(titles.map((title, index) => entry(`P${index}`, { title, text }))).length
  expect([count([one, two]), count([one, one])]).toEqual([2, 1])
})

test('does not join two events because one report mentions both', () => {
  const a = 'Zorblax bridge drained by replayed signatures'
  const b = 'Vintelo exchange halts quibble withdrawals'
  const titles = [a, `${a}, weeks after ${b}`, b]
  const entries = titles.map((title, index) => entry(`P${index}`, { title, text: title.repeat(2) }))
  const of = (title: string) =>
    cluster(entries).findIndex((story) => story.entries.some((entry) => entry.title === title))
  expect(of(a)).not.toBe(of(b))
})

test('puts every entry into exactly one story, newest entry first, in any order of the entries', () => {
  const entries = distinct(pairs).map(toEntry)
  fc.assert(
    fc.property(fc.shuffledSubarray(entries, { maxLength: 60 }), (some) => {
      const stories = cluster(some)
      expect(cluster(some.toReversed())).toEqual(stories)
      const dates = stories.map((story) => story.entries.map(({ date }) => date))
      expect(dates).toEqual(dates.map((some) => some.toSorted().toReversed()))
      const addresses = stories.flatMap((story) => story.entries.map(({ url }) => url))
      expect(addresses.toSorted()).toEqual(some.map(({ url }) => url).toSorted())
    }),
    { numRuns: 25 },
  )
})

function toEntry({ event, publisher, title, teaser, date }: Headline): Entry {
  return entry(publisher, { url: `https://news.example/${publisher} ${title} ${event}`, title, date, text: teaser })
}

function distinct(some: { a: Headline; b: Headline }[]): Headline[] {
  return [...new Map(some.flatMap(({ a, b }) => [a, b]).map((head) => [toEntry(head).url, head])).values()]
}
