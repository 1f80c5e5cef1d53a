import type { Random } from '#covers/random.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import { isCommonWord } from '#text/common-words.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { fold } from '#text/words.ts'
import { personNamed, type Person } from '#newsroom/judging/people.ts'

/** What is exchanged, lost or added in a claim that is made false. */
export type Fault = (typeof FAULTS)[number]

/** The faults, in no order of worth. */
export const FAULTS = ['number', 'name', 'negation', 'date', 'speaker', 'order', 'doubt'] as const

/**
 * A claim with one fault, or null where it offers none that is sure to be one: what is exchanged stands in `evidence`, the
 * text that bears the claim, and what comes instead stands in `elsewhere` or nowhere, and never in `evidence`. A person is
 * exchanged for one of `people`, anything else for nobody of them: what is of another kind would be seen at a glance.
 */
export function falsify(
  fault: Fault,
  { claim, ...material }: { claim: Claim; evidence: string; elsewhere: string; people: Person[]; random: Random },
): Claim | null {
  const { where, block, kind, from, compute } = claim
  if (fault === 'speaker') {
    const speaker = kind === 'quote' ? otherSpeaker(claim.speaker, material) : null
    return speaker === null ? null : { where, block, kind, text: claim.text, from, compute, speaker }
  }
  // What code holds to the letter is no question for a judge.
  if (compute !== '' || kind === 'quote' || kind === 'code') return null
  const text = CHANGES[fault](claim.text, material)
  return text === null || text === claim.text
    ? null
    : { where, block, kind, text, from, compute, speaker: claim.speaker }
}

type Material = { evidence: string; elsewhere: string; people: Person[]; random: Random }

const CHANGES = {
  number: otherNumber,
  name: otherName,
  negation: otherNegation,
  date: otherDate,
  order: otherOrder,
  doubt: lostDoubt,
}

const TOKEN = /[\p{L}\p{N}$€£][\p{L}\p{N}.,:/_-]*/gu
const NUMBER = /^[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/
// "Over 40" stays true of other numbers, and of a range or a pair the order may not matter.
const LOOSE =
  /(?:about|over|under|above|below|more|less|fewer|than|least|most|up|to|nearly|almost|roughly|around|some|between|and|or|within|only)\s$/i

function otherNumber(text: string, { evidence, elsewhere, random }: Material): string | null {
  const shown = new Set(numbersIn(evidence).map(({ text }) => text))
  const own = numbersIn(text).filter(
    ({ text: number, at }) =>
      shown.has(number) &&
      !isYear(number) &&
      !isPart(text.slice(0, at), text.slice(at + number.length)) &&
      !LOOSE.test(text.slice(0, at)) &&
      !isDay(text.slice(0, at), text.slice(at + number.length)),
  )
  if (own.length === 0) return null
  const { text: number, at } = random.pick(own)
  const likely = numbersIn(elsewhere).map((found) => found.text)
  // A share is part of a whole.
  const most = /^\s?(?:%|per ?cent)/.test(text.slice(at + number.length)) ? 100 : Infinity
  const others = likely.filter(
    (other) => isLike(other, number) && !shown.has(other) && !text.includes(other) && Number(other) <= most,
  )
  const made = changed(number)
  const other = others.length > 0 ? random.pick(others) : made
  if (shown.has(other) || text.includes(other)) return null
  return `${text.slice(0, at)}${other}${text.slice(at + number.length)}`
}

function numbersIn(text: string): { text: string; at: number }[] {
  return tokensOf(text).filter((token) => NUMBER.test(token.text))
}

function tokensOf(text: string): { text: string; at: number }[] {
  const bare = withoutCode(text)
  return Array.from(bare.matchAll(TOKEN), ({ 0: token, index }) => {
    return { text: token.replace(/[.,:/_-]+$/, ''), at: index }
  })
}

// Code keeps its length, so that places stay.
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, (code) => '`'.repeat(code.length))
}

function isYear(number: string): boolean {
  return /^(?:19|20)\d\d$/.test(number)
}

function isDay(before: string, after: string): boolean {
  return (
    new RegExp(`^(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})\\b`).test(after) ||
    new RegExp(`\\b(?:${MONTHS}) $`).test(before)
  )
}

// No part is larger than its whole.
function isPart(before: string, after: string): boolean {
  return /^ of (?:the |its |their |all )?\d/.test(after) || /\d of (?:the |its |their |all )?$/.test(before)
}

