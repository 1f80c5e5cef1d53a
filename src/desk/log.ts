import type { JournalEvent } from '#archive/event.ts'
import { createProjection } from '#archive/projection.ts'
import { nameOf } from '#desk/review-item.ts'

/** All verdicts, oldest first, and a summary that counts each recent post once, by its last verdict. */
export type OversightLog = ReturnType<typeof oversightLog>

type Verdict = (typeof WORDS)[keyof typeof WORDS]

const SUMMARY_DAYS = 30

/** Builds the log from all events in a journal. Omits verdicts on outdated text, because they do not count. */
export function oversightLog(events: readonly JournalEvent[], now: Date) {
  const projection = createProjection()
  const published = new Map<string, string>()
  const last = new Map<string, Verdict>()
  const verdicts = events.flatMap((event) => {
    const { category, id, title } = event.post
    const key = nameOf(event.post)
    if (projection.apply(event) !== null || last.get(key) === 'retracted') return []
    if (event.kind === 'published') {
      // A post can be published more than once, for example to add image files.
      if (!published.has(key)) published.set(key, event.time)
      return []
    }
    const verdict = WORDS[event.kind]
    last.set(key, verdict)
    const note = event.kind === 'retracted' ? event.reason : event.note
    return [{ time: event.time, verdict, by: event.by, category, id, title, note }]
  })
  const since = now.getTime() - SUMMARY_DAYS * 24 * 3600 * 1000
  const recent = [...published].filter(([, time]) => Date.parse(time) >= since).map(([key]) => last.get(key))
  const count = (verdict: Verdict | undefined) => recent.filter((one) => one === verdict).length
  const summary = {
    days: SUMMARY_DAYS,
    published: recent.length,
    kept: count('kept'),
    corrected: count('corrected'),
    retracted: count('retracted'),
    withoutVerdict: count(undefined),
    /** The number of sentences checked in randomly selected posts, and how many of them were wrong. */
    sample: projection.sample(),
  }
  return { verdicts, summary }
}

/** Formats the summary as two sentences. */
export function summaryLine(summary: OversightLog['summary']): string {
  const { days, published, kept, corrected, retracted, withoutVerdict } = summary
  const reviewed = published - withoutVerdict
  const share = published === 0 ? '' : ` (${Math.round((100 * reviewed) / published)}%)`
  return `Of ${published} ${published === 1 ? 'article' : 'articles'} published in the last ${days} days, ${reviewed}${share} have a verdict: ${kept} kept, ${corrected} corrected, ${retracted} retracted. Without a verdict: ${withoutVerdict}.`
}

const WORDS = { reviewed: 'kept', corrected: 'corrected', retracted: 'retracted' } as const
