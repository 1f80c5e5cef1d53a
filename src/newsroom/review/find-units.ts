import type { Claim } from '#newsroom/article/draft.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { contentStems } from '#text/function-words.ts'

const MAX_UNITS = 3
const MIN_SHARED_WORDS = 2
// A further unit must add this part of the score of the best one.
const MIN_ADDED = 0.3
const NUMBER_WEIGHT = 2

type Candidate = { source: string; unit: Unit; words: Set<string> }

/** Returns a function that finds at most three likely units for a claim, at least one of each source that it cites. */
export function findUnits(sources: NumberedSource[]): (claim: Claim, ids: string[]) => string[] {
  const all = sources.flatMap(({ id, units }) =>
    units.filter(isText).map((unit): Candidate => ({ source: id, unit, words: wordsOf(unit.text) })),
  )
  const counts = new Map<string, number>()
  for (const word of all.flatMap(({ words }) => [...words])) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weightOf = (word: string) =>
    Math.log(1 + all.length / (counts.get(word) ?? 1)) * (isNumber(word) ? NUMBER_WEIGHT : 1)
  return ({ kind, text }, ids) => {
    const own = ids.length === 0 ? all : all.filter(({ source }) => ids.includes(source))
    const lines = new Set(text.split('\n').map((line) => line.trim()))
    const code = own.filter(({ unit }) => unit.kind === 'code' && lines.has(unit.text.trim()))
    if (kind === 'code' && code.length > 0) return code.map(({ unit }) => unit.id)
    const asked = wordsOf(text)
    const best = ids.flatMap((id) =>
      likely(
        asked,
        own.filter(({ source }) => source === id),
        weightOf,
      ).slice(0, 1),
    )
    return [...new Set([...best, ...likely(asked, own, weightOf)])].slice(0, MAX_UNITS)
  }
}

/** Returns true if a unit belongs to the text of its source. */
export function isText({ kind, mark }: Unit): boolean {
  return kind !== 'date' && kind !== 'author' && mark !== 'related' && mark !== 'boilerplate'
}

// The unit that shares the rarest words comes first, then units that share other words.
function likely(asked: Set<string>, candidates: Candidate[], weightOf: (word: string) => number): string[] {
  const sharing = candidates
    .map(({ unit, words }) => ({ id: unit.id, size: words.size, shared: asked.intersection(words) }))
    // A single shared word or digit is a coincidence.
    .filter(
      ({ shared }) => shared.size >= MIN_SHARED_WORDS || [...shared].some((word) => isNumber(word) && word.length > 1),
    )
  const chosen: string[] = []
  let left = asked
  let bestScore = 0
  while (chosen.length < MAX_UNITS) {
    const scored = sharing.map(({ id, size, shared }) => {
      const gain = [...shared.intersection(left)].reduce((sum, word) => sum + weightOf(word), 0)
      // Of two units that share as much, the shorter is the plainer evidence.
      return { id, shared, score: gain / Math.sqrt(8 + size) }
    })
    const [next] = scored.toSorted((one, other) => other.score - one.score)
    if (next === undefined || next.score === 0 || next.score < MIN_ADDED * bestScore) break
    bestScore ||= next.score
    chosen.push(next.id)
    left = left.difference(next.shared)
  }
  return chosen
}

function wordsOf(text: string): Set<string> {
  const numbers = text.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+(?:\.\d+)*/g) ?? []
  return contentStems(text.replaceAll(/\d+(?:[.,]\d+)*/g, ' ')).union(new Set(numbers))
}

function isNumber(word: string): boolean {
  return /^\d/.test(word)
}
