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

// Which figure a cover shows and how it is printed, in the words of `newsroom/covers/`.
const cover = z.object({ figure: z.string(), printing: z.string() })

const publishedPost = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  title: z.string().min(1),
  excerpt: z.string(),
  date: instant,
  prefix: z.string().min(1),
  tags: z.array(z.string()),
  // To read it. A journal from before it was kept has none.
  minutes: z.int().positive().optional().catch(undefined),
  // What was published before such records were kept has none.
  picture: picture.optional(),
  cover: cover.optional(),
})

const words = z.string().regex(/\S/, 'is empty')
const record = { sequence: z.int().positive(), writeId: z.string().min(1), time: instant, post: publishedPost }

// The event that brought the text which the person had before them: a verdict on another text does not count. The files
// of the journal call it `seen`.
const judged = { seen: z.int().positive() }

const storedEvent = z.discriminatedUnion('kind', [
  z.object({ ...record, kind: z.literal('published') }),
  z.object({
    ...record,
    ...judged,
    kind: z.literal('corrected'),
    by: words,
    note: words,
    revision: words,
    // What it brought. A journal from before it was kept has none.
    passages: z.array(z.string().regex(PASSAGE)).max(MAX_PASSAGES).optional().catch(undefined),
  }),
  z.object({ ...record, ...judged, kind: z.literal('reviewed'), by: words, note: z.string() }),
  z.object({ ...record, kind: z.literal('retracted'), by: words, reason: words }),
])

/** What a post's cover shows, for those that come next to it. */
export type CoverRecord = z.infer<typeof cover>

/** A post's summary as the journal keeps it: `date` is ISO text, `prefix` the post's folder in the bucket. */
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

/** Reads one journal file. Corrupt when it is not an event of this sequence. */
export function readEvent(body: Uint8Array, { key, sequence }: { key: string; sequence: number }): JournalEvent {
  const event = parseStored(storedEvent, Buffer.from(body).toString(), key)
  if (event.sequence !== sequence) throw corrupt(key, `its sequence is ${event.sequence}`)
  return fromStored(event)
}

/**
 * The events 1 to `sequence` of a snapshot, whose text comes in pieces, in order. Throws Corrupt where one is missing or is
 * no event. Each is read by itself: the text of a large archive, whole and parsed, would take several times its place.
 */
export async function* snapshotEvents(
  pieces: AsyncIterable<string>,
  { key, sequence }: { key: string; sequence: number },
): AsyncGenerator<JournalEvent> {
  let count = 0
  function read(text: string): JournalEvent {
    const event = fromStored(parseStored(storedEvent, text, key))
    count += 1
    if (event.sequence !== count) throw corrupt(key, outOfOrder(sequence))
    return event
  }
  let rest = ''
  for await (const piece of pieces) {
    const texts = (rest === '' ? piece.replace(/^\[/, '') : rest + piece).split(BETWEEN)
    rest = texts.pop() ?? ''
    for (const text of texts) yield read(`${text}}`)
  }
  if (rest !== '') yield read(rest.replace(/\]$/, ''))
  if (count !== sequence) throw corrupt(key, outOfOrder(sequence))
}

// What stands between two events can stand in no text of one: a quotation mark is escaped there.
const BETWEEN = /\},(?=\{"sequence":)/

function outOfOrder(sequence: number): string {
  return `it does not hold the events 1 to ${sequence} in order`
}

/** The error for a file of the journal that cannot be read. */
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
