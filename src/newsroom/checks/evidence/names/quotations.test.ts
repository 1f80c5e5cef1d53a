import { expect, test } from 'vitest'
import { checkClaim } from '../../../../../tests/fixtures/newsroom/evidence/claim-over.ts'
import { sourceOf } from '../../../../../tests/fixtures/newsroom/evidence/written-source.ts'

const source = sourceOf('S1', {
  publisher: 'Ferry Weekly',
  title: 'The loud engine of the Wren',
  author: 'Ingrid Solheim',
  blocks: [
    [
      'Tarnhelm Motors built the engine.',
      '“It is as loud as we promised,” said Annelies Vroom, chief executive of Tarnhelm.',
      'Its engineer Tomasz Okafor disagrees.',
      '“Nobody asked for thunder on the water,” he said.',
    ],
    [
      'The pilots’ union Osprey has no opinion.',
      '“We hear it coming, which is "nice", and then some,” its chair Mairi Fothering told us.',
    ],
    [
      'The engine burns less than the old one did.',
      'The judge was not amused.',
      '“It is not for this court to turn it down,” she wrote.',
    ],
    ['“Let it roar.”', 'That was all that Desmond Achebe had to say.'],
  ],
})
const check = (text: string, id: string, parts = {}) => checkClaim({ text, from: [id], ...parts }, [source]).errors

test.each([
  ['straight marks', '"It is as loud as we promised," says Vroom.', 'S1.2'],
  ['single marks', "Annelies Vroom says 'It is as loud as we promised'.", 'S1.2'],
  ['German marks', '„It is as loud as we promised“, Vroom says.', 'S1.2'],
  ['a part of it', 'It is “as loud as we promised”, Tarnhelm says.', 'S1.2'],
  ['a gap', '“It is […] as we promised,” Vroom said.', 'S1.2'],
  ['a word put in', '“It is [still] as loud as we promised,” Vroom said.', 'S1.2'],
  ['bold and another case', '**“it is as loud as we promised”**, said Vroom', 'S1.2'],
  ['a quotation in a quotation', '“We hear it coming, which is ‘nice’, and then some,” says Mairi Fothering.', 'S1.6'],
  ['a speaker named before', '“Nobody asked for thunder on the water,” said Tomasz Okafor of Tarnhelm Motors.', 'S1.4'],
  ['a speaker named after', '“Let it roar,” said Desmond Achebe.', 'S1.10'],
  ['the author of prose', '“The engine burns less than the old one did,” writes Ingrid Solheim.', 'S1.7'],
  ['the publisher of prose', '“The engine burns less than the old one did,” writes Ferry Weekly.', 'S1.7'],
  ['nobody', 'It is “as loud as we promised”.', 'S1.2'],
])('a sound quotation passes: %s', (_, text, id) => {
  expect(check(text, id)).toEqual([])
})

test.each([
  ['a word less', 'quotation-not-verbatim', '“It is loud as we promised,” said Vroom.', 'S1.2'],
  ['a word more', 'quotation-not-verbatim', '“It is as loud as we promised you,” said Vroom.', 'S1.2'],
  ['a word changed', 'quotation-not-verbatim', '“It is as loud as they promised,” said Vroom.', 'S1.2'],
  [
    'two units as one',
    'quotation-not-verbatim',
    '“It is as loud as we promised. Nobody asked for thunder on the water,” said Vroom.',
    'S1.2',
  ],
  ['parts in another order', 'quotation-not-verbatim', '“as we promised … it is as loud,” said Vroom.', 'S1.2'],
  [
    'another speaker beside it',
    'quotation-misattributed',
    '“It is as loud as we promised,” said Tomasz Okafor.',
    'S1.2',
  ],
  [
    'another speaker for a pronoun',
    'quotation-misattributed',
    '“Nobody asked for thunder on the water,” said Annelies Vroom.',
    'S1.4',
  ],
  [
    'the author for somebody quoted',
    'quotation-misattributed',
    '“It is as loud as we promised,” writes Ingrid Solheim.',
    'S1.2',
  ],
  ['another group', 'quotation-misattributed', '“Let it roar,” said the Harbour Board.', 'S1.10'],
  [
    'a group that the speaker is not of',
    'affiliation-not-in-evidence',
    '“It is as loud as we promised,” said Annelies Vroom of Osprey.',
    'S1.2',
  ],
  ['the group of a job', 'affiliation-not-in-evidence', 'Osprey engineer Tomasz Okafor disagrees.', 'S1.3'],
])('a faulty quotation is found: %s', (_, code, text, id) => {
  expect(check(text, id)).toContain(code)
})

test('who leads what the paragraph before names belongs to it', () => {
  const told = sourceOf('S1', {
    blocks: [
      ['Osprey is a union.'],
      ['Its chair, Mairi Fothering, is loud.', 'The Harbour Board is not.'],
      ['Tarnhelm is slow.'],
    ],
  })
  const found = (text: string) => checkClaim({ text, from: ['S1.2'] }, [told]).errors
  expect(found('Mairi Fothering of Osprey is loud.')).toEqual([])
  expect(found('Mairi Fothering of Tarnhelm is loud.')).toContain('affiliation-not-in-evidence')
})

test('who is not called by name may be any of them', () => {
  expect(check('“It is not for this court to turn it down,” wrote Annelies Vroom.', 'S1.9')).not.toContain(
    'quotation-misattributed',
  )
})

test('a quote stands without marks, and its speaker in a field of its own', () => {
  const quote = { kind: 'quote' as const, text: 'It is as loud as we promised' }
  expect(
    check(quote.text, 'S1.2', { ...quote, speaker: 'Annelies Vroom, chief executive of Tarnhelm Motors' }),
  ).toEqual([])
  expect(check(quote.text, 'S1.2', { ...quote, speaker: 'Annelies Vroom (Osprey)' })).toContain(
    'affiliation-not-in-evidence',
  )
  expect(check(quote.text, 'S1.2', { ...quote, speaker: 'Tomasz Okafor' })).toContain('quotation-misattributed')
  expect(check(`${quote.text} to`, 'S1.2', { ...quote, text: `${quote.text} to` })).toEqual(['quotation-not-verbatim'])
})

test('a pronoun is whom the sentence before names', () => {
  const claim = { text: '“It is as loud as we promised,” she said.', from: ['S1.2'] }
  const after = (text: string) => checkClaim(claim, [source], [{ text, from: ['S1.3'] }]).errors
  expect(after('Annelies Vroom heads Tarnhelm.')).toEqual([])
  expect(after('Mairi Fothering chairs Osprey.')).toEqual(['quotation-misattributed'])
})

test('a quotation beside the cited sentence gets its id added, one further away has to be cited', () => {
  const text = '“It is as loud as we promised,” said Annelies Vroom.'
  expect(checkClaim({ text, from: ['S1.1'] }, [source])).toMatchObject({ errors: [], added: ['S1.2'] })
  expect(check(text, 'S1.7')).toContain('quotation-not-in-evidence')
})

test('a term in quotation marks that stands nowhere is for the desk', () => {
  const { errors, warnings } = checkClaim({ text: 'The “thunder god” burns less.', from: ['S1.7'] }, [source])
  expect([errors, warnings]).toEqual([[], ['quotation-not-verbatim']])
})
