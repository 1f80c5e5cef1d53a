import { asking } from '#newsroom/article/finding.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { withoutCode } from '#text/prose.ts'
import type { EvidenceRule } from '#newsroom/checks/evidence/cited-claim.ts'
import { namesAt } from '#newsroom/checks/evidence/names.ts'
import { figuresIn, figuresOfUnit, isGiven, type Figure } from '#newsroom/checks/evidence/read-figures.ts'

/** A figure or a name in a claim. */
type Fact = { text: string; at: number; figure: Figure | null }

/** Asks about two figures or two names whose order differs from their order in a cited unit. */
export const exchanged: EvidenceRule = ({ claim, cited }) => {
  if (claim.kind === 'quote' || claim.kind === 'code' || claim.kind === 'row') return []
  const text = withoutCode(claim.text)
  const figures = figuresIn(text).map((figure): Fact => ({ text: figure.text, at: figure.at, figure }))
  const facts = [...figures, ...namesAt(text).map((name): Fact => ({ ...name, figure: null }))]
  const pairs = facts.flatMap((one, index) => facts.slice(index + 1).map((other) => ({ one, other })))
  return pairs
    .filter(({ one, other }) => sortOf(one) === sortOf(other) && one.text !== other.text)
    .filter(({ one, other }) => cited.some((unit) => placeIn(unit, one) > placeIn(unit, other)))
    .slice(0, 1)
    .map(({ one, other }) => {
      const message = `Are "${one.text}" and "${other.text}" each in the right place? The evidence has them in another order.`
      return asking({ code: 'exchanged', where: claim.where, message, evidence: `${one.text} and ${other.text}` })
    })
}

// Numbers and dates, or amounts in different units, are rarely exchanged.
function sortOf({ figure }: Fact): string {
  return figure === null ? 'name' : `${typeof figure.values[0]} ${figure.unit?.family ?? ''}`
}

// NaN if the unit does not have it.
function placeIn(unit: Unit, { text, figure }: Fact): number {
  const at = figure === null ? unit.text.indexOf(text) : figuresOfUnit(unit).find((one) => isGiven(figure, one))?.at
  return at === undefined || at < 0 ? NaN : at
}
