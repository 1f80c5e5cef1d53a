import { wordsOnly } from '#desk/article-blocks.ts'
import { candidatesOf, likelyEvidence, type Candidates } from '#text/likely-evidence.ts'
import { sentencesOf } from '#text/sentences.ts'

/** A source's text, taken apart once for all blocks of an article. */
export type ReadSource = { sentences: string[]; candidates: Candidates }

/** Takes a source's text apart into sentences, and finds out which of its words are rare. */
export function readSource(text: string): ReadSource {
  const sentences = sentencesOf(text).flatMap(piecesOf)
  return { sentences, candidates: candidatesOf(sentences) }
}

/**
 * The sentences of a source that most likely say what a block of the article says: at most three, which share rare words
 * or numbers with it, in the source's order, with `…` where something is left out; a sentence where there are none.
 * `source` is null when its text was not kept.
 */
export function evidenceFor(block: string, source: ReadSource | null): string {
  if (source === null) return 'The newsroom kept no text of this source.'
  const chosen = likelyEvidence(wordsOnly(block), source.candidates).toSorted((a, b) => a - b)
  if (chosen.length === 0) return 'No sentence of this source shares its numbers or its rare words.'
  let [shown, last] = ['', -1]
  for (const index of chosen) {
    const gap = index === last + 1 ? '' : '… '
    shown += `${shown === '' ? '' : ' '}${gap}${source.sentences[index] ?? ''}`
    last = index
  }
  return last === source.sentences.length - 1 ? shown : `${shown} …`
}

// The longest sentence that is shown whole, in UTF-16 units; a table of a page can be one sentence.
const LONGEST = 360

// What has no end in sight is cut between words.
function piecesOf(sentence: string): string[] {
  if (sentence.length <= LONGEST) return [sentence]
  const pieces = sentence.match(new RegExp(String.raw`\S.{0,${LONGEST - 1}}(?=\s|$)|\S{1,${LONGEST}}`, 'gu')) ?? []
  return pieces.map((piece) => piece.trim())
}
