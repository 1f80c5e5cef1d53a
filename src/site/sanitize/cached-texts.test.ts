import { expect, test } from 'vitest'
import { keepTexts } from '#site/sanitize/cached-texts.ts'

function counted(characters: number) {
  const made: string[] = []
  const make = (text: string) => {
    made.push(text)
    if (text === 'bad') throw new Error('no')
    return text.toUpperCase()
  }
  return { made, get: keepTexts({ make, characters }) }
}

test('the same text is made once, another text anew', () => {
  const { made, get } = counted(100)
  expect([get('a'), get('a'), get('b'), get('')]).toEqual(['A', 'A', 'B', ''])
  expect(made).toEqual(['a', 'b', ''])
})

test('what is kept is bounded: the text that nobody asked for lately goes first', () => {
  const { made, get } = counted(10)
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) get(text)
  expect(made).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb'])
  expect(get('x'.repeat(50))).toBe('X'.repeat(50))
})

test('a failure is not kept', () => {
  const { made, get } = counted(10)
  for (const _ of [1, 2]) expect(() => get('bad')).toThrow('no')
  expect(made).toEqual(['bad', 'bad'])
})
