import type { Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'

/** How two figures of a text hang together: `one` is the whole and `other` its part, the older and the newer one, or the first and the second of a score or range. */
export type Relation<Figure> = { kind: 'part' | 'change' | 'pair'; one: Figure; other: Figure }

const OF = /^\s(?:out )?of\s(?:(?:the|its|their|all|some|these|those)\s){0,2}(?:[\p{L}\p{N}]+['’]s?\s)?$/u
const WHOLE = /(?:^|[.;:,–—(]\s|\b(?:and|but|in)\s)of\s(?:the\s|its\s|their\s|about\s|some\s){0,2}$/iu
const OF_THEM = /^\sof (?:them|these|those|which|whom)\b/i
const OF_WHICH = /\bof (?:which|whom|them|these|those)\s(?:about\s|some\s|only\s)?$/i
const FROM = /\bfrom\s(?:about\s|around\s|some\s|just\s|nearly\s|over\s)?$/i
const TO = /\bto\s(?:about\s|around\s|some\s|just\s|nearly\s|over\s)?$/i
const INSTEAD =
  /(?:\binstead of|\brather than|\b(?:up|down) from|\bcompared (?:with|to)|\bagainst)\s(?:the\s|about\s|some\s)?$/i
const PAIR = /^\s?(?:to|[-–:])\s?$/
// How far apart related figures may stand, in characters.
const FAR = 120

/** The relations between neighbouring figures of a text, in their order. */
export function relationsIn<Figure extends Span>(text: string, figures: Figure[]): Relation<Figure>[] {
  return figures.slice(1).flatMap((second, index) => {
    const first = figures[index]
    if (first === undefined || second.at - first.end > FAR) return []
    const before = text.slice(Math.max(0, first.at - 30), first.at)
    const gap = text.slice(first.end, second.at)
    const kind = relationOf({ before, gap, behind: text.slice(second.end, second.end + 12) })
    if (kind === null) return []
    return [
      kind.isReversed ? { kind: kind.kind, one: second, other: first } : { kind: kind.kind, one: first, other: second },
    ]
  })
}

function relationOf({
  before,
  gap,
  behind,
}: {
  before: string
  gap: string
  behind: string
}): { kind: Relation<Span>['kind']; isReversed: boolean } | null {
  if (/[.!?]\s/.test(gap)) return null
  if (OF.test(gap)) return { kind: 'part', isReversed: true }
  if (WHOLE.test(before) || OF_WHICH.test(gap) || OF_THEM.test(behind)) return { kind: 'part', isReversed: false }
  if (INSTEAD.test(gap)) return { kind: 'change', isReversed: true }
  if (FROM.test(before) && TO.test(gap)) return { kind: 'change', isReversed: false }
  if (TO.test(before) && FROM.test(gap)) return { kind: 'change', isReversed: true }
  return PAIR.test(gap) ? { kind: 'pair', isReversed: false } : null
}
