import { claimsOf, evidenceIds, type Claim, type Draft } from '#newsroom/article/draft.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { shorten } from '#text/sentences.ts'

/** A sentence and everything else that a judge is shown about it. */
export type Item = {
  claim: Claim
  /** Identifies the sentence together with its evidence, the sentence before it and the writer's reply. */
  key: string
  /** The previous sentence in the article. */
  before: string
  /** The units that it cites. */
  evidence: Unit[]
  /** The units next to the evidence, and the units that the checks' questions mention. */
  beside: Unit[]
  /** The questions that the checks raised about the sentence. */
  questions: string[]
  /** The writer's reason for keeping the sentence, or an empty string. */
  reply: string
}

/**
 * Returns the sentences that a judge must compare with their evidence. The checks compare code blocks literally.
 */
export function itemsOf(options: {
  draft: Draft
  sources: NumberedSource[]
  /** The questions that the checks raised. */
  questions: Finding[]
  /** The writer's reasons for keeping sentences, by sentence text. */
  replies: ReadonlyMap<string, string>
}): Item[] {
  const { draft, sources, questions, replies } = options
  const claims = claimsOf(draft)
  const judged = claims.filter(({ kind }) => kind !== 'code')
  return judged.map((claim) => {
    const own = questions.filter(({ where }) => where === claim.where)
    const found = own.flatMap(({ unit }) => unit ?? [])
    const before = beforeOf(claim, { draft, claims })
    const reply = replies.get(claim.text) ?? ''
    const { text, compute, speaker } = claim
    const ids = [...new Set([...evidenceIds(claim, claims), ...introducedBy(claim, claims)])]
    return {
      claim,
      key: JSON.stringify([text, ids, compute, speaker, before, reply]),
      before,
      ...evidenceOf(ids, { found, sources, width: 1 }),
      questions: own.map(({ message, unit }) => (unit === null ? message : `${message} (${unit})`)),
      reply,
    }
  })
}

/** Returns the units with these ids and, as `beside`, up to `width` units on each side and the `found` units. */
export function evidenceOf(
  ids: string[],
  { found, sources, width }: { found: string[]; sources: NumberedSource[]; width: number },
): Pick<Item, 'evidence' | 'beside'> {
  const evidence = unitsOf(ids, sources).slice(0, MOST_UNITS)
  const beside = sources.flatMap(({ units }) => {
    const text = units.filter(({ block }) => block >= 0)
    const places = text.flatMap((unit, index) => (evidence.includes(unit) ? [index] : []))
    return text.filter((_, index) => places.some((place) => Math.abs(place - index) <= width))
  })
  const others = new Set([...beside, ...unitsOf(found, sources)]).difference(new Set(evidence))
  return { evidence, beside: [...others] }
}

/**
 * Formats items as a numbered list for the judge's prompt, with their sources' publishers, titles, dates and authors.
 */
export function printItems(items: Item[], sources: NumberedSource[]) {
  const shown = items.flatMap(({ evidence, beside }) => [...evidence, ...beside])
  return {
    sources: printHeads(sources.filter(({ units }) => units.some((unit) => shown.includes(unit)))),
    items: items.map(({ claim, before, evidence, beside, questions, reply }, index) => {
      const all = [
        ['item', String(index + 1)],
        ['kind', claim.kind],
        ['before', before],
        ['text', claim.text],
        ['speaker', claim.speaker],
        ['compute', claim.compute],
        ['questions', questions],
        ['reply', reply],
        ['evidence', evidence.map(printUnit)],
        ['beside', beside.map(printUnit)],
      ] as const
      return Object.fromEntries(all.filter(([, value]) => value.length > 0))
    }),
  }
}

/** Formats each source's publisher, title, date and author. */
export function printHeads(sources: NumberedSource[]) {
  return sources.map(({ id, publisher, title, date, author }) => {
    return { id, publisher, title, date: withWeekday(date), author: author ?? 'not named' }
  })
}

/** Formats a unit with its id and truncates a very long one. A unit from a block quote names its speaker. */
export function printUnit({ id, text, quoted }: Unit): string {
  const quotation = quoted === undefined ? '' : quoted.by === null ? '(quoted) ' : `(quoted from ${quoted.by}) `
  return `${id} ${quotation}${shorten(text, LONGEST_UNIT)}`
}

const LONGEST_UNIT = 700
const MOST_UNITS = 12

// Adds the weekday, because models are bad at computing weekdays.
function withWeekday(date: string): string {
  return Number.isNaN(Date.parse(date)) ? date : new Date(date).toUTCString().slice(0, 'Fri, 20 Nov 2026'.length)
}

function unitsOf(ids: string[], sources: NumberedSource[]): Unit[] {
  const units = sources.flatMap((source) => source.units)
  return ids.flatMap((id) => units.find((unit) => unit.id === id) ?? [])
}

// Returns the sentence above a claim, to which its pronouns may refer.
function beforeOf({ where, block, kind }: Claim, { draft, claims }: { draft: Draft; claims: Claim[] }): string {
  if (kind === 'row') return tableHead(draft, block)
  const place = claims.findIndex((other) => other.where === where)
  const textOfLast = (isBefore: (other: Claim) => boolean) => claims.slice(0, place).findLast(isBefore)?.text ?? ''
  const isInSection = (other: Claim) => other.where.startsWith(`${where.split('.', 2).join('.')}.`)
  const last = textOfLast((other) => other.block === block)
  switch (kind) {
    case 'sentence':
      return textOfLast((other) => isInSection(other) && (other.kind === 'sentence' || other.kind === 'item'))
    case 'item': {
      // Each item continues the sentence that introduces the list.
      const introduction = textOfLast((other) => isInSection(other) && other.kind === 'sentence')
      return [introduction.endsWith(':') ? introduction : '', last].join(' ').trim()
    }
    case 'lead':
      // Readers see the title directly above the lead.
      return last === '' ? textOfLast((other) => other.kind === 'title') : last
    default:
      return last
  }
}

// Returns the evidence of the list or code that a sentence introduces, because the sentence may say how many parts
// there are.
function introducedBy({ where, text }: Claim, claims: Claim[]): string[] {
  if (!text.endsWith(':')) return []
  const after = claims.slice(claims.findIndex((other) => other.where === where) + 1)
  const end = after.findIndex(({ kind }) => kind !== 'item' && kind !== 'code')
  return after.slice(0, end === -1 ? after.length : end).flatMap(({ from }) => from)
}

function tableHead({ sections }: Draft, address: string): string {
  const [, section, , place] = address.split('.')
  const table = sections[Number(section)]?.blocks[Number(place)]
  return table?.kind === 'table' ? `${table.caption.text}: ${table.head.join(' | ')}` : ''
}
