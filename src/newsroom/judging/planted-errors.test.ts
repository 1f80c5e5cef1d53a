import { expect, test } from 'vitest'
import { itemsOf } from '#newsroom/judging/judge-items.ts'
import { chooseTestItems, testItemsFrom } from '#newsroom/judging/planted-errors.ts'
import { sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'
import { readTrial } from '../../../tests/fixtures/newsroom/trial/trial.ts'

const stories = readTrial()
const batch = itemsOf({ draft: ferryDraft, sources: ferrySources, questions: [], replies: new Map(), failing: [] })

test('test items are made from sentences and titles of the sources, and cite them', () => {
  for (const { sources } of stories) {
    const texts = new Map(sources.flatMap(({ units }) => units.map(({ id, text }) => [id, text])))
    const all = new Set(texts.values())
    for (const [kind, items] of testItemsFrom(sources, 'seed')) {
      for (const { item, unit } of items) {
        expect(item.claim.from).toEqual([unit])
        expect(item.evidence.map(({ id }) => id)).toEqual([unit])
        if (kind === 'true') expect(item.claim.text).toBe(texts.get(unit))
        else expect(all.has(item.claim.text)).toBe(false)
        if (kind !== 'wrong speaker') expect(item.claim.text).not.toMatch(/\b(?:I|we|our|us|you|your)\b|\?/)
        expect(item.claim.text).toMatch(/^[\p{Lu}\p{N}"“`‘’']|^\p{Ll}+\p{Lu}/u)
      }
    }
  }
})

test('every kind of error is possible in most stories', () => {
  const counts = new Map<string, number>()
  for (const { sources } of stories)
    for (const kind of testItemsFrom(sources, 'seed').keys()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  for (const kind of ['exaggerated title', 'invented background', 'lost negation', 'reversed order', 'true'])
    expect(counts.get(kind), kind).toBe(stories.length)
  for (const kind of ['lost condition', 'false certainty', 'wrong speaker'])
    expect(counts.get(kind), kind).toBeGreaterThan(2)
})

test('chosen items have different units, and other units than the batch if there are any', () => {
  const kinds = ['lost negation', 'true', 'true', 'invented background'] as const
  for (let seed = 0; seed < 50; seed += 1) {
    const from = testItemsFrom(ferrySources, String(seed))
    const chosen = chooseTestItems(kinds, { from, batch: batch.slice(0, 3), used: [] })
    expect(chosen.map(({ kind }) => kind)).toEqual(kinds)
    expect(new Set(chosen.map(({ unit }) => unit)).size).toBe(chosen.length)
    for (const { unit } of chosen) expect(['S1.1', 'S1.2']).not.toContain(unit)
  }
})

test('the same seed gives the same items, and used items come last', () => {
  const from = testItemsFrom(ferrySources, 's')
  expect(testItemsFrom(ferrySources, 's')).toEqual(from)
  const kinds = ['exaggerated title', 'true'] as const
  const first = chooseTestItems(kinds, { from, batch, used: [] })
  const second = chooseTestItems(kinds, { from, batch, used: first })
  for (const { item } of second) expect(first.map((test) => test.item.claim.text)).not.toContain(item.claim.text)
})

test('sources without a suitable sentence give no test items', () => {
  expect(testItemsFrom([{ ...sourceWith('S1', ['We ran it.']), units: [] }], 's').size).toBe(0)
})
