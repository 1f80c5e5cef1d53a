import { expect, test } from 'vitest'
import { isTitleCase, properNames } from '#newsroom/checks/evidence/readers/names/proper-names.ts'

const names = (text: string, options = {}) => properNames(text, options).map((name) => name.text)

test.each<[string, string[]]>([
  ['Today Annelies Vroom leads Tarnhelm Motors in Graz.', ['Annelies Vroom', 'Tarnhelm Motors', 'Graz']],
  ['It runs on a K7, an M4 and GPT-5.2 since CVE-2026-41877.', ['K7', 'M4', 'GPT-5.2', 'CVE-2026-41877']],
  ['They use iPhones, AT&T, Node.js and the U.S. market.', ['iPhones', 'AT&T', 'Node.js', 'U.S']],
  ['The chief is Chief Technology Officer Ada Moss, not President Bee.', ['Ada Moss', 'Bee']],
  ['It said that Sven’s ship met O’Brien’s at St. Brigid’s.', ['Sven', 'O’Brien', 'St. Brigid']],
  ['In May, on a Monday, the CEO of an API firm had 4 GB and 3 GHz.', []],
  ['Cardholders can pay. Overnight it failed. Engineers left.', []],
  ['It met Mei-Ling Abernathy of Reinholt & Sons.', ['Mei-Ling Abernathy', 'Reinholt & Sons']],
  ['The Vennel Dairy Co-operative met them.', ['Vennel Dairy Co-operative']],
])('the names of "%s"', (text, expected) => {
  expect(names(text)).toEqual(expected)
})

test('small words join names, and are told', () => {
  const [first, second, third] = properNames('It met the University of Graz and Tarnhelm.')
  expect([first?.linked, second?.linked, third?.linked]).toEqual([null, 'of', 'and'])
})

test('a word that is known to be ordinary is no name at the start of a sentence', () => {
  const isOrdinary = (word: string) => word === 'plover'
  expect(names('Plover sails past Plover.')).toEqual(['Plover', 'Plover'])
  expect(names('Plover sails past Plover.', { isOrdinary })).toEqual(['Plover'])
})

test('a headline with a capital on every word keeps only words that are not ordinary', () => {
  const headline = 'Vroom Says New Ferry Sails Past Old Harbour'
  expect(isTitleCase(headline)).toBe(true)
  expect(names(headline, { isHeadline: true })).toEqual(['Vroom'])
})
