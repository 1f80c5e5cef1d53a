import { claimsOf, type Claim } from '#newsroom/article/draft.ts'
import { blocking, count } from '#newsroom/article/finding.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { isFunctionWord } from '#text/common-words.ts'
import { plain, withoutCode } from '#text/prose.ts'
import { wordsOf } from '#text/words.ts'

// The language of shorter text cannot be detected reliably.
const MIN_WORDS = 12
// About two fifths of the words in English prose are function words, and other languages share few of them.
const MIN_SHARE = 0.15
const MAX_OTHER_SCRIPT = 0.2
// Excludes tables and code, which contain few words of any language.
const WITH_LANGUAGE = new Set<Claim['kind']>(['title', 'lead', 'heading', 'sentence', 'item', 'quote', 'change'])
const PARAGRAPHS = new Set<Claim['kind']>(['lead', 'sentence', 'change'])

/** Blocks an article or a paragraph that is not in English. */
export const language: Check = {
  name: 'Written in English',
  run({ draft }) {
    const prose = claimsOf(draft).filter(({ kind }) => WITH_LANGUAGE.has(kind))
    const paragraphs = Map.groupBy(
      prose.filter(({ kind }) => PARAGRAPHS.has(kind)),
      ({ block }) => block,
    )
    const texts = [['draft', prose] as const, ...paragraphs].map(([where, claims]) => {
      return { where, text: claims.map(({ text }) => text).join('\n') }
    })
    const message = 'This is not English. Write the whole article in English.'
    const foreign = texts.filter(({ text }) => isForeign(withoutCode(text)))
    return {
      detail: count(texts.length, 'text'),
      findings: foreign.map(({ where, text }) => blocking({ where, evidence: plain(text), code: 'language', message })),
    }
  },
}

function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const other = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length
  if (letters.length > 20 && other / letters.length > MAX_OTHER_SCRIPT) return true
  const words = wordsOf(text).filter((word) => /\p{L}/u.test(word.text))
  const share = words.filter(({ folded }) => isFunctionWord(folded)).length / words.length
  return words.length >= MIN_WORDS && share < MIN_SHARE
}
