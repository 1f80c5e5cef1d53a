import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommon, plainText, tokenizable, tokenize, wordsOf } from '#text/tokenize.ts'

test.each([
  ['Café, NAÏVE, Łódź, Straße, İstanbul', ['cafe', 'naive', 'lodz', 'strasse', 'istanbul']],
  ['C++ and C# are not C', ['cplusplus', 'and', 'csharp', 'are', 'not', 'c']],
  ['## Head ++ a#b "Node.js" -v24.1 (title:x*)', ['head', 'a', 'b', 'node', 'js', 'v24', '1', 'title', 'x']],
  ['', []],
  ['\u{D800} \0 …', []],
])('%s is read as its words', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
  expect(wordsOf(tokenizable(text))).toEqual(words)
})

test('writing without blanks is split into words, the same ones wherever they stand', () => {
  expect(wordsOf('東京都の人工知能')).toContain('人工')
  expect(wordsOf('人工')).toEqual(['人工'])
  expect(wordsOf('ソフトウェア2').join('')).toContain('ソフトウェア')
  expect(wordsOf(tokenizable('AI東京都の人工知能'))).toEqual(wordsOf('AI東京都の人工知能'))
})

test('an accent is the same letter, however it was typed', () => {
  expect(wordsOf('cafe\u0301')).toEqual(wordsOf('caf\u00e9'))
  expect(wordsOf('한국')).toEqual(['한국'])
})

test('a word knows its place in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ9 ß+#é字ア\u0301-') }), (text) => {
      for (const { word, start, end } of tokenize(text)) expect(wordsOf(text.slice(start, end))).toEqual([word])
    }),
  )
})

test('a word that nobody types is cut, and common ones are known', () => {
  expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(40)])
  expect(wordsOf("They're the cache's").filter((word) => !isCommon(word))).toEqual(['cache'])
})

test('tags, entities and the numbers of sources are no words', () => {
  expect(wordsOf(plainText('<p class="lead">Salt &amp; hash[S1], 3 < 4</p>'))).toEqual(['salt', 'hash', '3', '4'])
})
