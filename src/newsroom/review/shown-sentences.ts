import { escapeText } from 'entities'
import type { Evidence, Source } from '#blog/post.ts'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import type { Notes, ReadSource } from '#newsroom/review/post-records.ts'
import { lettersOf, markSentences, type Sentence } from '#newsroom/review/mark-sentences.ts'
import { numberSource } from '#newsroom/sources/units.ts'

/** A unit that supports a sentence, and its neighbouring units. `source` is an index into the article's sources. */
type ShownUnit = {
  id: string
  source: number
  text: string
  before: string | null
  after: string | null
  compute: string
}

/** A sentence with its evidence and the newsroom's notes on it. */
export type ShownSentence = Omit<Sentence, 'evidence'> & {
  /** It is null if the sentence claims nothing, or if the article has only a list of sources. */
  units: ShownUnit[] | null
  questions: Notes['questions']
  verdict: Notes['verdicts'][number] | null
  warnings: string[]
}

type Shown = {
  title: string
  excerpt: string
  html: string
  evidence: Evidence[] | undefined
  sources: Source[]
  findings: Finding[]
  notes: Notes
  readSource: ReadSource
}

/** Marks a post's sentences, and adds the evidence and the newsroom's notes to each of them. */
export async function shownSentences(post: Shown): Promise<{ html: string; sentences: ShownSentence[] }> {
  const { evidence, sources, findings, notes, readSource } = post
  const { html, sentences } = markPost(post, evidence)
  const read = await Promise.all(sources.map(({ url }) => readSource(url)))
  const units = read.map((source, index) => source && numberSource({ ...source, id: `S${index + 1}` }).units)
  return {
    html,
    sentences: sentences.map(({ evidence, ...sentence }) => {
      const letters = lettersOf(sentence.text)
      const isOwn = ({ text }: { text: string }) => lettersOf(text) === letters
      return {
        ...sentence,
        units: evidence && evidence.map((entry) => shownUnit(entry, units[entry.source] ?? [])),
        questions: notes.questions.filter(isOwn),
        verdict: notes.verdicts.find(isOwn) ?? null,
        warnings: findings
          .filter(({ evidence }) => lettersOf(evidence) !== '' && letters.includes(lettersOf(evidence)))
          .map(({ message }) => message),
      }
    }),
  }
}

/** Counts a post's sentences that its other version (`after`) no longer contains. */
export function countRemoved(sentences: { text: string }[], after: Pick<Shown, 'title' | 'excerpt' | 'html'>): number {
  const left = new Set(markPost(after, undefined).sentences.map(({ text }) => lettersOf(text)))
  return sentences.filter(({ text }) => !left.has(lettersOf(text))).length
}

function markPost(
  { title, excerpt, html }: Pick<Shown, 'title' | 'excerpt' | 'html'>,
  evidence: Evidence[] | undefined,
) {
  const head = `<h1>${escapeText(title)}</h1><p class="lead">${escapeText(excerpt)}</p>`
  return markSentences(head + sanitizeHtml(html), evidence)
}

// Find the unit by its quote, because a later version may number the units of a text differently.
function shownUnit({ unit, source, quote, compute }: Evidence, units: { id: string; text: string }[]): ShownUnit {
  const same = [...units.entries()].filter(([, { text }]) => text.startsWith(quote))
  const [place, found] = same.find(([, { id }]) => id === unit) ?? same[0] ?? []
  const beside = (step: number) => (place === undefined ? null : (units[place + step]?.text ?? null))
  return { id: unit, source, text: found?.text ?? quote, before: beside(-1), after: beside(1), compute }
}
