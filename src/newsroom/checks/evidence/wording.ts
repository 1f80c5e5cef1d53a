import { asking, type Finding } from '#newsroom/article/finding.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { contentStems } from '#text/function-words.ts'
import { plain } from '#text/prose.ts'
import { quotedIn, withoutQuoted } from '#text/quoted.ts'
import { SAYS } from '#text/saying.ts'
import {
  headsOf,
  remembered,
  textOf,
  type CitedClaim,
  type EvidenceRule,
} from '#newsroom/checks/evidence/cited-claim.ts'

const DENIES = /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without)\b|n['’]t\b/i
// Words by which a paraphrase may deny without one of the words above.
const DENIES_SOFTLY =
  /\b(?:lack\w*|miss(?:es|ing)|fail\w*|refus\w+|den(?:y|ies|ied)|declin\w+|reject\w+|avoid\w*|prevent\w*|stop\w*|absen\w+|free of|instead of|rather than|other than|except|hardly|rarely|few|unless|only|too \w+ to|un(?:able|known|clear|patched|fixed|affected|changed|likely|tested|named|supported|available|paid|answered|confirmed|solved|safe)|dis(?:abl|agre|appear|allow|continu|miss|put)\w*|drop\w*|end(?:s|ed)|remov\w+|out of|forbid\w*|ban(?:s|ned)?)\b/i
// Case matters, because May is a month.
const HEDGES =
  /\b(?:may|might|could|likely|probably|possibly|perhaps|appears?|seems?|suggests?|reportedly|allegedly|potentially|hop(?:es?|ed)|expect\w*|estimat\w*|believ\w+|plans?|planned|planning|intends?|aims?|propos\w+|consider(?:s|ing)|whether|under (?:review|discussion)|about to|draft|unconfirmed)\b/
const FUTURE =
  /\b(?:will|shall|going to|plans? to|planned|is due|are due|scheduled|upcoming|next (?:week|month|year)|expects? to|to be \w+ed|wants? to)\b/i
// Narrower than the verbs of saying: `found` and `added` also report facts.
const CLAIMED =
  /\b(?:said|says?|told|tells|according to|claim(?:s|ed)|estimat(?:es|ed)|believ(?:es|ed)|thinks?|thought|expects?|expected|alleg(?:es|ed)|argu(?:es|ed)|warn(?:s|ed)|suggest(?:s|ed)|den(?:ies|ied)|promis(?:es|ed)|insist(?:s|ed))\b/i
const STRONGEST =
  /\b(?:all|every|everyone|always|never|only|first|most|least|best|worst|largest|biggest|highest|lowest|fastest|slowest|strongest|oldest|newest|longest|greatest|smallest|cheapest|entire|completely)\b/gi
const MIN_WORDS = 4
const MIN_SHARED = 0.25

/** Asks about words that change the meaning and that only one of claim and evidence has. */
export const wording: EvidenceRule = (subject) => {
  const { claim, cited } = subject
  if (claim.kind === 'code' || claim.kind === 'row' || claim.kind === 'quote' || claim.from.length === 0) return []
  const text = plain(claim.text)
  const evidence = cited.map((unit) => plain(unit.text))
  const own = contentStems(text)
  const nearest = nearestClause(own, cited)
  const ask = (code: string, message: string) => asking({ code, where: claim.where, message, evidence: text })
  const questions: [isAsked: boolean, code: string, message: string][] = [
    [
      isNegated(text, evidence),
      'negation-added',
      'Does the evidence deny this too? It has no "not", "no" or "without".',
    ],
    [
      (DENIES.test(nearest) || evidence.every((line) => DENIES.test(line))) &&
        !DENIES.test(text) &&
        !DENIES_SOFTLY.test(text),
      'negation-lost',
      'Does the evidence state this? It has "not", "no" or "without", the sentence has not.',
    ],
    [
      HEDGES.test(nearest) && !HEDGES.test(text) && !FUTURE.test(text),
      'doubt-lost',
      'Is the evidence this certain? It says "may", "likely" or "plans".',
    ],
    [
      FUTURE.test(text) !== FUTURE.test(nearest) && !HEDGES.test(text) && !(FUTURE.test(text) && HEDGES.test(nearest)),
      'future-differs',
      'Does the evidence speak of the same time? Only one of the two is about the future.',
    ],
    [
      !isTold(text) && evidence.every((line) => CLAIMED.test(withoutQuoted(line))),
      'attribution-lost',
      'Is this a fact, or does somebody only say it in the evidence?',
    ],
  ]
  return [
    ...questions.filter(([isAsked]) => isAsked).map(([, code, message]) => ask(code, message)),
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
