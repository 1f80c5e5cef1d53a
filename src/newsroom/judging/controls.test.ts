import { expect, test } from 'vitest'
import { controlsFor } from '#newsroom/judging/controls.ts'
import { itemsOf } from '#newsroom/judging/judge-items.ts'
import { draftWith, paragraph, said } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'

const sound = itemsOf({ draft: ferryDraft, sources: ferrySources, hints: [], failing: [] })
const seeds = Array.from({ length: 100 }, (_, index) => `seed ${index}`)

test('every batch gets two controls, and all kinds of fault that it offers come up', () => {
  const faults = new Set<string>()
  for (const [index, seed] of seeds.entries()) {
    const batch = index % 2 === 0 ? sound.slice(0, 6) : sound.slice(6)
    const controls = controlsFor({ batch, sound, sources: ferrySources, seed, used: [], most: 2 })
    expect(controls).toHaveLength(2)
    for (const { fault } of controls) faults.add(fault)
  }
  expect([...faults].toSorted()).toEqual(['date', 'name', 'negation', 'number', 'order', 'speaker'])
})

test('a control is one change away from its sound form, and the batch shows neither', () => {
  for (const seed of seeds) {
    const batch = sound.slice(3, 9)
    const controls = controlsFor({ batch, sound, sources: ferrySources, seed, used: [], most: 2 })
    const items = [...batch, ...controls.map(({ item }) => item)]
    const shown = items.flatMap(({ claim, before }) => [claim.text, before])
    for (const { item, of, fault } of controls) {
      if (fault === 'speaker') expect(item.claim.speaker).not.toBe('Mara Lindqvist')
      else expect(shown).not.toContain(of)
      expect(batch.map(({ claim }) => claim.text)).not.toContain(item.claim.text)
      expect(item.evidence.length).toBeGreaterThan(0)
    }
  }
})

test('a batch that is the whole draft has controls out of the sources', () => {
  const controls = controlsFor({
    batch: sound.slice(0, 3),
    sound: sound.slice(0, 3),
    sources: ferrySources,
    seed: 's',
    used: [],
    most: 2,
  })
  const texts = ferrySources.flatMap(({ units }) => units.map(({ text }) => text))
  expect(controls).toHaveLength(2)
  for (const { of } of controls) expect(texts).toContain(of)
})

test('the same seed gives the same controls, and what was used comes last', () => {
  const given = { batch: sound.slice(0, 6), sound, sources: ferrySources, seed: 's', most: 2 }
  const first = controlsFor({ ...given, used: [] })
  expect(controlsFor({ ...given, used: [] })).toEqual(first)
  const next = controlsFor({ ...given, used: first })
  for (const { of } of next) expect(first.map((control) => control.of)).not.toContain(of)
})

test('without anything to make them of there are none', () => {
  expect(controlsFor({ batch: sound.slice(0, 2), sound: [], sources: [], seed: 's', used: [], most: 2 })).toEqual([])
})

test('no heading, caption or sentence that only leads to a list is made false', () => {
  const table = {
    kind: 'table' as const,
    caption: said('Sizes of the Halcyon', 'S1.2'),
    head: ['What', 'Size'],
    rows: [{ cells: ['cars', '24'], from: ['S1.2'] }],
  }
  const draft = draftWith({
    sections: [
      { heading: null, blocks: [paragraph(said('The Halcyon was tested 412 times:', 'S2.1')), table] },
      ...ferryDraft.sections.slice(1),
    ],
  })
  const items = itemsOf({ draft, sources: ferrySources, hints: [], failing: [] })
  const kinds = new Set<string>()
  for (const seed of seeds) {
    for (const { item } of controlsFor({ batch: [], sound: items, sources: ferrySources, seed, used: [], most: 2 })) {
      kinds.add(item.claim.kind)
      expect(item.claim.text).not.toMatch(/:$/)
    }
  }
  expect([...kinds].toSorted()).toEqual(['item', 'row', 'sentence'])
})
