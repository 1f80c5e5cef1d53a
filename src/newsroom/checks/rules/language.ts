import { francAll } from 'franc-min'
import { blocking, count, type Finding } from '#newsroom/checks/finding.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { plain } from '#newsroom/checks/readers/prose.ts'
import { wordsOf } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { textOf } from '#newsroom/drafting/draft.ts'

/** The article is in English, as a whole and in each of its sections and paragraphs. */
export const language: Check = {
  name: 'Written in English',
  run({ draft }) {
    const sections = draft.sections.map(({ heading, blocks }, index) => ({
      where: `sections.${index}`,
      // Tables and code hold few words that belong to a language.
      text: [heading, ...blocks.filter(({ kind }) => kind !== 'code' && kind !== 'table').map(textOf)].join('\n'),
    }))
    const paragraphs = draft.sections.flatMap(({ blocks }, section) =>
      blocks.flatMap((block, index) =>
        block.kind === 'paragraph' ? [{ where: `sections.${section}.blocks.${index}`, text: block.text }] : [],
      ),
    )
    const { title, excerpt, why_it_matters: why } = draft
    const frame = { where: 'draft', text: `${title}. ${excerpt} ${why}` }
    const texts = [frame, ...sections, ...paragraphs].map(({ where, text }) => ({ where, text: plain(text) }))
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
