import type { JournalEvent } from '#archive/event.ts'
import { createProjection } from '#archive/projection.ts'

/** A verdict of a person in the journal. `time` is ISO text. */
export type LoggedVerdict = {
  time: string
  verdict: 'kept' | 'corrected' | 'retracted'
  by: string
  category: string
  id: string
  title: string
  note: string
}

/** The number of recent posts with each verdict. A post counts once, with its last verdict. */
export type OversightSummary = {
  days: number
  published: number
  kept: number
  corrected: number
  retracted: number
  withoutVerdict: number
}

/** The record of oversight, oldest verdict first. */
export type OversightLog = { verdicts: LoggedVerdict[]; summary: OversightSummary }

const SUMMARY_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

/** Builds the record of oversight from all events. Leaves out verdicts on an outdated text, which did not count. */
export function oversightLog(events: readonly JournalEvent[], now: Date): OversightLog {
  const projection = createProjection()
  const verdicts: LoggedVerdict[] = []
  const published = new Map<string, string>()
  const last = new Map<string, LoggedVerdict['verdict']>()
  for (const event of events) {
    const { category, id, title } = event.post
    const key = `${category}/${id}`
    const isNew = projection.find(category, id) === null
    const before = projection.retraction(category, id)
    if (projection.apply(event) !== null || (event.kind === 'retracted' && before !== null)) continue
    if (event.kind === 'published') {
      if (isNew) published.set(key, event.time)
      continue
    }
    const verdict = WORDS[event.kind]
    last.set(key, verdict)
    const note = event.kind === 'retracted' ? event.reason : event.note
    verdicts.push({ time: event.time, verdict, by: event.by, category, id, title, note })
  }
  const since = now.getTime() - SUMMARY_DAYS * DAY_MS
  const recent = [...published].filter(([, time]) => Date.parse(time) >= since).map(([key]) => last.get(key))
  const count = (verdict: LoggedVerdict['verdict'] | undefined) => recent.filter((one) => one === verdict).length
  const [kept, corrected, retracted] = [count('kept'), count('corrected'), count('retracted')]
  const summary = {
    days: SUMMARY_DAYS,
    published: recent.length,
    kept,
    corrected,
    retracted,
    withoutVerdict: count(undefined),
  }
  return { verdicts, summary }
}

/** Formats the record for a person. */
export function oversightLines({ verdicts, summary }: OversightLog): string[] {
  const { days, published, kept, corrected, retracted, withoutVerdict } = summary
  const reviewed = published - withoutVerdict
  const share = published === 0 ? '' : ` (${Math.round((100 * reviewed) / published)}%)`
  return [
    ...verdicts.map(
      ({ time, verdict, by, category, id, title, note }) =>
        `${time.slice(0, 16).replace('T', ' ')} UTC  ${verdict.padEnd(9)}  ${category}/${id}  “${title}”  by ${by}${note ? `: ${note}` : ''}`,
    ),
    ...(verdicts.length === 0 ? ['No verdict is on record yet.'] : []),
    `Of ${published} ${published === 1 ? 'article' : 'articles'} published in the last ${days} days, ${reviewed}${share} have a verdict: ${kept} kept, ${corrected} corrected, ${retracted} retracted. Without a verdict: ${withoutVerdict}.`,
  ]
}

const WORDS = { reviewed: 'kept', corrected: 'corrected', retracted: 'retracted' } as const
