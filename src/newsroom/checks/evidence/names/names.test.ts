import { expect, test } from 'vitest'
import { checkClaim } from '../../../../../tests/fixtures/newsroom/evidence/claim-over.ts'
import { sourceOf } from '../../../../../tests/fixtures/newsroom/evidence/written-source.ts'

const harbour = sourceOf('S1', {
  publisher: 'Varnhem Harbour Board',
  title: 'Wren sails again',
  author: 'Ingrid Solheim',
  url: 'https://harbour.varnhem.example/wren',
  blocks: [
    ['The Wren has a K7 engine by Tarnhelm Motors of Germany.', 'Its captain is Annelies Vroom.', 'Wi-Fi is on board.'],
    ['The chief engineer, Tomasz Okafor, trained at the University of Graz.', 'He replaced the M3 pump with an M4.'],
    ['The Air Accidents Investigation Branch has nothing to do with it, nor has the NHB.', 'CVE-2026-41877 has.'],
    ['“It was loud,” said Vroom.', 'She welcomed the engine.', 'Vroom and Tarnhelm Motors like each other.'],
    ['Ferries are slow.', 'Osprey Labs built the pump.', 'Kestrel Works built the mast.'],
  ],
})
const errors = (text: string, from: string[], parts = {}) => checkClaim({ text, from, ...parts }, [harbour]).errors

test.each([
  ['another form of a country', 'A German maker built the engine.', 'S1.1'],
  ['a possessive', 'Tarnhelm Motors’ engine is a K7.', 'S1.1'],
  ['a space for a hyphen', 'There is WiFi on the ship.', 'S1.3'],
  ['a hyphen for nothing', 'It has a K-7 inside.', 'S1.1'],
  ['names side by side that the source parts', 'The Tarnhelm Motors K7 is an engine.', 'S1.1'],
  ['other words between', 'A graduate of Graz University is chief engineer.', 'S1.4'],
  ['the full name for a surname', 'It was loud, says Annelies Vroom.', 'S1.8'],
  ['a job title with capitals', 'Chief Engineer Tomasz Okafor trained in Graz.', 'S1.4'],
  ['a longer title with capitals', 'Vice President of Engines Tomasz Okafor trained in Graz.', 'S1.4'],
  ['an acronym that the source expands', 'The AAIB stays out of it.', 'S1.6'],
  ['what an acronym of the source stands for', 'The National Harbour Board stays out of it.', 'S1.6'],
  ['an acronym that the sentence explains', 'The ferry rescue plan (FRP) is loud.', 'S1.8'],
  ['the publisher', 'Nothing else is known to the Varnhem Harbour Board.', 'S1.11'],
  ['the title', 'The Wren is slow, as ferries are.', 'S1.11'],
  ['the author', 'Ingrid Solheim finds ferries slow.', 'S1.11'],
  ['an ordinary word at the start', 'Engineers replaced the pump.', 'S1.5'],
  ['common abbreviations', 'The CEO of the ferry has a PC and an API.', 'S1.5'],
  ['whom a pronoun means', 'Vroom welcomed the engine.', 'S1.9'],
])('a sound name passes: %s', (_, text, id) => {
  expect(errors(text, [id])).toEqual([])
})

test.each([
  ['nowhere', 'name-not-in-sources', 'The Curlew has a K7 engine.', 'S1.1'],
  ['nowhere, in a title', 'name-not-in-sources', 'Curlew sails again', 'S1.1'],
  ['a number of its series that is nowhere', 'name-not-in-sources', 'It has a K8 engine.', 'S1.1'],
  ['a number of an advisory that is nowhere', 'name-not-in-sources', 'CVE-2026-41878 is to blame.', 'S1.7'],
  ['another country', 'name-not-in-sources', 'A French maker built it.', 'S1.1'],
  ['the parts of two people', 'name-not-in-sources', 'Tomasz Vroom is the captain.', 'S1.2'],
  ['the parts of two companies', 'name-not-in-sources', 'Osprey Motors built it.', 'S1.12'],
  ['far from the cited sentence', 'name-not-in-evidence', 'Kestrel Works built the engine.', 'S1.1'],
  ['a person for another', 'name-exchanged', 'Its chief engineer is Vroom.', 'S1.4'],
  ['a company for another', 'name-exchanged', 'Osprey Labs built the mast.', 'S1.13'],
  ['one of a series for another', 'name-exchanged', 'Kestrel Works built the pump.', 'S1.12'],
])('a faulty name is found: %s', (_, code, text, id) => {
  const isTitle = code === 'name-not-in-sources' && text.endsWith('again')
  expect(errors(text, [id], isTitle ? { kind: 'title' } : {})).toContain(code)
})

