import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod'
import type { Desk } from '#desk/desk.ts'
import { nameOf } from '#desk/review-item.ts'

const text = z.string()
const named = z.object({ name: text })
const verdict = z.object({
  kind: z.enum(['keep', 'correct', 'retract']),
  name: text,
  baseVersion: z.int(),
  by: text.trim().min(1, "A verdict needs the reviewer's name."),
  note: text.trim(),
  file: text.default(''),
  anyway: z.boolean().default(false),
})

/** A verdict on version `baseVersion` of the post `name`. For a correction, `file` is the edited file. */
export type GivenVerdict = z.input<typeof verdict>

/** A verdict that can be undone for another `seconds` seconds. Afterwards, `sentence` is its result. */
export type RecentVerdict = Pick<GivenVerdict, 'kind' | 'by' | 'name'> & {
  ticket: string
  seconds: number
  sentence: string | null
}

/** The state that the page polls for: the sequence number of the last journal event, and the recent verdicts. */
export type DeskState = { sequence: number; verdicts: RecentVerdict[] }

type Answer = { headers: Record<string, string>; body: string | Uint8Array }

const UNDO_MS = 10_000
const RESULT_SECONDS = 15
// Maximum size of a request body. An article takes about 20 KB.
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

/** The error for a refused request: an HTTP status and a sentence for the reviewer. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Serves the desk to browsers on this machine. `address()` returns a URL with a key that works once and is then
 * replaced by a cookie. Every call also needs the token in the page. `onEnter` is called after a key is used. `close`
 * writes the verdicts that can still be undone, and returns their results.
 */
export async function startDeskServer(options: {
  desk: Desk
  /** The built page's HTML, and the other built files by path. */
  page: { html: string; files: ReadonlyMap<string, Answer> }
  port: number
  undoMs?: number
  onEnter?: () => void
}) {
  const { desk, page, undoMs = UNDO_MS, onEnter } = options
  const [session, token] = [newSecret(), newSecret()]
  let key = newSecret()
  let verdicts: (Omit<RecentVerdict, 'seconds'> & { due: number })[] = []
  // Maps the ticket of each verdict that can still be undone to the function that writes it.
  const pending = new Map<string, () => Promise<string>>()
  const server = createServer((request, response) => void answer(request, response))
  const port = await listen(server, options.port)
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  // The name contains the port, because browsers send a host's cookies to all its ports, where other desks may run.
  const cookie = `stet-desk-${port}=${session}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { headers, body } = await route(request)
      response.writeHead(200, { ...HEADERS, ...headers }).end(body)
    } catch (error) {
      const status = error instanceof Refused ? error.status : error instanceof z.ZodError ? 400 : 500
      const sentence = error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : messageOf(error)
      response.writeHead(status, { ...HEADERS, ...JSON_TYPE }).end(JSON.stringify({ sentence }))
    }
  }

  async function route(request: IncomingMessage): Promise<Answer> {
    const { method, headers } = request
    // Without this check, a page whose host name resolves to this machine could read the responses (DNS rebinding).
    if (!hosts.includes(headers.host ?? ''))
      throw new Refused(421, 'This is not the URL of the desk. Open the URL that npm run review printed.')
    const origin = `http://${headers.host}`
    // Concatenate the strings, because a path that begins with two slashes would otherwise be parsed as another host.
    const url = URL.parse(`${origin}${request.url}`)
    if (url === null) throw new Refused(400, 'Malformed URL.')
    const file = page.files.get(url.pathname)
    const isRead = method === 'GET'
    if (isRead && file !== undefined) return file
    if (isRead && url.searchParams.has('key')) return enter(url.searchParams.get('key') ?? '')
    if (!(headers.cookie ?? '').split('; ').some((one) => isEqual(one, cookie)))
      throw new Refused(401, 'Open the last URL that npm run review printed. Each URL works once.')
    if (isRead && url.pathname === '/') return { headers: HTML_TYPE, body: page.html.replace('__TOKEN__', token) }
    const call = calls[url.pathname]
    if (call === undefined) throw new Refused(404, 'The desk has no page with this URL.')
    if (method !== 'POST') throw new Refused(405, 'Calls to the desk must use the POST method.')
    if (headers.origin !== origin) throw new Refused(403, 'The desk refuses requests from other sites.')
    if (!isEqual(String(headers['x-desk-token']), token))
      throw new Refused(403, 'The desk was restarted. Reload the page.')
    if (!(Number(headers['content-length']) <= MAX_BODY_BYTES))
      throw new Refused(413, `The request is larger than ${MAX_BODY_BYTES} bytes, or does not state its size.`)
    const given = await json(request).catch(() => {
      throw new Refused(400, 'The request body is not valid JSON.')
    })
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

  const calls: Record<string, (given: unknown) => Promise<unknown>> = {
    '/list': async () => ({ ...(await desk.list()), summary: (await desk.log()).summary }),
    '/post': async (given) => await opened(named.parse(given).name),
    '/state': async (): Promise<DeskState> => {
      const recent = verdicts.map(({ due, ...one }) => ({ ...one, seconds: Math.ceil((due - Date.now()) / 1000) }))
      return { sequence: await desk.sequence(), verdicts: recent.filter(({ seconds }) => seconds > -RESULT_SECONDS) }
    },
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
      const isBlocked = checked.findings.some(({ severity }) => severity === 'block')
      if (isBlocked && !anyway) throw new Refused(409, 'The text fails its checks.')
    }
    const [ticket, due] = [newSecret(), Date.now() + undoMs]
    const given: (typeof verdicts)[number] = { ticket, name: nameOf(item.place), kind, by, due, sentence: null }
    // Refuse a second pending verdict by the same reviewer, because Enter can be pressed twice.
    if (verdicts.some((one) => one.sentence === null && one.name === given.name && one.by === by))
      throw new Refused(409, `${by} has just given a verdict on ${given.name}. Undo it first.`)
    async function write(): Promise<string> {
      pending.delete(ticket)
      given.sentence = await desk[kind]({ item, ...words }).then(
        ({ sentence }) => sentence,
        (error: unknown) => `The verdict on ${given.name} was not recorded: ${messageOf(error)}`,
      )
      return given.sentence
    }
    verdicts.push(given)
    pending.set(ticket, write)
    setTimeout(() => void pending.get(ticket)?.(), undoMs).unref()
    return { ticket }
  }

  return {
    address: () => `http://127.0.0.1:${port}/?key=${key}`,
    async close(): Promise<string[]> {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
      return await Promise.all([...pending.values()].map((write) => write()))
    },
  }
}

function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

// Compares digests in constant time, so that response times do not reveal the secret.
function isEqual(given: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
}

// If the port is in use, for example by another desk, the operating system chooses a free one.
async function listen(server: Server, port: number): Promise<number> {
  const listenOn = async (candidate: number) => await once(server.listen(candidate, '127.0.0.1'), 'listening')
  await listenOn(port).catch(async () => await listenOn(0))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The desk has no port.')
  return address.port
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
