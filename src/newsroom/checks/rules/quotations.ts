import { isSaidBy, speakersOf } from '#newsroom/checks/rules/attributions.ts'
import { blocking, count, warning, type Finding } from '#newsroom/checks/finding.ts'
import { plain } from '#newsroom/checks/readers/prose.ts'
import { quotedIn, type Quoted } from '#newsroom/checks/readers/quoted.ts'
import { ownSources } from '#newsroom/checks/readers/source-text.ts'
import { placesOf, verbatimOf, type Verbatim } from '#newsroom/checks/rules/verbatim.ts'
import { wordsOf } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { passages, type Passage } from '#newsroom/drafting/draft.ts'

/** What stands between quotation marks or as a quote is in the sources word for word, and said by whom the draft says. */
export const quotations: Check = {
  name: 'Quotations are verbatim, and their speakers are named beside them in a source',
  run({ draft, references }) {
    const sources = references.map(verbatimOf)
    const all = passages(draft)
    const findings: Finding[] = []
    let looked = 0
    for (const [index, passage] of all.entries()) {
      const own = ownSources(passage, sources)
      if (own.length === 0 || passage.kind === 'code' || passage.kind === 'tag') continue
      const text = textOf(passage)
      const before = textOf(all[index - 1] ?? { text: '' })
      for (const quoted of quotationsIn({ ...passage, text }, own)) {
        looked += 1
        findings.push(...judge({ quoted, text, before, where: passage.where, own, sources }))
      }
    }
    return { detail: count(looked, 'quotation'), findings }
  },
}

// One or two words in quotation marks may be a term that the writer keeps at a distance.
const SHORTEST = 3
// How many words beside what is quoted a quote may have, for its speaker.
const LONGEST_CREDIT = 25

function judge(options: {
  quoted: Quoted
  text: string
  before: string
  where: string
  own: Verbatim[]
  sources: Verbatim[]
}): Finding[] {
  const { quoted, text, before, where, own, sources } = options
  const isLong = wordsOf(quoted.text).length >= SHORTEST
  const place = { where, evidence: quoted.text }
  const places = own.flatMap((source) => placesOf(quoted.text, source))
  const cited = own.map(({ id }) => id).join(', ')
  if (places.length === 0) {
    const elsewhere = sources.filter((source) => placesOf(quoted.text, source).length > 0).map(({ id }) => id)
    const message =
      elsewhere.length > 0
        ? `The quotation is not in ${cited}, only in ${elsewhere.join(', ')}: name that source.`
        : `The quotation is not in ${cited} word for word: quote exactly, or say it without quotation marks.`
    return [(isLong ? blocking : warning)({ ...place, code: 'quotation-not-verbatim', message })]
  }
  const speakers = isLong ? speakersOf({ text, at: quoted.at, end: quoted.end, before }) : []
  if (speakers.length === 0 || places.some((found) => isSaidBy(speakers, found))) return []
  const message = `No source names ${speakers.join(' or ')} where it has this quotation: name who said it, or nobody.`
  return [blocking({ ...place, code: 'quotation-misattributed', message })]
}

// Without Markdown; what is code is no speech, whatever marks it holds.
function textOf({ text }: Pick<Passage, 'text'>): string {
  return plain(text.replaceAll(/`[^`\n]*["“”][^`\n]*`/g, (code) => ' '.repeat(code.length)))
}

// A quote without marks is quoted as a whole, but for a dash and its speaker at the end.
function quotationsIn({ kind, text }: Passage, own: Verbatim[]): Quoted[] {
  const marked = quotedIn(text)
  if (kind !== 'quote') return marked
  const whole = { text, at: 0, end: text.length }
  if (own.some((source) => placesOf(text, source).length > 0)) return [whole]
  const inside = marked.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  const outside = wordsOf(text).length - inside
  if (marked.length > 0 && outside <= LONGEST_CREDIT && inside >= outside / 2) return marked
  const credit = /\s*(?:\s[—–-]|\n|—)\s*\p{Lu}[^—–\n]{1,160}$/u.exec(text)
  return credit === null ? [whole] : [{ text: text.slice(0, credit.index), at: 0, end: credit.index }]
}
