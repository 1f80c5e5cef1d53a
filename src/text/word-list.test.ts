import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stem } from '#text/stem.ts'
import { readWords } from '#text/word-list.ts'

test('every list has only folded words', () => {
  const lists = readdirSync('editorial/words').map((file) => readWords(file.replace(/\.txt$/, '')))
  for (const words of lists) {
    expect(words.size).toBeGreaterThan(100)
    expect([...words].filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
  }
})

test('the list of stems holds what the stemmer makes of words', () => {
  const stems = readWords('common-stems')
  for (const word of ['installations', 'researchers', 'policies', 'abandoned']) expect(stems).toContain(stem(word))
})
