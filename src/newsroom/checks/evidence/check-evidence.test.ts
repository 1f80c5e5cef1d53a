import { expect, test } from 'vitest'
import { checkEvidence } from '#newsroom/checks/evidence/check-evidence.ts'
import { checkClaim, claimOf } from '../../../../tests/fixtures/newsroom/evidence/claim-over.ts'
import { readNamePairs, type NamePair } from '../../../../tests/fixtures/newsroom/evidence/name-pairs.ts'
import { sourceOf } from '../../../../tests/fixtures/newsroom/evidence/written-source.ts'

const pairs = readNamePairs()
const isBlocked = ({ claim, sources, before }: NamePair) => checkClaim(claim, sources, before).errors.length > 0
const parts = [
  { name: 'the pairs that the rules were made with', held: false, sound: 100, faulty: 100, mostFalse: 1 },
  { name: 'the pairs held back', held: true, sound: 50, faulty: 50, mostFalse: 2 },
]

test.each(parts)('hardly a sound claim is blocked: $name', ({ held, sound, mostFalse }) => {
  const all = pairs.filter((pair) => pair.held === held && pair.fault === null)
  const blocked = all.filter(isBlocked).map(({ claim }) => claim.text)
  expect(all.length).toBeGreaterThanOrEqual(sound)
  expect(blocked.length, blocked.join('\n')).toBeLessThanOrEqual(mostFalse)
})

test.each(parts)('faulty claims are blocked, by kind: $name', ({ held, faulty }) => {
  const all = pairs.filter((pair) => pair.held === held && pair.fault !== null)
  const shares = Object.entries(Object.groupBy(all, ({ fault }) => fault ?? '')).map(([fault, some = []]) => {
    return { fault, share: some.filter(isBlocked).length / some.length }
  })
  expect(all.length).toBeGreaterThanOrEqual(faulty)
  for (const { fault, share } of shares) expect(share, fault).toBeGreaterThanOrEqual(LEAST[fault] ?? 1)
})

// What else is wrong is always found.
const LEAST: Record<string, number> = { 'actor swapped': 0.9, affiliation: 0.8 }

const ferries = sourceOf('S1', {
  title: 'Ferries and their builders',
  blocks: [
    ['The ferry Wren sails from Varnhem.', 'It was built by Tarnhelm.', 'Its sister, the Linnet, lies idle.'],
    ['The Plover was built by Osprey Labs.', 'Osprey Labs also owns the Curlew.'],
    { heading: 'Other ships' },
    ['The Dunlin belongs to the port.'],
  ],
})

test('a name beside the cited sentence counts, one further away does not', () => {
  expect(checkClaim({ text: 'Tarnhelm built the ferry Wren.' }, [ferries]).errors).toEqual([])
  expect(checkClaim({ text: 'The ferry sails past the Dunlin.' }, [ferries]).errors).toEqual(['name-not-in-evidence'])
  expect(checkClaim({ text: 'The ferry sails past the Sandpiper.' }, [ferries]).errors).toEqual(['name-not-in-sources'])
})

test('a fact that stands in a single unit beside the cited ones gets its id added', () => {
  const code = sourceOf('S1', {
    blocks: [['Run these:'], { code: ['ferry sync', 'ferry load --all', 'ferry go'] }, ['Then wait.']],
  })
  const two = checkClaim({ kind: 'code', text: 'ferry sync\nferry load --all', from: ['S1.2'] }, [code])
  expect(two).toMatchObject({ errors: [], added: ['S1.3'] })
  const all = checkClaim({ kind: 'code', text: 'ferry sync\nferry load --all\nferry go', from: ['S1.3'] }, [code])
  expect(all).toMatchObject({ errors: [], added: ['S1.2', 'S1.4'] })
})

test('a fact that stands in two units beside the cited ones, or in the head of a source, adds nothing', () => {
  const twice = sourceOf('S1', {
    date: '2026-05-04',
    blocks: [['The port closed.', 'It was on 3 May.', 'A second one closed on 3 May.']],
  })
  expect(checkClaim({ text: 'The port closed on 3 May.' }, [twice])).toMatchObject({ added: [] })
  expect(checkClaim({ text: 'The port closed on 4 May.' }, [twice])).toMatchObject({ added: [] })
})

test('nothing is added to a claim that does not heal whole', () => {
  const text = 'The ferry Wren, 40 metres long, was sold to the Sandpiper Group.'
  const long = sourceOf('S1', { blocks: [['The ferry Wren was sold.', 'It is 40 metres long.']] })
  expect(checkClaim({ text: text.replace(', 40 metres long,', '') }, [long]).errors).toEqual(['name-not-in-sources'])
  expect(checkClaim({ text }, [long])).toMatchObject({ added: [] })
})

test('a heading that names nothing rests on what its section names', () => {
  const where = 'sections.1.heading'
  const heading = (text: string) => [
    claimOf({ where, block: where, kind: 'heading', text, from: [] }),
    claimOf({
      where: 'sections.1.blocks.0.sentences.0',
      block: 'sections.1.blocks.0',
      text: 'Osprey Labs built it.',
      from: ['S1.4'],
    }),
  ]
  const found = (text: string) => checkEvidence({ claims: heading(text), sources: [ferries] }).findings
  expect(found('How the Plover came about')).toEqual([])
  expect(found('What the Plover has that the Dunlin has not')).toMatchObject([{ where, code: 'name-not-in-evidence' }])
})

test('a claim without evidence is told so once, and is compared with nothing', () => {
  expect(checkClaim({ text: 'The Sandpiper has 40 seats.', from: [] }, [ferries]).errors).toEqual(['no-evidence'])
  expect(checkClaim({ text: 'The Sandpiper has 40 seats.', from: ['S4.1'] }, [ferries]).errors).toEqual([
    'unknown-evidence',
  ])
})

test('findings have the address of their claim, and what was looked at is counted', () => {
  const claims = [
    claimOf({ where: 'title', block: 'title', kind: 'title', text: 'The Sandpiper sails from Varnhem' }),
    claimOf({ where: 'what_changes.0', block: 'what_changes', kind: 'change', text: 'The Wren sails again.' }),
  ]
  const { findings, looked } = checkEvidence({ claims, sources: [ferries] })
  expect(findings.map(({ where, evidence }) => `${where} ${evidence}`)).toEqual(['title Sandpiper'])
  expect(looked).toBe('5 facts of 2 claims')
})
