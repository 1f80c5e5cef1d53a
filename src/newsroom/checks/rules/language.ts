import { claimsOf, type Claim } from '#newsroom/article/draft.ts'
import { blocking, count } from '#newsroom/article/finding.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { isFunctionWord } from '#text/common-words.ts'
import { plain } from '#text/prose.ts'
import { wordsOf } from '#text/words.ts'

// The shortest text whose language can be detected.
const MIN_WORDS = 12
// Function words are about two fifths of English prose. Other languages share few of them.
const MIN_SHARE = 0.15
const MAX_OTHER_SCRIPT = 0.2
// Tables and code have few words that belong to a language.
const WITHOUT_LANGUAGE: ReadonlySet<Claim['kind']> = new Set(['row', 'caption', 'code'])
const PARAGRAPHS: ReadonlySet<Claim['kind']> = new Set(['lead', 'sentence', 'change'])

/** Blocks an article or a paragraph in another language. */
export const language: Check = {
  name: 'Written in English',
  run({ draft }) {
    const prose = claimsOf(draft).filter(({ kind }) => !WITHOUT_LANGUAGE.has(kind))
    const paragraphs = Map.groupBy(
      prose.filter(({ kind }) => PARAGRAPHS.has(kind)),
      ({ block }) => block,
    )
    const texts = [['draft', prose] as const, ...paragraphs].map(([where, claims]) => {
      return { where, text: plain(claims.map(({ text }) => text).join('\n')) }
    })
    const foreign = texts.filter(({ text }) => isForeign(text))
    const message = 'This is not in English: write all of the article in English.'
    return {
      detail: count(texts.length, 'text'),
      findings: foreign.map(({ where, text }) => blocking({ code: 'language', where, message, evidence: text })),
    }
  },
}

function isForeign(text: string): boolean {
  const words = wordsOf(text).filter((word) => /\p{L}/u.test(word.text))
  const letters = text.match(/\p{L}/gu) ?? []
  const other = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length
  if (letters.length > 20 && other / letters.length > MAX_OTHER_SCRIPT) return true
  const share = words.filter(({ folded }) => isFunctionWord(folded)).length / words.length
  return words.length >= MIN_WORDS && share < MIN_SHARE
}
