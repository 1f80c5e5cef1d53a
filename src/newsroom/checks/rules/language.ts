import { francAll } from 'franc-min'
import { blocking, count } from '#newsroom/article/finding.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { plain } from '#text/prose.ts'
import { wordsOf } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { claimsOf, type Claim } from '#newsroom/article/draft.ts'

// The shortest text whose language can be detected, in characters and in words.
const MIN_LENGTH = 200
const MIN_WORDS = 12
// Function words are about two fifths of English prose.
const SURE_SHARE = 0.38
const MIN_SHARE = 0.15
const MAX_OTHER_SCRIPT = 0.2
const ENGLISH = ['eng', 'sco', 'und']

/** Blocks text in another language, in the whole article and in each section and paragraph. */
export const language: Check = {
  name: 'Written in English',
  run({ draft }) {
    const claims = claimsOf(draft)
    const textOf = (where: string, isIn: (claim: Claim) => boolean) => {
      return {
        where,
        text: plain(
          claims
            .filter(isIn)
            .map(({ text }) => text)
            .join('\n'),
        ),
      }
    }
    // Tables and code have few words that belong to a language.
    const prose: Claim['kind'][] = ['heading', 'sentence', 'item', 'quote']
    const texts = [
      textOf('draft', ({ kind }) => kind === 'title' || kind === 'lead' || kind === 'change'),
      ...draft.sections.map((_, index) =>
        textOf(
          `sections.${index}`,
          ({ where, kind }) => where.startsWith(`sections.${index}.`) && prose.includes(kind),
        ),
      ),
      ...[...new Set(claims.map(({ block }) => block))].map((block) =>
        textOf(block, (claim) => claim.block === block && claim.kind === 'sentence'),
      ),
    ].filter(({ text }) => text !== '')
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
  if (words.length < MIN_WORDS || share >= SURE_SHARE) return false
  if (share < MIN_SHARE) return true
  return text.length >= MIN_LENGTH && !ENGLISH.includes(francAll(text)[0]?.[0] ?? 'und')
}
