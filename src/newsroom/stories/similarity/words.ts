import { isFunctionWord } from '#text/function-words.ts'
import { lightStem } from '#text/stem.ts'
import { readWords } from '#text/word-list.ts'
import { wordsOf as wordsBy } from '#text/words.ts'

/** A word of a text: as it is spelled, and the common form of its forms in lower case, which need not be a word. */
export type Word = { spelling: string; folded: string; stem: string }

// Of headlines: without apostrophes, and with points inside numbers.
const WORD = /\d+(?:\.\d+)*\p{L}*|\p{L}[\p{L}\p{N}]*/gu

/** The words of a text, in reading order; compounds are taken apart (`zero-day` is two), "U.S." is `US`, "2,300" `2300`. */
export function wordsOf(text: string): Word[] {
  const plain = text
    .normalize('NFKC')
    .replace(/\b(?:\p{Lu}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/(?<=\d),(?=\d{3})/g, '')
  return wordsBy(plain, WORD).map(({ text, folded }) => ({ spelling: text, folded, stem: stem(folded) }))
}

/** Whether a word may tell an event from another at all; "the" and "after" do not. */
export function isTelling({ folded }: Word): boolean {
  return folded !== '' && !isFunctionWord(folded) && !/^(?:don|ll|re|s|t|ve)$/.test(folded)
}

/** Whether a stem is a word that news of any event may use, and so says little about which event it is. */
export function isCommon(word: string): boolean {
  return COMMON.has(word) || /^(?:19|20)\d\d$|^\d$/.test(word)
}

function stem(folded: string): string {
  return /^\p{L}+$/u.test(folded) ? lightStem(folded) : folded
}

const COMMON = new Set([...readWords('news-words')].map(stem))
