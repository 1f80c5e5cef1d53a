import { enclosuresOf } from '#text/quoted.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/** A day that a unit states relative to the source's date: `on Tuesday` is `2026-11-17`. */
export type ResolvedDate = { text: string; date: string }

/**
 * Resolves weekdays, "yesterday" and "today" in the units of a source by its date, by the ids of the units. Days that may be
 * in the future, are in a quotation or depend on a time zone are left out.
 */
export function resolveDates(source: NumberedSource): Map<Unit['id'], ResolvedDate[]> {
  const published = new Date(source.date)
  if (Number.isNaN(published.getTime())) return new Map()
  const prose = source.units.filter(({ kind, mark }) => mark === null && PROSE.has(kind))
  return new Map(
    prose.map(({ id, text }) => [id, datesIn(text, published)] as const).filter(([, dates]) => dates.length > 0),
  )
}

const PROSE = new Set<Unit['kind']>(['sentence', 'item', 'heading'])
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MENTION = new RegExp(`\\b(?:(?:on|since) )?(${WEEKDAYS.join('|')}|yesterday|today)\\b`, 'gi')

function datesIn(text: string, published: Date): ResolvedDate[] {
  const quotations = enclosuresOf(text, { quotation: text.length, bracket: 0 })
  return [...text.matchAll(MENTION)].flatMap(({ 0: mention, 1: day = '', index }) => {
    if (quotations.some(({ start, end }) => start < index && index < end)) return []
    const [before, after] = [text.slice(0, index), text.slice(index + mention.length)]
    const daysAgo = daysSince(day.toLowerCase(), { mention, before, after }, published)
    return daysAgo === null ? [] : [{ text: mention, date: isoDay(published, daysAgo) }]
  })
}

type Context = { mention: string; before: string; after: string }

function daysSince(day: string, context: Context, published: Date): number | null {
  // Between midnight in London and in California, the author's date may be either day.
  const isNight = published.getUTCHours() < NIGHT && published.getTime() % DAY > 0
  if (day === 'yesterday') return isNight || /^['’]/.test(context.after) ? null : 1
  if (day === 'today') return isNight || !isDayOfNews(context) ? null : 0
  const daysAgo = (published.getUTCDay() - WEEKDAYS.indexOf(day) + 7) % 7
  return (daysAgo === 0 && isNight) || !isPast(context) ? null : daysAgo
}

const DAY = 86_400_000
const NIGHT = 8

function isoDay(published: Date, daysAgo: number): string {
  return new Date(published.getTime() - daysAgo * DAY).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

const NEWS =
  'announced|released|launched|unveiled|published|disclosed|introduced|confirmed|reported|said|filed|signed|patched|fixed|shipped|warned|acknowledged|opened|closed'

// "Today" may also mean "nowadays".
function isDayOfNews({ before, after }: Context): boolean {
  if (/^['’]/.test(after)) return false
  if (new RegExp(`\\b(?:${NEWS}|(?:is|are) (?:now )?available|starting|effective|as of|earlier) $`, 'i').test(before))
    return true
  if (new RegExp(`^,? (?:\\S+ ){0,6}?(?:${NEWS})\\b`, 'i').test(after)) return true
  return before === '' && /^,? (?:we|I)(?: are| am|['’](?:re|m)) \p{L}+ing\b/u.test(after)
}

// A weekday is the last one with its name if its event has happened.
function isPast({ mention, before, after }: Context): boolean {
  if (
    /^['’s-]|^,? (?:the )?\d|^,? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|^ (?:through|until|after|before|week)\b|^ (?:to|or|and) \w+day\b|^[/–]/i.test(
      after,
    )
  )
    return false
  if (/\b(?:starting|beginning|available|from|every) $/i.test(before)) return false
  const isTold = new RegExp(`\\b(?:${NEWS}|told (?:\\S+ ){1,3}?\\S+) (?:late |early )?$`, 'i').test(before)
  if (isTold) return !/\b(?:be|being|is|are|gets?|to) \S+ (?:late |early )?$/i.test(before)
  if (!/^(?:on|since) /i.test(mention) || AHEAD.test(before) || AHEAD.test(after)) return false
  const lead = before.split(CLAUSE).at(-1) ?? ''
  const [rest = '', next = ''] = after.split(CLAUSE)
  const clause = `${lead} ${rest}`.trim() === '' ? next : `${lead} ${rest}`
  return PAST.test(clause)
}

const AHEAD =
  /\b(?:will|wo|would|shall|should|could|can|may|might|must|going to|plan(?:s|ned|ning)?|schedul(?:ed?|es)|expect(?:s|ed)?|due|set to|slated|intend(?:s|ed)?|aims?|(?:is|are|was|were) to|upcoming|begins?|starts?|starting|beginning|opens|launches|arrives?|arriving|tomorrow|deadline|unless|once|hearing|vote)\b|['’]ll\b/i
const CLAUSE = /[,;:–—]| (?:and|but|while|which|who|that|as|when|where|if) /
const PAST =
  /\b(?:was|were|had|did|said|told|began|became|bought|broke|brought|built|came|caught|chose|cut|drew|fell|felt|found|gave|got|grew|held|hit|kept|knew|led|left|lost|made|met|paid|put|ran|rose|saw|sent|set|shut|sold|spoke|spent|stole|stood|struck|took|taught|thought|threw|went|won|wrote|(?!(?:need|speed|feed|seed|indeed|exceed|proceed|succeed|embed|breed|bleed)\b)\p{L}{2,}ed)\b/iu
