import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import * as z from 'zod'
import type { Desk } from '#desk/desk.ts'
import { nameOf } from '#desk/review-item.ts'

const text = z.string()
const named = z.object({ name: text })
const verdict = z.object({
  kind: z.enum(['keep', 'correct', 'retract']),
  name: text,
  baseVersion: z.int(),
  by: text.trim().min(1, 'A verdict needs the name of the reviewer.'),
  note: text.trim(),
  file: text.default(''),
  anyway: z.boolean().default(false),
})

/**
 * A verdict on version `baseVersion` of a post's text. `name` is `category/id`. `file` is the edited file of a
 * correction.
 */
export type GivenVerdict = z.input<typeof verdict>

/** A verdict that can be undone for another `seconds` seconds. Afterwards, `sentence` is its result. */
export type RecentVerdict = Pick<GivenVerdict, 'kind' | 'by' | 'name'> & {
  ticket: string
  seconds: number
  sentence: string | null
}

/** The state that the page polls for: the sequence number of the last journal event, and the recent verdicts. */
export type DeskState = { sequence: number; verdicts: RecentVerdict[] }

type Call = (given: unknown) => Promise<unknown>
type Answer = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }

const UNDO_MS = 10_000
const RESULT_SECONDS = 15
// An article takes only about 20 KB.
const MAX_BODY_BYTES = 1_000_000
const JSON_TYPE = { 'content-type': 'application/json' }
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' }

// The page may load only files from this server, and other pages may not embed it.
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** An error for a request that is refused, with its HTTP status and a sentence for the reviewer. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Serves the desk to browsers on this machine. `address()` returns a URL with a key that works once and is then
 * replaced by a cookie. Every change also needs the token in the page. `onEnter` is called after a key is used. `close`
 * writes the verdicts that can still be undone, and returns their results.
 */
