import { asking, type Finding } from '#newsroom/article/finding.ts'
import { headsOf, remembered, textOf, type CitedClaim, type EvidenceRule } from '#newsroom/checks/check.ts'
import { namesAt } from '#newsroom/checks/evidence/names.ts'
import { figuresIn, figuresOfUnit, isGiven, type Figure } from '#newsroom/checks/evidence/read-figures.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { contentStems } from '#text/common-words.ts'
import { plain, withoutCode } from '#text/prose.ts'
import { quotedIn, withoutQuoted } from '#text/quoted.ts'

const DENIES = /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without)\b|n['’]t\b/i
// Words by which a paraphrase may deny without one of the words above.
const DENIES_SOFTLY =
  /\b(?:lack\w*|miss(?:es|ing)|fail\w*|refus\w+|den(?:y|ies|ied)|declin\w+|reject\w+|avoid\w*|prevent\w*|stop\w*|absen\w+|free of|instead of|rather than|other than|except|hardly|rarely|few|unless|only|too \w+ to|un(?:able|known|clear|patched|fixed|affected|changed|likely|tested|named|supported|available|paid|answered|confirmed|solved|safe)|dis(?:abl|agre|appear|allow|continu|miss|put)\w*|drop\w*|end(?:s|ed)|remov\w+|out of|forbid\w*|ban(?:s|ned)?)\b/i
// Case matters, because May is a month.
const HEDGES =
  /\b(?:may|might|could|likely|probably|possibly|perhaps|appears?|seems?|suggests?|reportedly|allegedly|potentially|hop(?:es?|ed)|expect\w*|estimat\w*|believ\w+|plans?|planned|planning|intends?|aims?|propos\w+|consider(?:s|ing)|whether|under (?:review|discussion)|about to|draft|unconfirmed)\b/
// Stronger than a plan: even `will` is more certain than these.
const OPEN = /\b(?:may|might|could|possibly|perhaps|whether|consider(?:s|ing)|under (?:review|discussion))\b/
const FUTURE =
  /\b(?:will|shall|going to|plans? to|planned|is due|are due|scheduled|upcoming|next (?:week|month|year)|expects? to|to be \w+ed|wants? to)\b/i
// Narrower than the verbs of saying: `found` and `added` also report facts.
const CLAIMED =
  /\b(?:said|says?|told|tells|according to|claim(?:s|ed)|estimat(?:es|ed)|believ(?:es|ed)|thinks?|thought|expects?|expected|alleg(?:es|ed)|argu(?:es|ed)|warn(?:s|ed)|suggest(?:s|ed)|den(?:ies|ied)|promis(?:es|ed)|insist(?:s|ed))\b/i
// Verbs of reported speech, belief and findings.
const SAYS =
  /\b(?:sa(?:id|ys?|ying)|t(?:old|ells?)|wr(?:ote|ites?)|add(?:s|ed)|expl(?:ains?|ained)|not(?:es|ed)|argu(?:es?|ed)|warn(?:s|ed)|recall(?:s|ed)|repl(?:ies|ied)|stat(?:es|ed)|describ(?:es?|ed)|call(?:s|ed)|admit(?:s|ted)|conclud(?:es?|ed)|insist(?:s|ed)|put(?:s|ting)? it|remark(?:s|ed)|announc(?:es|ed)|claim(?:s|ed)|confirm(?:s|ed)|according to|declar(?:es|ed)|point(?:s|ed) out|acknowledg(?:es|ed)|promis(?:es|ed)|complain(?:s|ed)|jok(?:es|ed)|th(?:inks?|ought)|f(?:ound|inds)|estimat(?:es?|ed)|believ(?:es?|ed)|alleg(?:es|ed)|expect(?:s|ed)|report(?:s|ed)|suggest(?:s|ed)|den(?:y|ies|ied)|doubts?|blam(?:es|ed)|prais(?:es|ed)|critici[sz](?:es|ed)|welcom(?:es|ed))\b/i
const STRONGEST =
  /\b(?:all|every|everyone|always|never|only|first|most|least|best|worst|largest|biggest|highest|lowest|fastest|slowest|strongest|oldest|newest|longest|greatest|smallest|cheapest|entire|completely)\b/gi
const MIN_WORDS = 4
const MIN_SHARED = 0.25

const QUESTIONS: Record<string, string> = {
  'negation-added': 'Does the evidence deny this too? It has no "not", "no" or "without".',
  'negation-lost': 'Does the evidence state this? It has "not", "no" or "without", the sentence has not.',
  'doubt-lost': 'Is the evidence this certain? It says "may", "likely" or "plans".',
  'future-differs': 'Does the evidence speak of the same time? Only one of the two is about the future.',
  'attribution-lost': 'Is this a fact, or does somebody only say it in the evidence?',
}

/** Asks about words that change the meaning and that only one of claim and evidence has. */
export const wording: EvidenceRule = (subject) => {
  const { claim, cited } = subject
  if (claim.kind === 'code' || claim.kind === 'row' || claim.kind === 'quote' || claim.from.length === 0) return []
  const text = plain(claim.text)
  const evidence = cited.map((unit) => plain(unit.text))
  const own = contentStems(text)
  const nearest = nearestClause(own, cited)
  const [isFuture, isFutureThere] = [FUTURE.test(text), FUTURE.test(nearest)]
  const isDenied = DENIES.test(text) || DENIES_SOFTLY.test(text)
  const isHedged = HEDGES.test(text)
  const asked = {
    'negation-added': isNegated(text, evidence),
    'negation-lost': !isDenied && (DENIES.test(nearest) || evidence.every((line) => DENIES.test(line))),
    'doubt-lost': !isHedged && (isFuture ? OPEN : HEDGES).test(nearest),
    'future-differs': isFuture !== isFutureThere && !isHedged && !(isFuture && HEDGES.test(nearest)),
    'attribution-lost': !isTold(text) && evidence.every((line) => CLAIMED.test(withoutQuoted(line))),
  }
  return [
    ...Object.entries(asked)
      .filter(([, isAsked]) => isAsked)
      .map(([code]) => asking({ code, where: claim.where, message: QUESTIONS[code] ?? code, evidence: text })),
    ...strongestQuestion(text, subject),
    ...sharedQuestion(own, subject),
  ]
}

function isNegated(text: string, evidence: string[]): boolean {
  return DENIES.test(text) && !evidence.some((line) => DENIES.test(line) || DENIES_SOFTLY.test(line))
}

function isTold(text: string): boolean {
  return SAYS.test(text) || quotedIn(text).length > 0
}

function strongestQuestion(text: string, { claim, cited }: CitedClaim): Finding[] {
  if (claim.kind !== 'title' && claim.kind !== 'lead') return []
  const given = textOf(cited).toLowerCase()
  const word = (text.match(STRONGEST) ?? []).find((found) => !given.includes(found.toLowerCase()))
  if (word === undefined) return []
  const message = `Does the evidence support "${word}"? The word is not in it.`
  return [asking({ code: 'exaggeration', where: claim.where, message, evidence: word })]
}

function sharedQuestion(own: Set<string>, { claim, cited, near, sources }: CitedClaim): Finding[] {
  const known = [contentStems(headsOf(sources)), ...near.map(stemsOf)]
  const shared = [...own].filter((word) => known.some((stems) => stems.has(word)))
  if (own.size < MIN_WORDS || shared.length >= MIN_SHARED * own.size) return []
  const message = 'Does the evidence say this? Under a quarter of the words of the sentence are in it.'
  const unit = cited[0]?.id ?? null
  return [asking({ code: 'few-shared-words', where: claim.where, message, evidence: claim.text, unit })]
}

const clausesOf = remembered(({ text }) => {
  return plain(text)
    .split(/[,;:—–]\s|\bbut\b/)
    .map((clause) => ({ clause, stems: contentStems(clause) }))
})
const stemsOf = remembered(({ text }) => contentStems(plain(text)))

// The part of the evidence that shares most words with the claim.
function nearestClause(own: Set<string>, cited: Unit[]): string {
  const clauses = cited
    .flatMap(clausesOf)
    .map(({ clause, stems }) => ({ clause, shared: own.intersection(stems).size }))
  return clauses.toSorted((one, other) => other.shared - one.shared)[0]?.clause ?? ''
}

// Words directly before or after a figure that set a boundary. `After 90 days` is a duration and sets none.
const ABOVE = /(?:\b(?:at least|over|above|(?<!not? )(?:more|later) than|not? (?:less|fewer|earlier) than)\s|>=?\s?)$/i
const BELOW =
  /(?:\b(?:at most|up to(?: and including)?|under|below|(?<!not? )(?:less|fewer|earlier) than|not? (?:more|later) than)\s|<=?\s?)$/i
const SINCE = /\b(?:after|from|since)\s(?:\S+\s)?$/i
const UNTIL = /\b(?:before|until|till|by|up to)\s(?:and including\s)?(?:\S+\s)?$/i
const OR_ABOVE = /^\s?(?:and|or) (?:later|newer|more|longer|above|better)\b/i
const OR_BELOW = /^\s?(?:and|or) (?:earlier|older|less|fewer|below)\b/i
const MAX_BEFORE = 40
const MAX_AFTER = 20

/** Asks about figures that the evidence does not limit, or bounds on the other side: `until May` and `from May`. */
export const boundaries: EvidenceRule = ({ claim, cited }) => {
  if (claim.kind === 'quote' || claim.kind === 'code') return []
  const text = withoutCode(claim.text)
  const turned = figuresIn(text).filter((figure) => {
    const side = sideOf(figure, text)
    const sides = cited.flatMap((unit) => {
      const given = figuresOfUnit(unit).filter((other) => isGiven(figure, other))
      return given.map((other) => sideOf(other, unit.text))
    })
    if (side === null || sides.includes(side)) return false
    return sides.some((other) => other !== null) || (sides.length > 0 && limitOf(figure, text) !== null)
  })
  return turned.map((figure) => {
    const message = `Does the evidence set the same limit at ${figure.text}? Compare the words around it.`
    return asking({ code: 'boundary-differs', where: claim.where, message, evidence: figure.text })
  })
}

type Side = 'above' | 'below' | null

function sideOf(figure: Figure, text: string): Side {
  const before = text.slice(Math.max(0, figure.at - MAX_BEFORE), figure.at)
  const limit = limitOf(figure, text)
  if (limit !== null || figure.unit !== null) return limit
  return SINCE.test(before) ? 'above' : UNTIL.test(before) ? 'below' : null
}

// A point in time is a weaker limit: `since May` may be another form of `in May`.
function limitOf({ at, end }: Figure, text: string): Side {
  const [before, behind] = [text.slice(Math.max(0, at - MAX_BEFORE), at), text.slice(end, end + MAX_AFTER)]
  if (OR_ABOVE.test(behind) || ABOVE.test(before)) return 'above'
  return OR_BELOW.test(behind) || BELOW.test(before) ? 'below' : null
}

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
