import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommon, plainText, tokenize, wordsOf } from '#archive/search/tokenize.ts'

test.each([
  ['Café, NAÏVE', ['cafe', 'naive']],
  ['C++ and C# are not C', ['c++', 'and', 'c#', 'are', 'not', 'c']],
  ['## Head ++ "Node.js" -v24.1 (title:x*)', ['head', 'node', 'js', 'v24', '1', 'title', 'x']],
  ['Straße, Łódź, ΟΔΌΣ, שָׁלוֹם', ['strasse', 'lodz', 'οδος', 'שלום']],
  ['', []],
  ['\u{D800} \0 …', []],
])('splits "%s" into words', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('returns the same word for composed and decomposed accents', () => {
  expect(wordsOf('cafe\u0301')).toEqual(wordsOf('caf\u00e9'))
  expect(wordsOf('한국')).toEqual(['한국'])
})

test('returns the position of each word', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ9 ß+#é字ア\u0301-') }), (text) => {
      for (const { word, start, end } of tokenize(text)) expect(wordsOf(text.slice(start, end))).toEqual([word])
    }),
  )
})

test('treats the ends of contractions as common words', () => {
  expect(wordsOf("They're the cache's").filter((word) => !isCommon(word))).toEqual(['cache'])
})

test('removes tags, entities and citations', () => {
  expect(wordsOf(plainText('<p class="lead">Salt &amp; hash[S1, S2], 3 < 4</p>'))).toEqual(['salt', 'hash', '3', '4'])
})
