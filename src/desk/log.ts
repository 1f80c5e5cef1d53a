import type { JournalEvent } from '#archive/event.ts'
import { createProjection } from '#archive/projection.ts'

/** One verdict of a person, as the journal holds it; times are ISO text. */
export type LoggedVerdict = {
  time: string
  verdict: 'kept' | 'corrected' | 'retracted'
  by: string
  category: string
  id: string
  title: string
  note: string
}

/** How much of what was published in the last days people have looked at. A post counts once, by its last verdict. */
export type OversightSummary = {
  days: number
  published: number
  kept: number
  corrected: number
  retracted: number
  withoutVerdict: number
}

/** The public record of oversight, oldest verdict first. */
export type OversightLog = { verdicts: LoggedVerdict[]; summary: OversightSummary }

const DAYS = 30

/** Reads the record of oversight from the whole journal. A verdict that did not count, as the text had changed, is not in it. */
export function oversightLog(events: readonly JournalEvent[], now: Date): OversightLog {
  const projection = createProjection()
  const verdicts: LoggedVerdict[] = []
  const published = new Map<string, string>()
  const last = new Map<string, LoggedVerdict['verdict']>()
  for (const event of events) {
    const { category, id, title } = event.post
    const key = `${category}/${id}`
    const isNews = projection.find(category, id) === null
    const before = projection.retraction(category, id)
    if (projection.apply(event) !== null || (event.kind === 'retracted' && before !== null)) continue
    if (event.kind === 'published') {
      if (isNews) published.set(key, event.time)
      continue
    }
    const verdict = WORDS[event.kind]
    last.set(key, verdict)
    const note = event.kind === 'retracted' ? event.reason : event.note
    verdicts.push({ time: event.time, verdict, by: event.by, category, id, title, note })
  }
  const since = now.getTime() - DAYS * 24 * 3600 * 1000
  const recent = [...published].filter(([, time]) => Date.parse(time) >= since).map(([key]) => last.get(key))
  const count = (verdict: LoggedVerdict['verdict'] | undefined) => recent.filter((one) => one === verdict).length
  const [kept, corrected, retracted] = [count('kept'), count('corrected'), count('retracted')]
  const summary = { days: DAYS, published: recent.length, kept, corrected, retracted, withoutVerdict: count(undefined) }
  return { verdicts, summary }
}

/** The record in lines for a person. */
export function oversightLines({ verdicts, summary }: OversightLog): string[] {
  const { days, published, kept, corrected, retracted, withoutVerdict } = summary
  const looked = published - withoutVerdict
  const share = published === 0 ? '' : ` (${Math.round((100 * looked) / published)}%)`
  return [
    ...verdicts.map(
      ({ time, verdict, by, category, id, title, note }) =>
        `${time.slice(0, 16).replace('T', ' ')} UTC  ${verdict.padEnd(9)}  ${category}/${id}  “${title}”  by ${by}${note ? `: ${note}` : ''}`,
    ),
    ...(verdicts.length === 0 ? ['No verdict is on record yet.'] : []),
    `Of ${published} ${published === 1 ? 'article' : 'articles'} published in the last ${days} days, people have looked at ${looked}${share}: ${kept} kept, ${corrected} corrected, ${retracted} retracted; ${withoutVerdict} without a verdict.`,
  ]
}

const WORDS = { reviewed: 'kept', corrected: 'corrected', retracted: 'retracted' } as const
