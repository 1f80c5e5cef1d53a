import { expect, test } from 'vitest'
import { KINDS } from '#newsroom/judging/falsify.ts'
import { testItemsFrom } from '#newsroom/judging/planted-errors.ts'
import { numberSource } from '#newsroom/sources/units.ts'
import { numberedSources, readStories } from '../../../tests/fixtures/newsroom/stories.ts'

test('creates every kind of test item from the sentences and titles of the sources, and cites them', () => {
  const stories = [...readStories().values()]
  const counts = new Map<string, number>()
  for (const story of stories) {
    const sources = numberedSources(story)
    const texts = new Map(sources.flatMap(({ units }) => units.map(({ id, text }) => [id, text])))
    const all = new Set(texts.values())
    for (const [kind, items] of testItemsFrom(sources, 'seed')) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      for (const { item } of items) {
        expect(item.evidence.map(({ id }) => id)).toEqual(item.claim.from)
        if (kind === 'true') expect(item.claim.text).toBe(texts.get(item.claim.from[0] ?? ''))
        else expect(all.has(item.claim.text)).toBe(false)
        if (kind !== 'wrong speaker') expect(item.claim.text).not.toMatch(/\b(?:I|we|our|us|you|your)\b|\?/)
        expect(item.claim.text).toMatch(/^[\p{Lu}\p{N}"“`‘’']|^\p{Ll}+\p{Lu}/u)
      }
    }
  }
  for (const kind of ['invented background', 'reversed order', 'true'])
    expect(counts.get(kind), kind).toBe(stories.length)
  for (const kind of KINDS) expect(counts.get(kind), kind).toBeGreaterThan(stories.length / 3)
})

test('uses sentences with "we" or "you" only if a source has no others', () => {
  const personal = 'We deleted all of the malicious packages on Monday before you could install them.'
  const plain = 'The attacker published the malicious packages on Monday before the first warning.'
  const truths = (text: string) =>
    testItemsFrom([numberSource({ ...reference, text })], 'seed')
      .get('true')
      ?.map(({ item }) => item.claim.text)
  expect(truths(personal)).toEqual([personal])
  expect(truths(`${personal} ${plain}`)).toEqual([plain])
})

const reference = { id: 'S1', hash: '', publisher: 'P', url: 'https://example.org', title: 'A notice', date: '' }