export async function startDeskServer(options: {
  desk: Desk
  /** The HTML of the built page, and the other built files by path. */
  page: { html: string; files: ReadonlyMap<string, { headers: Record<string, string>; body: Uint8Array }> }
  port: number
  undoMs?: number
  onEnter?: () => void
}) {
  const { desk, page, undoMs = UNDO_MS, onEnter } = options
  const [session, token] = [newSecret(), newSecret()]
  let key = newSecret()
  let verdicts: (Omit<RecentVerdict, 'seconds'> & { due: number })[] = []
  // For each verdict that can still be undone, by ticket, the function that writes it.
  const pending = new Map<string, () => Promise<string>>()
  const server = createServer((request, response) => void answer(request, response))
  const port = await listen(server, options.port)
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  // The name contains the port, because browsers send a host's cookies to all its ports, where other desks may run.
  const cookie = `stet-desk-${port}=${session}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status = 200, headers, body } = await route(request)
      response.writeHead(status, { ...HEADERS, ...headers }).end(body)
    } catch (error) {
      const status = error instanceof Refused ? error.status : error instanceof z.ZodError ? 400 : 500
      const sentence = error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : messageOf(error)
      response.writeHead(status, { ...HEADERS, ...JSON_TYPE }).end(JSON.stringify({ sentence }))
    }
  }

  async function route(request: IncomingMessage): Promise<Answer> {
    const { method, headers } = request
    // Otherwise, a page whose host name resolves to this machine could read the responses (DNS rebinding).
    if (!hosts.includes(headers.host ?? ''))
      throw new Refused(421, 'This is not the URL of the desk. Open the URL that npm run review printed.')
    const origin = `http://${headers.host}`
    // Concatenate, because a path that begins with two slashes would otherwise be parsed as another host.
    const url = URL.parse(`${origin}${request.url}`)
    if (url === null) throw new Refused(400, 'Malformed URL.')
    const file = page.files.get(url.pathname)
    const isRead = method === 'GET'
    if (isRead && file !== undefined) return file
    if (isRead && url.searchParams.has('key')) return enter(url.searchParams.get('key') ?? '')
    const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
    if (!cookies.some((one) => isEqual(one, cookie)))
      throw new Refused(401, 'Open the last URL that npm run review printed. Each URL works once.')
    if (isRead && url.pathname === '/') return { headers: HTML_TYPE, body: page.html.replace('__TOKEN__', token) }
    if (isRead ? url.pathname in changes : method !== 'POST') throw new Refused(405, 'A change needs POST.')
    const call = (isRead ? reads : changes)[url.pathname]
    if (call === undefined) throw new Refused(404, 'The desk has no page with this URL.')
    if (!isRead && headers.origin !== origin)
      throw new Refused(403, 'The request comes from another site, so the desk refuses it.')
    if (!isRead && !isEqual(String(headers['x-desk-token']), token))
      throw new Refused(403, 'The desk was started again. Reload the page.')
    const given = isRead ? Object.fromEntries(url.searchParams) : await readJson(request)
    return { headers: JSON_TYPE, body: JSON.stringify(await call(given)) }
  }

  function enter(given: string): Answer {
    if (!isEqual(given, key))
      throw new Refused(401, 'This URL was already used. Open the last URL that npm run review printed.')
    key = newSecret()
    onEnter?.()
    const headers = { ...HTML_TYPE, 'set-cookie': `${cookie}; HttpOnly; SameSite=Strict; Path=/` }
    // Redirect in the page. If the link was opened from another site, such as a terminal in a browser, the browser
    // would follow an HTTP redirect without sending the cookie.
    return { headers, body: '<!doctype html><title>The desk</title><meta http-equiv="refresh" content="0; url=/">' }
  }

  const reads: Record<string, Call> = {
    '/list': async () => ({ ...(await desk.list()), summary: (await desk.log()).summary }),
    '/post': async (given) => await desk.open(named.parse(given).name),
    '/state': async (): Promise<DeskState> => {
      const recent = verdicts.map(({ due, ...one }) => ({ ...one, seconds: Math.ceil((due - Date.now()) / 1000) }))
      return { sequence: await desk.sequence(), verdicts: recent.filter(({ seconds }) => seconds > -RESULT_SECONDS) }
    },
  }

  const changes: Record<string, Call> = {
    '/check': async (given) => {
      const { name, file } = named.extend({ file: text }).parse(given)
      return await desk.check({ item: await opened(name), file })
    },
    '/verdict': async (given) => await accept(verdict.parse(given)),
    '/undo': async (given) => {
      const { ticket } = z.object({ ticket: text }).parse(given)
      const undone = pending.delete(ticket)
      if (undone) verdicts = verdicts.filter((one) => one.ticket !== ticket)
      return { undone }
    },
  }

  async function opened(name: string) {
    const item = await desk.open(name)
    if (item.state === 'gone') throw new Refused(409, item.sentence)
    return item
  }

  // Refuses an invalid verdict immediately. Otherwise, writes the event when the verdict can no longer be undone.
  async function accept({ kind, name, baseVersion, ...words }: z.infer<typeof verdict>): Promise<{ ticket: string }> {
    const { by, note, file, anyway } = words
    if (kind !== 'keep' && note === '') throw new Refused(400, 'Readers need the reason. Fill in the second field.')
    const item = { ...(await opened(name)), baseVersion }
    if (kind === 'correct') {
      const checked = await desk.check({ item, file })
      if (checked.state === 'refused') throw new Refused(409, checked.sentence)
      if (!anyway && checked.findings.some(({ severity }) => severity === 'block'))
        throw new Refused(409, 'The text fails its checks.')
    }
    const given = { ticket: newSecret(), name: nameOf(item.place), kind, by, due: Date.now() + undoMs }
    // Refuse a second pending verdict by the same reviewer, because Enter can be pressed twice.
    if (verdicts.some((one) => one.sentence === null && one.name === given.name && one.by === by))
      throw new Refused(409, `${by} has just given a verdict on ${given.name}. Undo it first.`)
    async function write(): Promise<string> {
      pending.delete(given.ticket)
      const sentence = await desk[kind]({ item, ...words }).then(
        (result) => (result.state === 'failed' ? `${given.name} fails its checks.` : result.sentence),
        (error: unknown) => `The verdict on ${given.name} was not recorded: ${messageOf(error)}`,
      )
      verdicts = verdicts.map((one) => (one.ticket === given.ticket ? { ...one, sentence } : one))
      return sentence
    }
    verdicts = [...verdicts, { ...given, sentence: null }]
    pending.set(given.ticket, write)
    setTimeout(() => void pending.get(given.ticket)?.(), undoMs).unref()
    return { ticket: given.ticket }
  }

  return {
    address: () => `http://127.0.0.1:${port}/?key=${key}`,
    async close(): Promise<string[]> {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
      return await Promise.all([...pending.values()].map((write) => write()))
    },
  }
}

// Reads a body that is too large to its end without storing it, because the client would otherwise not receive the
// response.
async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size <= MAX_BODY_BYTES) parts.push(part)
  }
  if (size > MAX_BODY_BYTES)
    throw new Refused(413, `The request has ${size} bytes, but the limit is ${MAX_BODY_BYTES}.`)
  try {
    return JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw new Refused(400, 'The request body is not valid JSON.')
  }
}

function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

// Compares digests in constant time, so that response times do not reveal the secret.
function isEqual(given: string, secret: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(secret))
}

// If the port is in use, for example by another desk, the system chooses a free one.
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => server.once('error', reject).listen(0, '127.0.0.1'))
    server.listen(port, '127.0.0.1').once('listening', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The desk has no port.')
  return address.port
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
