import * as z from 'zod'
import { PICTURE_FORMATS } from '#blog/post.ts'
import { Corrupt } from '#bucket/bucket.ts'

const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')

const picture = z.object({
  widths: z.array(z.int().positive()),
  formats: z.array(z.enum(PICTURE_FORMATS)),
  placeholder: z.string().nullable(),
  alt: z.string(),
})

const publishedPost = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  title: z.string().min(1),
  excerpt: z.string(),
  date: instant,
  prefix: z.string().min(1),
  tags: z.array(z.string()),
  // What was published before such records were kept has none.
  picture: picture.optional(),
})

const words = z.string().regex(/\S/, 'is empty')
const record = { sequence: z.int().positive(), writeId: z.string().min(1), time: instant, post: publishedPost }

// The event that brought the text which the person had before them: a verdict on another text does not count.
const seen = { seen: z.int().positive() }

const journalEvent = z.discriminatedUnion('kind', [
  z.object({ ...record, kind: z.literal('published') }),
  z.object({ ...record, ...seen, kind: z.literal('corrected'), by: words, note: words, revision: words }),
  z.object({ ...record, ...seen, kind: z.literal('reviewed'), by: words, note: z.string() }),
  z.object({ ...record, kind: z.literal('retracted'), by: words, reason: words }),
])

/** A post's summary as the journal keeps it: `date` is ISO text, `prefix` the post's folder in the bucket. */
export type PublishedPost = z.infer<typeof publishedPost>

/**
 * One line of the journal: what happened to which post, in which place of the order. A verdict names by `seen` the event
 * that brought the text it is about; a correction names the `revision` that holds the new one.
 */
export type JournalEvent = z.infer<typeof journalEvent>

/** An event before the journal gives it its number, write id and time. */
export type EventDraft = JournalEvent extends infer Event
  ? Event extends JournalEvent
    ? Omit<Event, 'sequence' | 'writeId' | 'time'>
    : never
  : never

/** Checks an event before it is written and drops fields that are not the journal's. Throws when it is not one. */
export function checkEvent(event: JournalEvent): JournalEvent {
  return z.parse(journalEvent, event)
}

/** Reads one journal file. Corrupt when it is not an event of this sequence. */
export function readEvent(body: Uint8Array, place: { key: string; sequence: number }): JournalEvent {
  const event = parseEvents(z.tuple([journalEvent]), `[${Buffer.from(body).toString()}]`, place.key)[0]
  if (event.sequence !== place.sequence) throw corrupt(place.key, `its sequence is ${event.sequence}`)
  return event
}

/** Reads a snapshot: the events 1 to `sequence`, all of them and in order. Corrupt when it is anything else. */
export function readSnapshot(text: string, place: { key: string; sequence: number }): JournalEvent[] {
  const events = parseEvents(z.array(journalEvent), text, place.key)
  if (events.length !== place.sequence || events.some((event, index) => event.sequence !== index + 1)) {
    throw corrupt(place.key, `it does not hold the events 1 to ${place.sequence} in order`)
  }
  return events
}

/** The error for a file of the journal that cannot be read. */
export function corrupt(key: string, reason: string, cause?: unknown): Corrupt {
  return new Corrupt(`The journal file ${key} cannot be used: ${reason}. Run "npm run doctor" to see what to do.`, {
    cause,
  })
}

function parseEvents<T>(schema: z.ZodType<T>, text: string, key: string): T {
  try {
    return z.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw corrupt(key, cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON', cause)
  }
}
