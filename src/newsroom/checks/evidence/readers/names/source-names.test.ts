import { expect, test } from 'vitest'
import { peopleIn, personNamed } from '#newsroom/checks/evidence/readers/names/source-names.ts'

test.each<[string, string[]]>([
  ['It was Annelies Vroom who steered.', ['annelies vroom']],
  ['The spokeswoman, Leocadia Frost, refused.', ['leocadia frost']],
  ['The Harbour Board and Osprey Labs met St. Brigid.', []],
  ['It works with Mei-Ling Abernathy.', ['mei ling abernathy']],
])('the people of "%s"', (text, expected) => {
  expect(peopleIn([text], null).map((person) => person.join(' '))).toEqual(expected)
})

test('a company that is called by the first word of its product is no person', () => {
  const texts = ['Lumenza Grovelle is new.', 'Lumenza paid.', 'They told Lumenza.', 'It is Lumenza.']
  expect(peopleIn(texts, null)).toEqual([])
  expect(peopleIn(texts.slice(0, 2), null)).toHaveLength(1)
})

test('the author is one of them', () => {
  expect(peopleIn([], 'Ada Moss')).toEqual([['ada', 'moss']])
})

test('somebody is named in full or by surname, and not by the first name of another', () => {
  const [vroom] = peopleIn(['It was Annelies Vroom.'], null)
  const people = vroom === undefined ? [] : [vroom]
  expect(personNamed(['Vroom'], people)).toBe(vroom)
  expect(personNamed(['Annelies', 'Vroom'], people)).toBe(vroom)
  expect(personNamed(['Tomasz', 'Vroom'], people)).toBeNull()
  expect(personNamed(['Room'], people)).toBeNull()
})
