import { expect, test } from 'vitest'
import { style } from '#newsroom/checks/rules/style.ts'
import { subjectOf } from '../../../../tests/fixtures/newsroom/subject-of.ts'

test.each([
  ['hype', 'This is a game-changer.'],
  ['hype', 'The revolutionary ferry sails.'],
  ['hype', 'We delve into the harbour.'],
  ['filler', 'In conclusion, the ferry sails.'],
  ['filler', "In today's fast-moving world, ferries sail."],
  ['filler', 'It is worth noting that ferries sail.'],
])('%s: %s', (code, text) => {
  const { findings } = style.run(subjectOf({ blocks: [{ text }], draft: { why_it_matters: 'It is so.' } }))
  expect(findings).toMatchObject([{ code, severity: 'warning', where: 'sections.0.blocks.0' }])
})

test('plain words, and what somebody else said, are no finding', () => {
  const blocks = [{ text: 'The ferry sails. “It is a game-changer,” says the port.' }]
  expect(style.run(subjectOf({ blocks, draft: { why_it_matters: 'It is so.' } })).findings).toEqual([])
})

test('why it matters has one to three sentences and does not repeat the excerpt', () => {
  const excerpt = 'The ferry lay idle all winter and sails again from Monday.'
  const codes = (why: string) =>
    style.run(subjectOf({ draft: { excerpt, why_it_matters: why } })).findings.map(({ code }) => code)
  expect(codes('Towns depend on it. It is old. Others are older.')).toEqual([])
  expect(codes('One. Two. Three. Four.')).toEqual(['why-length'])
  expect(codes('')).toEqual(['why-length'])
  expect(codes('The ferry lay idle all winter. It sails again from Monday.')).toEqual(['why-repeats-excerpt'])
})
