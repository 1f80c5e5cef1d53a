import { asking } from '#newsroom/article/finding.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { withoutCode } from '#text/prose.ts'
import { stem } from '#text/stem.ts'
import { wordsOf } from '#text/words.ts'
import { remembered, type EvidenceRule } from '#newsroom/checks/evidence/cited-claim.ts'
import { namesAt } from '#newsroom/checks/evidence/names.ts'
import { figuresIn, isGiven, type Figure } from '#newsroom/checks/evidence/read-figures.ts'

/** A figure or a name, and the stems of the words around it. */
type Placed = { text: string; figure: Figure | null; at: number; end: number; around: Set<string> }

const MAX_WORDS_PER_SIDE = 3

const placedInUnit = remembered(({ text }) => placedIn(withoutCode(text)))

/** Asks about two figures or two names that would fit the evidence better if they were exchanged. */
export const exchanged: EvidenceRule = ({ claim, cited }) => {
  if (claim.kind === 'quote' || claim.kind === 'code' || claim.kind === 'row') return []
  const own = placedIn(withoutCode(claim.text))
  const given = cited.flatMap(placedInUnit)
  const fit = (one: Placed, other: Placed) => {
    const places = given
      .filter((place) => isSame(other, place))
      .map((place) => one.around.intersection(place.around).size)
    return Math.max(...places)
  }
  return own.flatMap((one, index) =>
    own.slice(index + 1).flatMap((other) => {
      if (sortOf(one) !== sortOf(other) || isSame(one, other)) return []
      const gain = fit(one, other) + fit(other, one) - fit(one, one) - fit(other, other)
      if (!(gain > 0) || !Number.isFinite(gain)) return []
      const evidence = `${one.text} and ${other.text}`
      const message = `Are "${one.text}" and "${other.text}" each in the right place? They may be exchanged.`
      return [asking({ code: 'exchanged', where: claim.where, message, evidence })]
    }),
  )
}

// Numbers and dates, or amounts in different units, are rarely exchanged.
function sortOf({ figure }: Placed): string {
  return figure === null ? 'name' : `${typeof figure.values[0]} ${figure.unit?.family ?? ''}`
}

function isSame(one: Placed, other: Placed): boolean {
  if (one.figure !== null && other.figure !== null) return isGiven(one.figure, other.figure)
  if (one.figure !== other.figure) return false
  // `Moss` is `Ada Moss`.
  return one.text.endsWith(other.text) || other.text.endsWith(one.text)
}

function placedIn(text: string): Placed[] {
  const figures = figuresIn(text).filter(({ text: found }) => !/^one$/i.test(found))
  const facts = [
    ...figures.map((figure) => ({ text: figure.text, figure, at: figure.at, end: figure.end })),
    ...namesAt(text).map((name) => ({ ...name, figure: null })),
  ].toSorted((one, other) => one.at - other.at)
  return facts.map((fact, index) => {
    const before = text.slice(facts[index - 1]?.end ?? 0, fact.at).split(/[.;]\s/)
    const behind = text.slice(fact.end, facts[index + 1]?.at).split(/[.;]\s/)
    const words = [
      ...stemsOf(before.at(-1)).slice(-MAX_WORDS_PER_SIDE),
      ...stemsOf(behind[0]).slice(0, MAX_WORDS_PER_SIDE),
    ]
    return { ...fact, around: new Set(words) }
  })
}

function stemsOf(text = ''): string[] {
  const words = wordsOf(text).map(({ folded }) => folded)
  return words.filter((word) => !isFunctionWord(word)).map(stem)
}
