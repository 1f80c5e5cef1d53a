import { expect, test } from 'vitest'
import { checkClaim } from '../../../../tests/fixtures/newsroom/evidence/claim-over.ts'
import { sourceOf } from '../../../../tests/fixtures/newsroom/evidence/written-source.ts'

const hinted = (text: string, evidence: string, parts = {}) => {
  const source = sourceOf('S1', { title: 'Ferries', blocks: [[evidence]] })
  return checkClaim({ text, ...parts }, [source])
}

test.each([
  ['a negation added', 'denies', 'The port has not paid for the new hull.', 'The port has paid for the new hull.'],
  ['a negation lost', 'denies', 'The port has paid for the new hull.', 'The port has not paid for the new hull.'],
  [
    'a possibility told as a fact',
    'leaves open',
    'The new ferry costs the port its licence.',
    'The new ferry may cost the port its licence.',
  ],
  ['a plan told as done', 'future', 'The port replaced the old ferry.', 'The port will replace the old ferry.'],
  ['a fact told as a plan', 'future', 'The port will replace the old ferry.', 'The port replaced the old ferry.'],
  [
    'a claim told as a fact',
    'somebody says',
    'The new ferry uses half the fuel.',
    'The port says that the new ferry uses half the fuel.',
  ],
  ['words of its own', 'words stand', 'Critics feared dramatic harm to birds.', 'The new ferry uses half the fuel.'],
])('a hint tells of %s, and does not block', (_, words, text, evidence) => {
  const { errors, hints } = hinted(text, evidence)
  expect(hints.join()).toContain(words)
  expect(errors).toEqual([])
})

test.each([
  ['the same', 'The port has not paid for the hull.', 'The port has not paid for the hull.'],
  ['denied in other words', 'The port lacks a second hull.', 'The port has no second hull.'],
  [
    'denied in another clause',
    'The port paid for the new hull.',
    'The port paid for the new hull, but the mast was not its business.',
  ],
  [
    'said by somebody',
    'According to the port, the ferry uses half the fuel.',
    'The port says that the ferry uses half the fuel.',
  ],
  ['still open', 'The ferry might cost the port its licence.', 'The ferry may cost the port its licence.'],
  ['still to come', 'The port is to replace the old ferry, it plans.', 'The port will replace the old ferry.'],
  ['silence told as such', 'The port does not say what the hull costs.', 'The port paid for the hull.'],
])('there is no hint where it is %s', (_, text, evidence) => {
  expect(hinted(text, evidence).hints).toEqual([])
})

test('a name that only the title bears is worth a look where the evidence names another', () => {
  const source = sourceOf('S1', {
    title: 'Tarnhelm sails',
    blocks: [['Osprey has raised its fares.'], ['It is cold.']],
  })
  const { errors, hints } = checkClaim({ text: 'Tarnhelm has raised its fares.' }, [source])
  expect([errors, hints]).toEqual([[], ['It says of Tarnhelm what its evidence may say of Osprey.']])
})

test('rows, code and headings that name nothing get no hints', () => {
  expect(hinted('Birds | dramatic | harm', 'The ferry uses half the fuel.', { kind: 'row' }).hints).toEqual([])
  const heading = { kind: 'heading', from: [], where: 'sections.0.heading', block: 'sections.0.heading' }
  expect(hinted('Dramatic harm to birds', 'The ferry uses half the fuel.', heading).hints).toEqual([])
})
