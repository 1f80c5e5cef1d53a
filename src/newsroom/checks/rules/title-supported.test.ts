import { expect, test } from 'vitest'
import { subjectOf } from '../../../../tests/fixtures/newsroom/subject-of.ts'
import { titleSupported } from '#newsroom/checks/rules/title-supported.ts'

const texts = ['The ferry to Varnhem was repaired in winter and is sailing again with passengers.']

test('words of the sources and of the article support a title, in any form', () => {
  expect(codes('Repairs done, ferries sail to Varnhem', 'Passengers sailed in winter.')).toEqual([])
  expect(codes('Cranes repainted for the ferry', 'The ferry sails.', 'The crane was repainted.')).toEqual([])
})

test('a title of other words is blocked, one of some other words is for the desk', () => {
  expect(codes('Aliens conquer parliament overnight', 'The ferry sails.')).toEqual(['error title-not-supported'])
  expect(codes('Ferry sails past angry aliens', 'The ferry sails.')).toEqual(['error title-not-supported'])
  expect(codes('Ferry sails on with aliens', 'The ferry sails.')).toEqual(['warning title-not-supported'])
})

test('an excerpt is judged like a title', () => {
  expect(codes('The ferry sails', 'Aliens conquer parliament.')).toEqual(['error excerpt-not-supported'])
})

function codes(title: string, excerpt: string, text = 'It is so.'): string[] {
  const subject = subjectOf({ texts, blocks: [{ text }], draft: { title, excerpt } })
  return titleSupported.run(subject).findings.map(({ severity, code }) => `${severity} ${code}`)
}
