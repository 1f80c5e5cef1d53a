import { hasAlready } from '#api/etag.ts'
import { compress, compressAtOnce, isCompressible, type Coding } from '#server/compress.ts'
import { SAFE_HEADERS } from '#server/security.ts'

/** An answer as it can be sent any number of times; its body is compressed when somebody first asks for a coding. */
export type FinishedAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string | null
  body: Buffer
  /** The body in the codings that were asked for, null in those that would not make it smaller. */
  coded: Partial<Record<Coding, Uint8Array | Promise<Uint8Array> | null>>
}

/** What a client accepts, and what it has already. */
export type Client = { coding: Coding | null; ifNoneMatch: string | null; ifModifiedSince: string | null }

/** What goes over the wire; `headers` are names and values in turn. */
export type Message = { status: number; headers: string[]; body: Uint8Array | null }

// So much is compressed in about a millisecond: less than it takes to hand it to another thread and back.
const AT_ONCE = 128 * 1024

/** What a framework answered, as it can be sent any number of times. */
export async function finishResponse(response: Response): Promise<FinishedAnswer> {
  const { etag, ...headers } = Object.fromEntries(response.headers)
  const body = Buffer.from(await response.arrayBuffer())
  return finish({ status: response.status, headers, etag: etag ?? null, body })
}

/** An answer from a body; its entity tag is weak where the same content goes out in several codings. */
export function finish(answer: {
  status: number
  headers: Record<string, string>
  etag: string | null
  body: Buffer
}): FinishedAnswer {
  const { status, body, headers } = answer
  if (!isCompressible(headers['content-type'] ?? null, body.byteLength))
    return { ...answer, coded: { br: null, gzip: null } }
  const etag = answer.etag?.replace(/^(?!W\/)/, 'W/') ?? null
  return { status, headers: { ...headers, vary: 'accept-encoding' }, etag, body, coded: {} }
}

/** The answer for a client: in the coding that it prefers, or 304 when it has it already. A promise only while something large is compressed. */
export function messageFor(answer: FinishedAnswer, client: Client): Message | Promise<Message> {
  if (isKnown(answer, client)) return message(answer, { status: 304, coding: null, body: null })
  const { coding } = client
  const coded = coding === null ? null : codedBody(answer, coding)
  if (coded === null) return message(answer, { status: answer.status, coding: null, body: answer.body })
  if (coded instanceof Uint8Array) return message(answer, { status: answer.status, coding, body: coded })
  return coded.then((body) => message(answer, { status: answer.status, coding, body }))
}

function codedBody({ body, coded }: FinishedAnswer, coding: Coding): Uint8Array | Promise<Uint8Array> | null {
  const known = coded[coding]
  if (known !== undefined) return known
  if (body.byteLength <= AT_ONCE) return (coded[coding] = compressAtOnce(body, coding))
  // Once, however many ask meanwhile.
  const making = compress(body, coding)
  coded[coding] = making
  making.then(
    (bytes) => (coded[coding] = bytes),
    () => delete coded[coding],
  )
  return making
}

function message(
  { headers, etag }: FinishedAnswer,
  { status, coding, body }: { status: number; coding: Coding | null; body: Uint8Array | null },
): Message {
  const all: string[] = []
  for (const name in SAFE) all.push(name, SAFE[name] ?? '')
  for (const name in headers) all.push(name, headers[name] ?? '')
  if (etag !== null) all.push('etag', etag)
  if (coding !== null) all.push('content-encoding', coding)
  if (body !== null) all.push('content-length', String(body.byteLength))
  return { status, headers: all, body }
}

const SAFE: Readonly<Record<string, string>> = SAFE_HEADERS

// A date only counts for a client that sends no tag (RFC 9110, section 13.1.3).
function isKnown({ status, etag, headers }: FinishedAnswer, { ifNoneMatch, ifModifiedSince }: Client): boolean {
  if (status !== 200) return false
  if (ifNoneMatch !== null) return etag !== null && hasAlready(ifNoneMatch, etag)
  return ifModifiedSince !== null && headers['last-modified'] === ifModifiedSince
}
