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

// The figure of a cover and its printing, as `covers/` names them.
const cover = z.object({ figure: z.string(), printing: z.string() })

/** The schema of a post's summary in the journal. */
export const publishedPost = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  title: z.string().min(1),
  excerpt: z.string(),
  date: instant,
  prefix: z.string().min(1),
  tags: z.array(z.string()),
  // The reading time. Older journals do not have it.
  minutes: z.int().positive().optional().catch(undefined),
  // Posts from before these records do not have them.
  picture: picture.optional(),
  cover: cover.optional(),
})

const words = z.string().regex(/\S/, 'is empty')
const record = { sequence: z.int().positive(), writeId: z.string().min(1), time: instant, post: publishedPost }

// The event that brought the text that the reviewer read. A verdict on another text is ignored. Journal files call this
// field `seen`.
const judged = { seen: z.int().positive() }

// The checked sentences of a post that was drawn at random, and how many were wrong. Set only by verdicts on such posts.
const count = z.int().nonnegative()
const sampled = { sample: z.object({ sentences: count, wrong: count }).optional().catch(undefined) }

const storedEvent = z.discriminatedUnion('kind', [
  z.object({ ...record, kind: z.literal('published') }),
  z.object({
    ...record,
    ...judged,
    ...sampled,
    kind: z.literal('corrected'),
    by: words,
    note: words,
    revision: words,
    // The changed passages. Older journals do not have them.
    passages: z.array(z.string().regex(PASSAGE)).max(MAX_PASSAGES).optional().catch(undefined),
  }),
  z.object({ ...record, ...judged, ...sampled, kind: z.literal('reviewed'), by: words, note: z.string() }),
  z.object({ ...record, ...sampled, kind: z.literal('retracted'), by: words, reason: words }),
])

/** The figure and printing of a cover, so that the next covers differ from it. */
export type CoverRecord = z.infer<typeof cover>

/** The summary of a post in the journal. `date` is ISO text, and `prefix` is the folder of the post in the bucket. */
export type PublishedPost = z.infer<typeof publishedPost>

/**
 * One line of the journal: what happened to which post, in which place of the order. A verdict names by `baseVersion` the
 * event that brought the text it is about; a correction names the `revision` that holds the new one.
 */
export type JournalEvent = ReturnType<typeof fromStored>

/** An event before the journal gives it its number, write id and time. */
export type EventDraft = JournalEvent extends infer Event
  ? Event extends JournalEvent
    ? Omit<Event, 'sequence' | 'writeId' | 'time'>
    : never
  : never

/** Checks an event before it is written and drops fields that are not the journal's. Throws when it is not one. */
export function checkEvent(event: JournalEvent): JournalEvent {
  return fromStored(z.parse(storedEvent, toStored(event)))
}

/** Events as a file of the journal holds them: a single one, or an array. */
export function eventJson(events: JournalEvent | JournalEvent[]): string {
  return JSON.stringify(Array.isArray(events) ? events.map(toStored) : toStored(events))
}

/** Reads a journal file. Throws Corrupt if it is not the event with this sequence. */
export function readEvent(body: Uint8Array, { key, sequence }: { key: string; sequence: number }): JournalEvent {
  const event = parseStored(storedEvent, Buffer.from(body).toString(), key)
  if (event.sequence !== sequence) throw corrupt(key, `its sequence is ${event.sequence}`)
  return fromStored(event)
}

/** Reads the text of a snapshot. Throws Corrupt if it does not have the events 1 to `sequence` in order. */
export function readSnapshot(text: string, { key, sequence }: { key: string; sequence: number }): JournalEvent[] {
  const events = parseStored(z.array(storedEvent), text, key)
  if (events.length !== sequence || events.some((event, index) => event.sequence !== index + 1))
    throw corrupt(key, `it does not hold the events 1 to ${sequence} in order`)
  return events.map(fromStored)
}

/** Makes the error for a journal file that cannot be read. */
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

function fromStored(event: z.infer<typeof storedEvent>) {
  if (!('seen' in event)) return event
  const { seen: baseVersion, ...rest } = event
  return { ...rest, baseVersion }
}

function toStored(event: JournalEvent): z.infer<typeof storedEvent> {
  if (!('baseVersion' in event)) return event
  const { baseVersion: seen, ...rest } = event
  return { ...rest, seen }
}
