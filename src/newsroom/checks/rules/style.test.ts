import { expect, test } from 'vitest'
import { style } from '#newsroom/checks/rules/style.ts'
import { said, subjectOf } from '../../../../tests/fixtures/newsroom/subject-of.ts'

test.each([
  ['hype', 'This is a game-changer.'],
  ['hype', 'The revolutionary ferry sails.'],
  ['hype', 'We delve into the harbour.'],
  ['filler', 'In conclusion, the ferry sails.'],
  ['filler', "In today's fast-moving world, ferries sail."],
  ['filler', 'It is worth noting that ferries sail.'],
])('%s: %s', (code, text) => {
  const { findings } = style.run(subjectOf({ blocks: [{ text }] }))
  expect(findings).toMatchObject([{ code, severity: 'revise', where: 'sections.0.blocks.0.sentences.0' }])
})

test('plain words, and what somebody else said, are no finding', () => {
  const blocks = [{ text: 'The ferry sails. “It is a game-changer,” says the port.' }]
  expect(style.run(subjectOf({ blocks })).findings).toEqual([])
})

test('what changes has two sentences at most, and none of them says the excerpt again', () => {
  const excerpt = [said('The ferry lay idle all winter and sails again from Monday.')]
  const found = (...changes: string[]) =>
    style
      .run(subjectOf({ draft: { excerpt, what_changes: changes.map((text) => said(text)) } }))
      .findings.map(({ code, where, severity }) => `${severity} ${code} ${where}`)
  expect(found()).toEqual([])
  expect(found('Towns depend on it.', 'Others are older.')).toEqual([])
  expect(found('One.', 'Two.', 'Three.')).toEqual(['warning changes-length what_changes'])
  expect(found('Towns depend on it.', 'Idle all winter, the ferry sails again from Monday.')).toEqual([
    'warning repeats-excerpt what_changes.1',
  ])
})
