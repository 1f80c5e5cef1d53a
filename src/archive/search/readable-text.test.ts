import { expect, test } from 'vitest'
import { foldedIn, withFolded } from '#archive/search/readable-text.ts'

test.for<[text: string, folded: string[]]>([
  ['Café and naïve', []],
  ['東京都のAI研究', ['東京', '都', 'の', 'ai', '研究']],
  ['生成AIとChatGPTの比較 in AI', ['生成', 'ai', 'と', 'chatgpt', 'の', '比較']],
  ['RustとC#', ['rust', 'と', 'c#']],
])('appends the words of “%s” that FTS5 does not find', ([text, folded]) => {
  expect(foldedIn(withFolded(text)).map((word) => word.slice(1, -1))).toEqual(folded)
})

// Code that needs quadratic time exceeds this timeout.
test.for<[word: string, folded: number]>([
  [`a${'\u0301'.repeat(60_000)}`, 0],
  ['日'.repeat(60_000), 60_000],
])('reads a word of 60,000 characters', { timeout: 5_000 }, ([word, folded]) => {
  expect(foldedIn(`${withFolded(word)} ${word}`)).toHaveLength(folded)
})