test('one person for another is found only where the claim leaves out the right one', () => {
  const people = sourceOf('S1', {
    blocks: [['Annelies Vroom, the captain, steered.', 'Tomasz Okafor, the engineer, slept.', 'It was late.']],
  })
  const found = (text: string) => checkClaim({ text, from: ['S1.1'] }, [people]).errors
  expect(found('Tomasz Okafor steered.')).toEqual(['name-exchanged'])
  expect(found('Annelies Vroom, unlike Tomasz Okafor, steered.')).toEqual([])
})

test('who does it to whom is found the other way round', () => {
  const told = sourceOf('S1', {
    blocks: [
      [
        'The Harbour Office had not told Tarnhelm of it.',
        'Corbel sued Latchford, and Latchford sued Corbel.',
        '“I slept,” said Ada Moss, an engineer at Corbel.',
      ],
    ],
  })
  const found = (text: string, id: string) => checkClaim({ text, from: [id] }, [told]).errors
  expect(found('Tarnhelm had not told the Harbour Office of it.', 'S1.1')).toEqual(['names-reversed'])
  expect(found('The Harbour Office had not told Tarnhelm.', 'S1.1')).toEqual([])
  expect(found('Tarnhelm had not been told by the Harbour Office.', 'S1.1')).toEqual([])
  expect(found('Latchford sued Corbel.', 'S1.2')).toEqual([])
  expect(found('Corbel engineer Ada Moss says that she slept.', 'S1.3')).toEqual([])
})

test('a name of another source has to be cited there', () => {
  const other = sourceOf('S2', { blocks: [['The Curlew sails from Lorne.']] })
  expect(checkClaim({ text: 'The Curlew is slow.', from: ['S1.11'] }, [harbour, other]).errors).toEqual([
    'name-not-in-evidence',
  ])
  expect(checkClaim({ text: 'The Curlew is slow.', from: ['S1.11', 'S2.1'] }, [harbour, other]).errors).toEqual([])
})

test('a name may be carried over from the sentence before, out of the same source', () => {
  const claim = { text: 'Okafor finds ferries slow.', from: ['S1.11'] }
  expect(checkClaim(claim, [harbour]).errors).toEqual(['name-not-in-evidence'])
  expect(checkClaim(claim, [harbour], [{ text: 'Tomasz Okafor trained in Graz.', from: ['S1.4'] }]).errors).toEqual([])
})

test('months and weekdays are no names', () => {
  expect(
    errors('In May, on a Friday, the pump was replaced.', ['S1.5']).filter((code) => code.startsWith('name')),
  ).toEqual([])
})

test('tags, code and what is quoted are not asked for names', () => {
  expect(errors('Captain Vroom says “It was loud”.', ['S1.8'])).toEqual([])
  expect(checkClaim({ kind: 'code', text: 'Curlew' }, [harbour]).errors).toEqual(['code-altered'])
})

test('a claim that is longer than any sentence is compared with nothing, a long text of a source is', () => {
  const many = Array.from({ length: 4000 }, (_, index) => `Name${index % 7} Of`).join(' ')
  const long = sourceOf('S1', { blocks: [[many]] })
  expect(checkClaim({ text: `${many} Curlew` }, [long]).errors).toEqual(['claim-too-long'])
  expect(checkClaim({ text: 'The Curlew sails.' }, [long]).errors).toEqual(['name-not-in-sources'])
})

test('a name tied to one of another row of a table is found, and one of its own row passes', () => {
  const table = sourceOf('S2', {
    blocks: [
      { rows: ['Model: Fjord 2 | Maker: Lindqvist Research', 'Model: Papaya 70B | Maker: Orchard Collective'] },
      ['Gale 9 was trained by Tarnhelm Motors, which lent Quill 4 to Osprey Labs.'],
      { rows: ['Model: Quill 4 | Maker: Osprey Labs', 'Model: Gale 9 | Maker: Kestrel Works'] },
    ],
  })
  const found = (text: string, from: string[]) => checkClaim({ text, from }, [table]).errors
  const rows = ['S2.1', 'S2.2']
  expect(found('Papaya 70B by Lindqvist Research fell further.', rows)).toEqual(['names-of-different-rows'])
  expect(found('The Orchard Collective’s Fjord 2 came second.', rows)).toEqual(['names-of-different-rows'])
  expect(found('Papaya 70B by the Orchard Collective fell further than Fjord 2 (Lindqvist Research).', rows)).toEqual(
    [],
  )
  expect(found('Papaya 70B beat Lindqvist Research.', rows)).toEqual([])
  // A sentence of the source ties these two, though the table does not.
  expect(found('Quill 4 and Gale 9 by Tarnhelm Motors are fast.', ['S2.3', 'S2.4', 'S2.5'])).toEqual([])
})
