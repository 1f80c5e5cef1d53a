import type { GivenDate } from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { isNamed } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import type { Figures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import {
  baseOf,
  isSame,
  nounsBehind,
  type Quantity,
  type Reading,
} from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import type { Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'
import { isCommonWord } from '#text/common-words.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { stem } from '#text/stem.ts'
import { wordsOf } from '#text/words.ts'

/** A number or date of a text with the words that tell what it is about, as stems. */
export type Placed = Span & {
  readings: Reading[]
  /** Figures of the same kind can be put for one another: those with units of one dimension, those without, years, dates. */
  kind: string
  words: Set<string>
  /** The words without those that a part has from its whole. */
  own: Set<string>
  names: Set<string>
  nouns: string[]
  /** What it is the size of (`facility` of `a facility of 150 million`). */
  of: string | null
  /** What joins it to the figure before it, where no other word stands between them (`to` of `12 to 5`); null where one does. */
  joint: string | null
  /** Figures without a break between them are of one clause. */
  clause: number
}

/** The figures of a text in their order, how they hang together, and the words before the first, which may be of all. */
export type Placement = { placed: Placed[]; relations: Relation<Placed>[]; lead: Set<string> }

const BREAK = /[;:()—–|…]|,(?=\s)|[.!?](?=\s)|\s(?:and|while|but|whereas|or|versus|against|compared|although)(?=\s)/g
const CUT = /\s(?:at|to|from|for|by|on|than|in|into|as|when|after|before|since|until)(?=\s|$)/

/** The numbers and dates of a text, each with its own words, and what relates them. */
export function placedIn(figures: Figures): Placement {
  const known = read.get(figures)
  if (known !== undefined) return known
  const placement = placementOf(figures)
  read.set(figures, placement)
  return placement
}

// More figures of one sentence are not compared.
const MOST = 60

const read = new WeakMap<Figures, Placement>()

function placementOf({ text, quantities, dates }: Figures): Placement {
  const spans = [
    ...quantities
      .filter(({ form, text }) => form !== 'size' && form !== 'times' && !/^one$/i.test(text))
      .map((quantity) => ({ ...quantity, kind: kindOf(text, quantity) })),
    ...dates.map(({ text, at, end, ways }) => ({ text, at, end, readings: ways.flat().map(dayOf), kind: 'date' })),
  ]
    .toSorted((one, other) => one.at - other.at)
    .slice(0, MOST)
  const gaps = [...spans, null].map((span, index) => {
    const start = spans[index - 1]?.end ?? 0
    return gapOf(text, start, span?.at ?? text.length, { isFirst: index === 0, isLast: span === null })
  })
  let clause = 0
  const placed = spans.map(({ text: figure, at, end, readings, kind }, index): Placed => {
    if (gaps[index]?.isBroken === true) clause += 1
    // `In five, all after 3 November, ransomware was tried`: what follows the insertion is said of the five.
    const isInterrupted = gaps[index + 1]?.isInsertion === true
    const behind = isInterrupted ? (gaps[index + 2]?.behind ?? []) : []
    const tokens = [...(gaps[index]?.toRight ?? []), ...(gaps[index + 1]?.toLeft ?? []), ...behind]
    return {
      text: figure,
      at,
      end,
      readings,
      kind,
      words: new Set(tokens.map(({ stem }) => stem)),
      own: new Set(),
      names: new Set(tokens.filter(({ isName }) => isName).map(({ stem }) => stem)),
      nouns: nounsBehind(text, end),
      of: stem(/(\p{L}+) of $/u.exec(text.slice(0, at))?.[1]?.toLowerCase() ?? '') || null,
      joint: jointOf(text.slice(spans[index - 1]?.end ?? 0, at)),
      clause,
    }
  })
  const clauses = Map.groupBy(placed, ({ clause }) => clause)
  const lead = new Set(gaps[0]?.toRight.map(({ stem }) => stem))
  return { ...related(text, [...clauses.values()].flatMap(sharing)), lead }
}

/** The stems of all words of a text that carry meaning. */
export function stemsIn(figures: Figures): Set<string> {
  const known = stems.get(figures)
  if (known !== undefined) return known
  const found = new Set(tokensOf(figures.text, true).map(({ stem }) => stem))
  stems.set(figures, found)
  return found
}

const stems = new WeakMap<Figures, Set<string>>()

/** Whether two figures may be one and the same. */
export function isOneValue(one: Placed, other: Placed): boolean {
  if (one.kind !== other.kind) return false
  return one.readings.some((reading) => other.readings.some((given) => isSame(baseOf(reading), baseOf(given))))
}

/** How many words a figure has in common with that of some places which has the most. */
export function fitOf(figure: Placed, places: Placed[], common = new Set<string>()): number {
  const own = figure.words.difference(common)
  return Math.max(0, ...places.map(({ words }) => own.intersection(words).size))
}

type Token = { stem: string; isName: boolean }
// `behind` is what comes after a comma that stands right behind the figure before.
type Gap = { toLeft: Token[]; toRight: Token[]; behind: Token[]; isInsertion: boolean; isBroken: boolean }

// A day of the year, a month, or a part of a year, so that dates can be compared like numbers.
function dayOf({ year, month, day, part }: GivenDate): Reading {
  const value =
    month === null
      ? 10_000 + (part === null ? (year ?? 0) : Number(part.replaceAll(/\D/g, '')))
      : month * 100 + (day ?? 0)
  return { value, step: 1, unit: null }
}

// `Lorikeet 2` counts nothing, but `Germany 120` may.
function kindOf(whole: string, { text, at, form, readings: [reading] }: Quantity): string {
  if (form === 'ordinal') return 'ordinal'
  if (/^[12]\d{3}$/.test(text)) return 'year'
  if (form === 'digits' && isNamed(whole, at) && reading?.unit === null && reading.value < 100) return 'name'
  return reading?.unit?.dimension.split('/')[0] ?? 'count'
}

// The words between two figures: up to a break they belong to the one before, after the last one to the one behind.
function gapOf(text: string, start: number, end: number, place: { isFirst: boolean; isLast: boolean }): Gap {
  const gap = text.slice(start, end)
  const breaks = Array.from(gap.matchAll(BREAK))
  const [first, last] = [breaks[0], breaks.at(-1)]
  if (first !== undefined && last !== undefined) {
    const isInsertion = /^,\s/.test(gap)
    const end = (found: RegExpExecArray) => found.index + found[0].length
    // `And Iceland the highest, at 57%`: what is only a preposition belongs to what stands before it.
    const behind = gap.slice(end(last))
    const isTail = last[0] === ',' && behind.trim() !== '' && tokensOf(behind, false).length === 0
    const before = breaks.at(-2)
    const front = before === undefined ? (place.isFirst ? 0 : gap.length) : end(before)
    const start = isTail ? front : end(last)
    return {
      toLeft: place.isFirst ? [] : tokensOf(gap.slice(0, first.index), false),
      toRight: place.isLast ? [] : tokensOf(gap.slice(start), false),
      behind: isInsertion ? tokensOf(gap.slice(first.index + 1).split(BREAK)[0] ?? '', false) : [],
      isInsertion,
      isBroken: true,
    }
  }
  const tokens = tokensOf(gap, start === 0)
  const whole = { behind: [], isInsertion: false, isBroken: false }
  if (place.isFirst) return { toLeft: [], toRight: tokens, ...whole }
  if (place.isLast) return { toLeft: tokens, toRight: [], ...whole }
  const cut = CUT.exec(gap)?.index
  if (cut !== undefined)
    return { toLeft: tokensOf(gap.slice(0, cut), false), toRight: tokensOf(gap.slice(cut), false), ...whole }
  return { toLeft: tokens, toRight: tokens.slice(1), ...whole }
}

function jointOf(gap: string): string | null {
  return tokensOf(gap, false).length === 0 ? gap.trim().toLowerCase() : null
}

function tokensOf(text: string, isStart: boolean): Token[] {
  return wordsOf(text)
    .filter(
      ({ folded, at }) => !isFunctionWord(folded) && !/(?:\bper|\/)\s?$/.test(text.slice(Math.max(0, at - 5), at)),
    )
    .map(({ text: word, folded, at }) => ({
      stem: stem(folded),
      isName: /^i?\p{Lu}/u.test(word) && !(isStart && at === 0 && isCommonWord(folded)),
    }))
}

// In a clause where no two figures are of a kind all its words are of each of them, and so are the others. Two of a kind
// with no word between them (`from 250 to 400 devices`, `54 of the 118 nodes`) are told of one thing.
function sharing(clause: Placed[]): Placed[] {
  const hasTwo = new Set(clause.map(({ kind }) => kind)).size < clause.length
  return clause.map((each, index) => {
    const others = clause.filter((other, place) => other !== each && (!hasTwo || areJoined(clause, index, place)))
    const words = new Set([...each.words, ...others.flatMap(({ words }) => [...words])])
    const names = new Set([...each.names, ...others.flatMap(({ names }) => [...names])])
    return { ...each, words, own: words, names }
  })
}

function areJoined(clause: Placed[], one: number, other: number): boolean {
  return clause.slice(Math.min(one, other) + 1, Math.max(one, other) + 1).every(({ joint }) => joint !== null)
}

// `Of 3,200 vulnerable servers 1,450 remained`: those that remained are vulnerable servers, too.
function related(text: string, placed: Placed[]): Omit<Placement, 'lead'> {
  const parts = relationsIn(text, placed).filter(({ kind, one, other }) => kind === 'part' && one.kind === other.kind)
  const whole = placed.map((each) => {
    const of = parts.find(({ other }) => other === each)?.one
    if (of === undefined) return each
    return {
      ...each,
      nouns: [...each.nouns, ...of.nouns],
      words: each.words.union(of.words),
      names: each.names.union(of.names),
    }
  })
  return { placed: whole, relations: relationsIn(text, whole) }
}

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
