import * as z from 'zod'
import { MAX_PASSAGES, PASSAGE } from '#blog/passages.ts'
import { PICTURE_FORMATS } from '#blog/post.ts'
import { Corrupt } from '#bucket/bucket.ts'

const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')

const picture = z.object({
  widths: z.array(z.int().positive()),
  formats: z.array(z.enum(PICTURE_FORMATS)),
  placeholder: z.string().nullable(),
  alt: z.string(),
})

/** Schema for a cover's figure and printing (its colour scheme), whose names are defined in `covers/`. */
export const coverRecord = z.object({ figure: z.string(), printing: z.string() })

/** Schema for a post's summary in the journal. */
export const publishedPost = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  title: z.string().min(1),
  excerpt: z.string(),
  date: instant,
  prefix: z.string().min(1),
  tags: z.array(z.string()),
  // The reading time in minutes. Older journals do not have it.
  minutes: z.int().positive().optional().catch(undefined),
  // Older posts do not have these records.
  picture: picture.optional(),
  cover: coverRecord.optional(),
})

const words = z.string().regex(/\S/, 'is empty')
const record = { sequence: z.int().positive(), writeId: z.string().min(1), time: instant, post: publishedPost }

// The number of the event that added the text that the reviewer read. A verdict on any other version is ignored.
const judged = { seen: z.int().positive() }

// The number of sentences checked in a randomly chosen post, and how many were wrong. Other posts lack this field.
const count = z.int().nonnegative()
const sampled = { sample: z.object({ sentences: count, wrong: count }).optional().catch(undefined) }

/** Schema for a journal event. */
export const journalEvent = z.discriminatedUnion('kind', [
  z.object({ ...record, kind: z.literal('published') }),
  z.object({
    ...record,
    ...judged,
    ...sampled,
    kind: z.literal('corrected'),
    by: words,
    note: words,
    revision: words,
    // The ids of the changed passages. Older journals do not have them.
    passages: z.array(z.string().regex(PASSAGE)).max(MAX_PASSAGES).optional().catch(undefined),
  }),
  z.object({ ...record, ...judged, ...sampled, kind: z.literal('reviewed'), by: words, note: z.string() }),
  z.object({ ...record, ...sampled, kind: z.literal('retracted'), by: words, reason: words }),
])

/** A cover's figure and printing, which are recorded because the next covers must differ from them. */
export type CoverRecord = z.infer<typeof coverRecord>

/** A post's summary in the journal. `date` is an ISO 8601 date, and `prefix` is the post's folder in the bucket. */
export type PublishedPost = z.infer<typeof publishedPost>

/**
 * A journal event. In a verdict, `seen` is the number of the event that added the reviewed text. A correction stores
 * its text under `revision`.
 */
export type JournalEvent = z.infer<typeof journalEvent>

/** An event as the caller passes it, before the journal adds its sequence number, write id and time. */
export type EventDraft = JournalEvent extends infer Event
  ? Event extends JournalEvent
    ? Omit<Event, 'sequence' | 'writeId' | 'time'>
    : never
  : never

/** Parses a journal file. Throws Corrupt if it does not contain the event with this sequence number. */
export function readEvent(body: Uint8Array, { key, sequence }: { key: string; sequence: number }): JournalEvent {
  const event = parseStored(journalEvent, Buffer.from(body).toString(), key)
  if (event.sequence !== sequence) throw corrupt(key, `its sequence is ${event.sequence}`)
  return event
}

/** Parses a snapshot. Throws Corrupt if it does not contain the events 1 to `sequence` in order. */
export function readSnapshot(text: string, { key, sequence }: { key: string; sequence: number }): JournalEvent[] {
  const events = parseStored(z.array(journalEvent), text, key)
  if (events.length !== sequence || events.some((event, index) => event.sequence !== index + 1))
    throw corrupt(key, `it does not contain the events 1 to ${sequence} in order`)
  return events
}

/** Creates the error for a journal file that cannot be read. */
export function corrupt(key: string, reason: string, cause?: unknown): Corrupt {
  return new Corrupt(`The journal file ${key} cannot be used: ${reason}. Run "npm run doctor" to see what to do.`, {
    cause,
  })
}

function parseStored<T>(schema: z.ZodType<T>, text: string, key: string): T {
  try {
    return z.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw corrupt(key, cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON', cause)
  }
}
