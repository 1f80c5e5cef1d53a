import type { Evidence, Source } from '#blog/post.ts'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import type { Finding, Notes, ReviewItem, ShownSentence, ShownUnit } from '#desk/review-item.ts'
import type { PostRecord } from '#newsroom/review/post-records.ts'
import { escaped, lettersOf, markSentences } from '#desk/sentences.ts'
import { isCommonWord } from '#text/common-words.ts'

type Shown = Pick<ReviewItem, 'title' | 'excerpt' | 'html' | 'provenance'> & {
  sources: Source[]
  findings: Finding[]
  notes: Notes | null
  unitsOf: PostRecord['unitsOf']
}

/** Marks the sentences of a post, and adds the evidence and the notes of the newsroom to each. */
export async function shownSentences(post: Shown): Promise<{ html: string; sentences: ShownSentence[] }> {
  const { title, excerpt, provenance, sources, findings, notes, unitsOf } = post
  const head = `<h1>${escaped(title)}</h1><p class="lead">${escaped(excerpt)}</p>`
  const { html, sentences } = markSentences(head + sanitizeHtml(post.html), provenance?.evidence)
  const units = await Promise.all(sources.map(({ url }, index) => unitsOf(url, index + 1)))
  return {
    html,
    sentences: sentences.map(({ evidence, ...sentence }) => {
      const letters = lettersOf(sentence.text)
      const isOwn = ({ text }: { text: string }) => lettersOf(text) === letters
      const shown = evidence && evidence.map((entry) => shownUnit(entry, units[entry.source] ?? []))
      return {
        ...sentence,
        units: shown,
        facts: factsIn(sentence.text, shown?.map(({ text }) => text).join(' ') ?? ''),
        questions: notes?.questions.filter(isOwn) ?? [],
        verdict: notes?.verdicts.find(isOwn) ?? null,
        warnings: findings
          .filter(({ evidence }) => lettersOf(evidence) !== '' && letters.includes(lettersOf(evidence)))
          .map(({ message }) => message),
      }
    }),
  }
}

// A later version may number the units of a text differently, so the recorded quote decides.
function shownUnit({ unit, source, quote, compute }: Evidence, units: { id: string; text: string }[]): ShownUnit {
  const same = [...units.entries()].filter(([, { text }]) => text.startsWith(quote))
  const [place, found] = same.find(([, { id }]) => id === unit) ?? same[0] ?? []
  const beside = (step: number) => (place === undefined ? null : (units[place + step]?.text ?? null))
  return { id: unit, source, text: found?.text ?? quote, before: beside(-1), after: beside(1), compute }
}

const FACT = /[$€£]?\d[\d.,]*(?<![.,])%?|\p{Lu}[\p{L}\p{N}’'-]+(?<![’'-])/gu

// The numbers and names of a sentence, in reading order, and whether its units contain them.
function factsIn(sentence: string, evidence: string): ShownSentence['facts'] {
  const known = new Set(Array.from(evidence.matchAll(FACT), ([fact]) => comparable(fact)))
  const facts = Array.from(sentence.matchAll(FACT), ([fact]) => fact)
  return [...new Set(facts)]
    .filter((fact) => /\d/.test(fact) || known.has(comparable(fact)) || !isCommonWord(fact.toLowerCase()))
    .map((text) => ({ text, isFound: known.has(comparable(text)) }))
}

function comparable(fact: string): string {
  return fact.replaceAll(/[,$€£%]|[’']s$/g, '').toLowerCase()
}
