import { francAll } from 'franc-min'
import { blocking, count, type Finding } from '#newsroom/article/finding.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { plain } from '#text/prose.ts'
import { wordsOf } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { claimsOf } from '#newsroom/article/draft.ts'

/** The article is in English, as a whole and in each of its sections and paragraphs. */
export const language: Check = {
  name: 'Written in English',
  run({ draft }) {
    const claims = claimsOf(draft)
    const textAt = (address: string, kinds: string[]) =>
      claims
        .filter(({ where, kind }) => where.startsWith(`${address}.`) && kinds.includes(kind))
        .map(({ text }) => text)
        .join('\n')
    // Tables and code hold few words that belong to a language.
    const sections = draft.sections.map((_, index) => {
      return { where: `sections.${index}`, text: textAt(`sections.${index}`, ['heading', 'sentence', 'item', 'quote']) }
    })
    const blocks = [...new Set(claims.map(({ block }) => block))]
    const paragraphs = blocks.map((where) => ({ where, text: textAt(where, ['sentence']) }))
    const frame = claims.filter(({ kind }) => kind === 'title' || kind === 'lead' || kind === 'change')
    const texts = [{ where: 'draft', text: frame.map(({ text }) => text).join('\n') }, ...sections, ...paragraphs]
      .map(({ where, text }) => ({ where, text: plain(text) }))
      .filter(({ text }) => text !== '')
    return { detail: count(texts.length, 'text'), findings: texts.flatMap(judge) }
  },
}

// The shortest text whose language can be told, in characters, and how many words of English prose hold it together.
const LEAST_TEXT = 200
const LEAST_WORDS = 12
const SURE_SHARE = 0.38
const LEAST_SHARE = 0.15
const OTHER_SCRIPT = 0.2

function judge({ where, text }: { where: string; text: string }): Finding[] {
  const words = wordsOf(text).filter(({ text }) => /\p{L}/u.test(text))
  const letters = text.match(/\p{L}/gu) ?? []
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length
  if (letters.length > 20 && foreign / letters.length > OTHER_SCRIPT) return [complain(where, text)]
  if (words.length < LEAST_WORDS) return []
  const share = words.filter(({ folded }) => isFunctionWord(folded)).length / words.length
  if (share >= SURE_SHARE) return []
  if (share < LEAST_SHARE) return [complain(where, text)]
  if (text.length < LEAST_TEXT) return []
  const [best] = francAll(text)
  return best === undefined || best[0] === 'eng' || best[0] === 'sco' || best[0] === 'und'
    ? []
    : [complain(where, text)]
}

function complain(where: string, text: string): Finding {
  const message = 'This is not in English: write all of the article in English.'
  return blocking({ code: 'language', where, message, evidence: text })
}
