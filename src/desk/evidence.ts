import { wordsOnly } from '#desk/article-blocks.ts'
import type { Evidence } from '#blog/post.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { sentencesOf } from '#text/sentences.ts'
import { stem } from '#text/stem.ts'

/** A source's text, taken apart once for all blocks of an article. */
export type ReadSource = { sentences: Sentence[]; rarity: Map<string, number> }

type Sentence = { text: string; words: Set<string> }

/** Takes a source's text apart into sentences, and finds out which of its words are rare. */
export function readSource(text: string): ReadSource {
  const sentences = sentencesOf(text)
    .flatMap(piecesOf)
    .map((sentence) => ({ text: sentence, words: tellingWords(sentence) }))
  const counts = new Map<string, number>()
  for (const { words } of sentences) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = [...counts].map(([word, count]): [string, number] => {
    const rare = Math.log(1 + sentences.length / count)
    return [word, isNumber(word) ? 2 * rare : rare]
  })
  return { sentences, rarity: new Map(rarity) }
}

/**
 * The sentences of a source that most likely say what a block of the article says: at most three, which share rare words
 * or numbers with it, in the source's order, with `…` where something is left out; a sentence where there are none.
 * `source` is null when its text was not kept.
 */
export function evidenceFor(block: string, source: ReadSource | null): string {
  if (source === null) return 'The newsroom kept no text of this source.'
  const chosen = choose(tellingWords(wordsOnly(block)), source).toSorted((a, b) => a - b)
  if (chosen.length === 0) return 'No sentence of this source shares its numbers or its rare words.'
  let [shown, last] = ['', -1]
  for (const index of chosen) {
    const gap = index === last + 1 ? '' : '… '
    shown += `${shown === '' ? '' : ' '}${gap}${source.sentences[index]?.text ?? ''}`
    last = index
  }
  return last === source.sentences.length - 1 ? shown : `${shown} …`
}

/** What is on record as the evidence of the sentences of a block, each unit once, in the order of the record. */
export function recordedFor(block: string, evidence: readonly Evidence[]): Evidence[] {
  const text = lettersOf(wordsOnly(block))
  const own = evidence.filter((entry) => entry.text !== '' && text.includes(lettersOf(entry.text)))
  return own.filter(({ unit }, index) => own.findIndex((other) => other.unit === unit) === index)
}

// Marks of Markdown and of type do not count.
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

const MOST = 3

// A further sentence has to bring at least this part of what the best one shares.
const WORTH = 0.3

// The longest sentence that is shown whole, in UTF-16 units; a table of a page can be one sentence.
const LONGEST = 360

// The one that shares most first, then whichever shares most of what the ones before it do not.
function choose(asked: Set<string>, { sentences, rarity }: ReadSource): number[] {
  const chosen: number[] = []
  const covered = new Set<string>()
  let best = 0
  while (chosen.length < MOST) {
    let next = { index: -1, score: 0 }
    for (const [index, { words }] of sentences.entries()) {
      if (chosen.includes(index)) continue
      const shared = [...words].filter((word) => asked.has(word))
      // One word, or one digit, is shared by chance.
      if (shared.length < 2 && !shared.some((word) => isNumber(word) && word.length > 1)) continue
      const gain = shared.filter((word) => !covered.has(word)).reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0)
      // Of two that share as much, the shorter says it more plainly.
      const score = gain / Math.sqrt(8 + words.size)
      if (score > next.score) next = { index, score }
    }
    if (next.index === -1 || next.score < WORTH * best) break
    best ||= next.score
    chosen.push(next.index)
    for (const word of sentences[next.index]?.words ?? []) covered.add(word)
  }
  return chosen
}

// What has no end in sight is cut between words.
function piecesOf(sentence: string): string[] {
  if (sentence.length <= LONGEST) return [sentence]
  const pieces = sentence.match(new RegExp(String.raw`\S.{0,${LONGEST - 1}}(?=\s|$)|\S{1,${LONGEST}}`, 'gu')) ?? []
  return pieces.map((piece) => piece.trim())
}

function isNumber(word: string): boolean {
  return /^\d/.test(word)
}

// Lower case, without the endings of forms: two texts about one fact rarely use the same ones.
function tellingWords(text: string): Set<string> {
  const plain = text.normalize('NFKC').replaceAll(/(?<=\d),(?=\d{3})/g, '')
  const words = plain.toLowerCase().match(/\d+(?:\.\d+)*|\p{L}[\p{L}\p{M}]*/gu) ?? []
  const telling = words.filter((word) => isNumber(word) || (word.length > 1 && !isFunctionWord(word)))
  return new Set(telling.map((word) => SMALL_NUMBERS.get(word) ?? stem(word)))
}

const SMALL_NUMBERS = new Map(
  'two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, index) => [word, `${index + 2}`]),
)
