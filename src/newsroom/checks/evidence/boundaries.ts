import { asking } from '#newsroom/article/finding.ts'
import { withoutCode } from '#text/prose.ts'
import type { EvidenceRule } from '#newsroom/checks/evidence/cited-claim.ts'
import { figuresIn, figuresOfUnit, isGiven, type Figure } from '#newsroom/checks/evidence/read-figures.ts'

// Words directly before or after a figure that set a boundary. `After 90 days` is a duration and sets none.
const ABOVE = /(?:\b(?:at least|over|above|(?<!not? )(?:more|later) than|not? (?:less|fewer|earlier) than)\s|>=?\s?)$/i
const BELOW =
  /(?:\b(?:at most|up to|under|below|(?<!not? )(?:less|fewer|earlier) than|not? (?:more|later) than)\s|<=?\s?)$/i
const SINCE = /\b(?:after|from|since)\s(?:\S+\s)?$/i
const UNTIL = /\b(?:before|until|till|by|up to)\s(?:and including\s)?(?:\S+\s)?$/i
const OR_ABOVE = /^\s?(?:and|or) (?:later|newer|more|longer|above|better)\b/i
const OR_BELOW = /^\s?(?:and|or) (?:earlier|older|less|fewer|below)\b/i
const MAX_BEFORE = 40
const MAX_AFTER = 20

/** Asks about figures that the evidence bounds on the other side: `until May` and `from May`. */
export const boundaries: EvidenceRule = ({ claim, cited }) => {
  if (claim.kind === 'quote' || claim.kind === 'code') return []
  const text = withoutCode(claim.text)
  const turned = figuresIn(text).filter((figure) => {
    const side = sideOf(figure, text)
    const sides = cited.flatMap((unit) => {
      const given = figuresOfUnit(unit).filter((other) => isGiven(figure, other))
      return given.map((other) => sideOf(other, unit.text))
    })
    return side !== null && !sides.includes(side) && sides.some((other) => other !== null)
  })
  return turned.map((figure) => {
    const message = `Does the evidence set the same limit at ${figure.text}? Compare the words around it.`
    return asking({ code: 'boundary-differs', where: claim.where, message, evidence: figure.text })
  })
}

function sideOf({ at, end, unit }: Figure, text: string): 'above' | 'below' | null {
  const [before, behind] = [text.slice(Math.max(0, at - MAX_BEFORE), at), text.slice(end, end + MAX_AFTER)]
  if (OR_ABOVE.test(behind) || ABOVE.test(before) || (unit === null && SINCE.test(before))) return 'above'
  return OR_BELOW.test(behind) || BELOW.test(before) || (unit === null && UNTIL.test(before)) ? 'below' : null
}