function isLike(other: string, number: string): boolean {
  const shape = (text: string) => text.replaceAll(/\d/g, '').concat(text.includes('.') ? 'decimal' : '')
  return shape(other) === shape(number) && !isYear(other) && Math.abs(other.length - number.length) <= 1
}

// Another first digit: too far off to be a matter of rounding.
function changed(number: string): string {
  return number.replace(/\d/, (digit) => String((Number(digit) % 9) + 1))
}

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const WEEKDAYS = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'
const DATE_WORD = new RegExp(
  String.raw`\b(?:${WEEKDAYS})\b|(?<=\d (?:of )?)(?:${MONTHS})\b|\b(?:${MONTHS})(?= \d)|\b(?:19|20)\d\d\b(?![.,:/-]?\d)`,
  'g',
)

function otherDate(text: string, { evidence, random }: Material): string | null {
  const own = Array.from(withoutCode(text).matchAll(DATE_WORD), ({ 0: word, index }) => ({ word, at: index })).filter(
    ({ word }) => evidence.includes(word),
  )
  if (own.length === 0) return null
  const { word, at } = random.pick(own)
  const others = alternatives(word).filter((other) => !evidence.includes(other) && !text.includes(other))
  if (others.length === 0) return null
  return `${text.slice(0, at)}${random.pick(others)}${text.slice(at + word.length)}`
}

function alternatives(word: string): string[] {
  if (/^\d/.test(word)) return [-3, -2, -1, 1].map((step) => String(Number(word) + step))
  return (WEEKDAYS.includes(word) ? WEEKDAYS : MONTHS).split('|')
}

const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]+(?:[ -]\p{Lu}[\p{L}\p{N}]+){0,3}/gu
const CALENDAR = new RegExp(`^(?:(?:${WEEKDAYS})s?|${MONTHS}|Today|Yesterday|Tomorrow)$`)

function otherName(text: string, { evidence, elsewhere, people, random }: Material): string | null {
  const own = namesIn(text).filter((name) => evidence.includes(name))
  if (own.length === 0) return null
  const name = random.pick(own)
  const isPerson = (each: string) => personNamed(each.split(/[ -]/), people) !== null
  const others = namesIn(elsewhere).filter(
    (other) => isPerson(other) === isPerson(name) && isStrange(other, `${evidence}\n${text}`),
  )
  // A name of as many words reads best.
  const close = others.filter((other) => other.split(' ').length === name.split(' ').length)
  if (others.length === 0) return null
  return withoutTouchingCode(text, (part) => part.replaceAll(name, random.pick(close.length > 0 ? close : others)))
}

// The names of a text, each once; a capital at the start of a sentence counts when the word is no ordinary one.
function namesIn(text: string): string[] {
  const bare = withoutCode(text)
  const found = Array.from(bare.matchAll(NAME), ({ 0: run, index }) => {
    const [first = ''] = run.split(/[ -]/)
    const small = isFunctionWord(fold(first))
    const starts = !small && /(?:^|[.!?:"“(])\s*$/.test(bare.slice(Math.max(0, index - 3), index))
    return { name: small ? run.slice(first.length + 1) : run, starts }
  })
  const names = found.filter(({ name, starts }) => {
    const words = name.split(/[ -]/)
    // One word with a capital amid a sentence may be an ordinary one that is quoted.
    const ordinary = (starts || words.length === 1) && words.every((word) => isCommonWord(fold(word)))
    // `Dutch` and `Italian` stand where a name of something else would be no English.
    const belongs = words.length === 1 && /(?:ish|ese|[aei]an|ch)$/i.test(name)
    return (
      !ordinary && !belongs && name.length > 3 && /\p{Ll}/u.test(name) && !words.some((word) => CALENDAR.test(word))
    )
  })
  return [...new Set(names.map(({ name }) => name))]
}

// No part of it is spoken of, so that it is no other name of the same.
function isStrange(name: string, text: string): boolean {
  const folded = fold(text)
  return name.split(/[ -]/).every((word) => !folded.includes(fold(word)))
}

function withoutTouchingCode(text: string, edit: (part: string) => string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : edit(part)))
    .join('')
}

function otherSpeaker(speaker: string, { evidence, elsewhere, people, random }: Material): string | null {
  const others = namesIn(elsewhere).filter(
    (name) => personNamed(name.split(' '), people) !== null && isStrange(name, `${evidence}\n${speaker}`),
  )
  return speaker === '' || others.length === 0 ? null : random.pick(others)
}

