import type { Claim } from '#newsroom/article/draft.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { candidatesOf, likelyEvidence, type Candidates } from '#text/likely-evidence.ts'

/**
 * Finds the ids of the units, at most three, that most likely bear a claim: of each source that it cites (`S1`) at least
 * one, where any does. A claim that cites nothing may rest on all of them. Empty when none shares enough with it.
 */
export function evidenceFinder(
  sources: NumberedSource[],
): (claim: Pick<Claim, 'kind' | 'text'>, cited: string[]) => string[] {
  const units = sources.flatMap(({ id, units }) => units.filter(isText).map((unit) => ({ source: id, unit })))
  // Most edits change a sentence or two, and many none.
  let candidates: Candidates | null = null
  return ({ kind, text }, cited) => {
    const all = (candidates ??= candidatesOf(units.map(({ unit }) => unit.text)))
    const among = cited.length === 0 ? sources.map(({ id }) => id) : cited
    const own = units.flatMap(({ source, unit }) => (among.includes(source) ? [unit] : []))
    const lines = kind === 'code' ? linesOf(text, own) : []
    if (lines.length > 0) return lines
    const likelyOf = (ids: string[]) =>
      likelyEvidence(text, all, (index) => ids.includes(units[index]?.source ?? '')).flatMap(
        (index) => units[index]?.unit.id ?? [],
      )
    const bestOfEach = cited.flatMap((id) => likelyOf([id]).slice(0, 1))
    return [...new Set([...bestOfEach, ...likelyOf(among)])].slice(0, MOST)
  }
}

const MOST = 3

function isText({ kind, mark }: Unit): boolean {
  return kind !== 'date' && kind !== 'author' && mark !== 'related' && mark !== 'boilerplate'
}

// Most lines of code have no words of their own: what counts is that they stand there.
function linesOf(code: string, units: Unit[]): string[] {
  const lines = new Set(code.split('\n').map((line) => line.trim()))
  return units
    .filter(({ kind, text }) => kind === 'code' && text.split('\n').some((line) => lines.has(line.trim())))
    .map(({ id }) => id)
}
