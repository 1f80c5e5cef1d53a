import { expect, test } from 'vitest'
import { testItemsFrom } from '#newsroom/judging/planted-errors.ts'
import { readTrial } from '../../../tests/fixtures/newsroom/trial/trial.ts'

test('creates every kind of test item from the sentences and titles of the sources, and cites them', () => {
  const stories = readTrial()
  const counts = new Map<string, number>()
  for (const { sources } of stories) {
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
  for (const kind of ['exaggerated title', 'invented background', 'lost negation', 'reversed order', 'true'])
    expect(counts.get(kind), kind).toBe(stories.length)
  for (const kind of ['lost condition', 'false certainty', 'wrong speaker'])
    expect(counts.get(kind), kind).toBeGreaterThan(2)
})
