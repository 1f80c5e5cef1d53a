import { expect, test } from 'vitest'
import { countWords, plainText, wordsOf } from '#archive/words.ts'

test.each([
  ['Café, NAÏVE, Łódź, Straße, İstanbul', ['cafe', 'naive', 'lodz', 'strasse', 'istanbul']],
  ['C++ and C# are not C', ['c++', 'and', 'c#', 'are', 'not', 'c']],
  ['"Node.js" -v24.1 (title:x*)', ['node', 'js', 'v24', '1', 'title', 'x']],
  ['', []],
  ['\u{D800} \0 …', []],
])('%s is read as its words', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('writing without blanks is split into words, the same ones wherever they stand', () => {
  expect(wordsOf('東京都の人工知能')).toContain('人工')
  expect(wordsOf('人工')).toEqual(['人工'])
  expect(wordsOf('ソフトウェア2').join('')).toContain('ソフトウェア')
})

test('an accent is the same letter, however it was typed', () => {
  expect(wordsOf('cafe\u0301')).toEqual(wordsOf('caf\u00e9'))
  expect(wordsOf('한국')).toEqual(['한국'])
})

test('a word that nobody types is cut, and common ones are not counted', () => {
  expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(40)])
  expect([...countWords('The cache of the cache is a cache')]).toEqual([['cache', 3]])
})

test('tags, entities and the numbers of sources are no words', () => {
  expect(wordsOf(plainText('<p class="lead">Salt &amp; hash[S1], 3 < 4</p>'))).toEqual(['salt', 'hash', '3', '4'])
})