const NEGATED =
  /\b(?:not|never|neither|nor|no|none|nobody|nothing|without|cannot|\w+n['’]t|fail(?:s|ed)?|refus\w+|unable|un\w+ed)\b/i
// The first negation that can go, and what is left of it.
const LOST: readonly (readonly [negation: RegExp, left: string])[] = [
  [/\bnot yet\b/, 'already'],
  [/\b(is|are|was|were|be|been|has|have|had|will|does|do|did|can|could) no longer /, '$1 '],
  [/\bcannot\b/, 'can'],
  [/\b(is|are|was|were|has|have|had|do|does|did|could|would|should|must)n['’]t\b/, '$1'],
  [/\bcan['’]t\b/, 'can'],
  [/\bwon['’]t\b/, 'will'],
  [/\bnever /, ''],
  [/\b(?<!whether or |may |might )not (?!only|all|every|just|least)/, ''],
]
// What a negation turns into its opposite; "may" and "may not" can both be true.
const ASSERTED =
  /\b(is|are|was|were|will|can|must|(?:has|have|had)(?= (?:been|\w+ed)\b)) (?=[a-z])(?!no\b|not\b|only\b|also\b|likely\b|expected\b)/
const CONDITION = /\b(?:if|whether|unless|until|once|when|how|what|because|while|that|which|who|where)\b/i

function otherNegation(text: string, { evidence }: Material): string | null {
  if (/["“]/.test(text)) return null
  if (NEGATED.test(text)) {
    // Lost is only what was there.
    const [negation, left] = LOST.find(([negation]) => negation.test(text)) ?? []
    if (negation === undefined || left === undefined || !NEGATED.test(evidence)) return null
    return text.replace(negation, left)
  }
  const found = ASSERTED.exec(withoutCode(text))
  if (found === null || NEGATED.test(evidence) || CONDITION.test(text.slice(0, found.index))) return null
  const at = found.index + found[0].length
  return `${text.slice(0, at)}not ${text.slice(at)}`
}

// What puts one thing before, above or ahead of another, and its opposite.
const ORDERS: readonly (readonly [one: string, other: string])[] = [
  ['before', 'after'],
  ['at least', 'at most'],
  ['more than', 'less than'],
  ['higher', 'lower'],
  ['faster', 'slower'],
  ['larger', 'smaller'],
  ['longer', 'shorter'],
  ['cheaper', 'dearer'],
  ['rose', 'fell'],
  ['increased', 'decreased'],
  ['gained', 'lost'],
  ['earlier', 'later'],
  ['newer', 'older'],
]

function otherOrder(text: string, { evidence, random }: Material): string | null {
  if (/["“]/.test(text)) return null
  const bare = withoutCode(text)
  const found = ORDERS.flatMap(([one, other]) => [
    { word: one, opposite: other },
    { word: other, opposite: one },
  ]).filter(({ word, opposite }) => {
    // "Before" twice, or both of the two, may still say something true the other way round.
    const isOnce = bare.split(wholeWord(word)).length === 2
    return isOnce && wholeWord(word).test(evidence) && !wholeWord(opposite).test(`${bare}\n${evidence}`)
  })
  if (found.length === 0) return null
  const { word, opposite } = random.pick(found)
  return text.replace(wholeWord(word), opposite)
}

function wholeWord(word: string): RegExp {
  return new RegExp(String.raw`(?<!no )\b${word}\b`)
}

// What leaves a claim open, and what is left when nobody does.
const DOUBTS: readonly (readonly [open: RegExp, settled: string])[] = [
  [/\b(?:could|might) (?=[a-z])(?!not\b|have\b)/, 'will '],
  [/\bmay (?=be\b|have\b|come\b|follow\b|lie\b)(?!be (?:used|turned|set|left)\b)/, 'will '],
  [/\b(?:hopes|plans|intends|aims|wants|hope|plan|intend|aim|want) to (?=[a-z])/, 'will '],
  [/\b(?:is|are) (?:expected|planned|likely|due|supposed) to (?=[a-z])/, 'will '],
  [/\b(?:thinks|believes|suspects) that (?=[a-z])/, 'has proved that '],
]

function lostDoubt(text: string, { evidence }: Material): string | null {
  if (/["“]/.test(text) || CONDITION.test(text)) return null
  const [open, settled] = DOUBTS.find(([open]) => open.test(text) && open.test(evidence)) ?? []
  return open === undefined || settled === undefined ? null : text.replace(open, settled)
}
