import { asking } from '#newsroom/article/finding.ts'
import { headsOf, remembered, type EvidenceRule } from '#newsroom/checks/check.ts'
import { namesAt } from '#newsroom/checks/evidence/names.ts'
import { figuresIn, figuresOfUnit, isGiven, type Figure } from '#newsroom/checks/evidence/read-figures.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { contentStems } from '#text/common-words.ts'
import { plain, withoutCode } from '#text/prose.ts'
import { quotedIn, withoutQuoted } from '#text/quoted.ts'

const DENIES = /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without)\b|n['’]t\b/i
// Case-sensitive, because May is a month.
const HEDGES =
  /\b(?:may|might|could|likely|probably|possibly|perhaps|appears?|seems?|suggests?|reportedly|allegedly|potentially|hop(?:es?|ed)|expect\w*|estimat\w*|believ\w+|plans?|planned|planning|intends?|aims?|propos\w+|consider(?:s|ing)|whether|under (?:review|discussion)|about to|draft|unconfirmed)\b/
const FUTURE =
  /\b(?:will|shall|going to|plans? to|planned|is due|are due|scheduled|upcoming|next (?:week|month|year)|expects? to|to be \w+ed|wants? to)\b/i
// Verbs that report speech or belief. Verbs such as `found` and `added` are missing because they can also report facts.
const SAYS =
  /\b(?:said|says?|told|tells|according to|claim(?:s|ed)|estimat(?:es|ed)|believ(?:es|ed)|thinks?|thought|expects?|expected|alleg(?:es|ed)|argu(?:es|ed)|warn(?:s|ed)|suggest(?:s|ed)|den(?:ies|ied)|promis(?:es|ed)|insist(?:s|ed))\b/i
const STRONGEST =
  /\b(?:all|every|everyone|always|never|only|first|most|least|best|worst|largest|biggest|highest|lowest|fastest|slowest|strongest|oldest|newest|longest|greatest|smallest|cheapest|entire|completely)\b/gi
const MIN_WORDS = 4
const MIN_SHARED = 0.25

const QUESTIONS: Record<string, string> = {
  'negation-added': 'Does the evidence deny this too? It has no "not", "no" or "without".',
  'negation-lost': 'Does the evidence state this? It has "not", "no" or "without", but the sentence does not.',
  'doubt-lost': 'Is the evidence this certain? It says "may", "likely" or "plans".',
  'future-differs': 'Is the evidence about the same time? Only one of the two is about the future.',
  'attribution-lost': 'Is this a fact, or does somebody only say it in the evidence?',
  exaggeration: 'Does the evidence support the superlative, "all", "only" or "first"? It does not have this word.',
  'few-shared-words': 'Does the evidence say this? Under a quarter of the words of the sentence are in it.',
}

/**
 * Asks the judge about words that change the meaning and occur either in the claim or in the evidence, but not in both.
 */
export const wording: EvidenceRule = ({ claim, cited, near, sources }) => {
  const { kind, from, where } = claim
  if (kind === 'code' || kind === 'row' || kind === 'quote' || from.length === 0) return []
  const text = plain(claim.text)
  const evidence = cited.map((unit) => plain(unit.text))
  const stems = contentStems(text)
  const nearest = nearestClause(stems, cited)
  const [isFuture, isHedged] = [FUTURE.test(text), HEDGES.test(text)]
  const isDenied = DENIES.test(text)
  const isReported = SAYS.test(text) || quotedIn(text).length > 0
  const strongest = kind === 'title' || kind === 'lead' ? (text.toLowerCase().match(STRONGEST) ?? []) : []
  const known = near.reduce((all, unit) => all.union(stemsOf(unit)), contentStems(headsOf(sources)))
  const isAsked = {
    'negation-added': isDenied && !evidence.some((line) => DENIES.test(line)),
    'negation-lost': !isDenied && (DENIES.test(nearest) || evidence.every((line) => DENIES.test(line))),
    'doubt-lost': !isHedged && HEDGES.test(nearest),
    'future-differs': isFuture !== FUTURE.test(nearest) && !isHedged,
    'attribution-lost': !isReported && evidence.every((line) => SAYS.test(withoutQuoted(line))),
    exaggeration: strongest.some((word) => !evidence.join().toLowerCase().includes(word)),
    'few-shared-words': stems.size >= MIN_WORDS && stems.intersection(known).size < MIN_SHARED * stems.size,
  }
  return Object.entries(isAsked)
    .filter(([, asked]) => asked)
    .map(([code]) => asking({ code, where, message: QUESTIONS[code] ?? code, evidence: text }))
}

const clausesOf = remembered(({ text }) => {
  return plain(text)
    .split(/[,;:—–]\s|\bbut\b/)
    .map((clause) => ({ clause, stems: contentStems(clause) }))
})
const stemsOf = remembered(({ text }) => contentStems(plain(text)))

// Returns the clause in the evidence that shares the most words with the claim.
function nearestClause(own: Set<string>, cited: Unit[]): string {
  const clauses = cited
    .flatMap(clausesOf)
    .map(({ clause, stems }) => ({ clause, shared: own.intersection(stems).size }))
  return clauses.toSorted((one, other) => other.shared - one.shared)[0]?.clause ?? ''
}

// The words before or after a figure that make it a lower or an upper limit.
const ABOVE =
  /(?:\b(?:at least|over|above|(?<!not? )(?:more|later) than|not? (?:less|fewer|earlier) than|(?:after|from|since)(?: \S+)?)\s|>=?\s?)\0|\0\s?(?:and|or) (?:later|newer|more|longer|above|better)\b/i
const BELOW =
  /(?:\b(?:at most|under|below|(?<!not? )(?:less|fewer|earlier) than|not? (?:more|later) than|(?:before|until|till|by|up to)(?: and including)?(?: \S+)?)\s|<=?\s?)\0|\0\s?(?:and|or) (?:earlier|older|less|fewer|below)\b/i

const TIME = /\b(?:after|from|since|before|until|till|by)(?: and including)?(?: \S+)?\s\0/i

/**
 * Asks the judge about figures that are an upper or a lower limit in the claim, but not in the evidence, such as
 * `until May` and `from May`.
 */
export const boundaries: EvidenceRule = ({ claim, cited }) => {
  if (claim.kind === 'quote' || claim.kind === 'code') return []
  const text = withoutCode(claim.text)
  return figuresIn(text).flatMap((figure) => {
    const given = cited.flatMap((unit) => {
      return figuresOfUnit(unit).flatMap((other) => (isGiven(figure, other) ? [marked(unit.text, other)] : []))
    })
    const own = marked(text, figure)
    const isTurned = (limit: RegExp, opposite: RegExp) => {
      const isOpposite = given.some((other) => opposite.test(other))
      // A point in time is not a strict limit, because `since May` can mean the same as `in May`.
      return (
        limit.test(own) &&
        (isOpposite || (given.length > 0 && !TIME.test(own))) &&
        !given.some((other) => limit.test(other))
      )
    }
    if (!isTurned(ABOVE, BELOW) && !isTurned(BELOW, ABOVE)) return []
    const message = `Does the evidence set the same limit at ${figure.text}? Compare the words around it.`
    return [asking({ code: 'boundary-differs', where: claim.where, message, evidence: figure.text })]
  })
}

// Returns the text around a figure, with a NUL character in place of the figure.
function marked(text: string, { at, end }: Figure): string {
  return `${text.slice(Math.max(0, at - 40), at)}\0${text.slice(end, end + 20)}`
}

/** Asks the judge about two figures or two names whose order in the claim differs from their order in a cited unit. */
export const exchanged: EvidenceRule = ({ claim, cited }) => {
  if (claim.kind === 'quote' || claim.kind === 'code') return []
  const text = withoutCode(claim.text)
  // A number and a date, or amounts in different units, are rarely exchanged.
  const figures = figuresIn(text).map((figure) => {
    const sort = `${typeof figure.values[0]} ${figure.unit?.family}`
    const placeIn = (unit: Unit) => figuresOfUnit(unit).find((other) => isGiven(figure, other))?.at ?? -1
    return { text: figure.text, sort, placeIn }
  })
  const names = namesAt(text).map((name) => {
    return { text: name.text, sort: 'name', placeIn: (unit: Unit) => unit.text.indexOf(name.text) }
  })
  const facts = [...figures, ...names]
  const isExchanged = (one: (typeof facts)[number], other: (typeof facts)[number]) =>
    one.sort === other.sort &&
    one.text !== other.text &&
    cited.some((unit) => other.placeIn(unit) >= 0 && one.placeIn(unit) > other.placeIn(unit))
  const pairs = facts.flatMap((one, index) => facts.slice(index + 1).map((other) => [one, other] as const))
  const first = pairs.find(([one, other]) => isExchanged(one, other))
  if (first === undefined) return []
  const [one, other] = first.map(({ text }) => text)
  const message = `Are "${one}" and "${other}" each in the right place? The evidence has them in another order.`
  return [asking({ code: 'exchanged', where: claim.where, message, evidence: `${one} and ${other}` })]
}
