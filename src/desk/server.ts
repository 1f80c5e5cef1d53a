import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import * as z from 'zod'
import type { Desk } from '#desk/desk.ts'
import { nameOf, type PostId } from '#desk/review-item.ts'

const text = z.string()
const place = z.object({ category: text.min(1), id: text.min(1) })
const verdict = z.object({
  kind: z.enum(['keep', 'correct', 'retract']),
  place,
  baseVersion: z.int(),
  by: text.trim().min(1, 'A verdict needs a name.'),
  note: text.trim(),
  file: text.default(''),
  anyway: z.boolean().default(false),
})

/** A verdict of a person on the text that `baseVersion` names. `file` is a corrected text. */
export type Given = z.input<typeof verdict>

/** A verdict that can still be undone, until the time `due`. */
export type Waiting = Pick<Given, 'kind' | 'by'> & { ticket: string; name: string; due: number }

/** The changes that the page polls for: the last event of the journal, and the waiting and written verdicts. */
export type DeskState = {
  sequence: number
  now: number
  waiting: Waiting[]
  results: { ticket: string; sentence: string; time: number }[]
}

type Call = (given: unknown) => Promise<unknown>
type Answer = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }

const UNDO_MS = 10_000
const MAX_RESULTS = 20
const JSON_TYPE = 'application/json'
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' }

// Only this server may provide anything to the page, and no other page may embed it.
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

/** A request that is refused with a status and a sentence for the person. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Serves the desk to a browser on this machine. `address()` contains a key that works once and becomes a cookie. Every change
 * also needs the token in the page. `onEnter` is called after a key was used. `close` writes the waiting verdicts, and returns
 * their results.
 */
export async function startDeskServer(options: {
  desk: Desk
  sequence: () => Promise<number>
  /** The HTML of the built page, and its files by path. */
  page: { html: string; files: ReadonlyMap<string, { headers: Record<string, string>; body: Uint8Array }> }
  port: number
  undoMs?: number
  onEnter?: () => void
}) {
  const { desk, sequence, page, undoMs = UNDO_MS, onEnter } = options
  const [session, token] = [newSecret(), newSecret()]
  let key = newSecret()
  const waiting = new Map<string, { shown: Waiting; timer: NodeJS.Timeout; write: () => Promise<string> }>()
  const results: DeskState['results'] = []
  const server = createServer((request, response) => void answer(request, response))
  const port = await listen(server, options.port)
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  // Cookies of one machine are sent to all of its ports.
  const cookie = `stet-desk-${port}=${session}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status = 200, headers, body } = await route(request)
      response.writeHead(status, { ...HEADERS, ...headers }).end(body)
    } catch (error) {
      const status = error instanceof Refused ? error.status : error instanceof z.ZodError ? 400 : 500
      const sentence = error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : messageOf(error)
      response.writeHead(status, { ...HEADERS, 'content-type': JSON_TYPE }).end(JSON.stringify({ sentence }))
    }
  }

  async function route(request: IncomingMessage): Promise<Answer> {
    const { method, headers } = request
    // A page of another name that leads to this machine could read the answers (DNS rebinding).
    if (!hosts.includes(headers.host ?? '')) throw new Refused(421, 'This is not the address of the desk.')
    const origin = `http://${headers.host}`
    // A path may begin with two slashes, which do not name another host.
    const url = URL.parse(`${origin}${request.url}`)
    if (url === null) throw new Refused(400, 'Malformed URL.')
    const file = page.files.get(url.pathname)
    const isRead = method === 'GET'
    if (isRead && file !== undefined) return file
    if (isRead && url.searchParams.has('key')) return enter(url.searchParams.get('key') ?? '')
    const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
    if (!cookies.some((one) => isEqual(one, cookie)))
      throw new Refused(401, 'Open the address that npm run review printed last. Each address works once.')
    if (isRead && url.pathname === '/') return { headers: HTML_TYPE, body: page.html.replace('__TOKEN__', token) }
    if (isRead ? url.pathname in changes : method !== 'POST') throw new Refused(405, 'A change needs POST.')
    const call = (isRead ? reads : changes)[url.pathname]
    if (call === undefined) throw new Refused(404, 'There is no such page.')
    if (!isRead && headers.origin !== origin) throw new Refused(403, 'The request comes from another site.')
    if (!isRead && !isEqual(String(headers['x-desk-token']), token))
      throw new Refused(403, 'The desk was started again. Reload the page.')
    const given = isRead ? Object.fromEntries(url.searchParams) : jsonOf(await readText(request))
    return { headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(await call(given)) }
  }

  function enter(given: string): Answer {
    if (!isEqual(given, key)) throw new Refused(401, 'This address was already used. Open the last printed address.')
    key = newSecret()
    onEnter?.()
    const headers = { ...HTML_TYPE, 'set-cookie': `${cookie}; HttpOnly; SameSite=Strict; Path=/` }
    // After a link on another site, such as a terminal in a browser, a redirect would be sent without the cookie.
    return { headers, body: '<!doctype html><title>The desk</title><meta http-equiv="refresh" content="0; url=/">' }
  }

  const reads: Record<string, Call> = {
    '/list': async () => ({ ...(await desk.list()), summary: (await desk.log()).summary }),
    '/post': async (given) => {
      const item = await desk.open(place.parse(given))
      return item.state === 'gone' ? item : { ...item, file: desk.editable(item) }
    },
    '/state': async (): Promise<DeskState> => {
      const shown = [...waiting.values()].map((one) => one.shown)
      return { sequence: await sequence(), now: Date.now(), waiting: shown, results }
    },
  }

  const changes: Record<string, Call> = {
    '/check': async (given) => {
      const { file, place: name } = z.object({ place, file: text }).parse(given)
      return await desk.check({ item: await opened(name), file })
    },
    '/verdict': async (given) => await wait(verdict.parse(given)),
    '/undo': async (given) => {
      const { ticket } = z.object({ ticket: text }).parse(given)
      clearTimeout(waiting.get(ticket)?.timer)
      return { undone: waiting.delete(ticket) }
    },
  }

  async function opened(name: PostId) {
    const item = await desk.open(name)
    if (item.state === 'gone') throw new Refused(409, item.sentence)
    return item
  }

  // Mistakes are returned immediately. The event is written when the verdict can no longer be undone.
  async function wait({ kind, by, note, file, anyway, ...judged }: z.infer<typeof verdict>): Promise<Waiting> {
    if (kind !== 'keep' && note === '') throw new Refused(400, 'Readers need the reason: fill in the second field.')
    const item = { ...(await opened(judged.place)), baseVersion: judged.baseVersion }
    if (kind === 'correct') {
      const checked = await desk.check({ item, file })
      if (checked.state === 'refused') throw new Refused(409, checked.sentence)
      if (!anyway && checked.findings.some(({ severity }) => severity === 'block'))
        throw new Refused(409, 'The text fails its checks.')
    }
    const shown = { ticket: newSecret(), name: nameOf(item.place), kind, by, due: Date.now() + undoMs }
    // For example by a second press of Enter.
    if ([...waiting.values()].some((one) => one.shown.name === shown.name && one.shown.by === by))
      throw new Refused(409, `${by} has just given a verdict on ${shown.name}. Undo it first.`)
    const give = {
      keep: () => desk.keep({ item, by, note }),
      correct: () => desk.correct({ item, file, by, note, anyway }),
      retract: () => desk.retract({ item, by, reason: note }),
    }[kind]
    async function write(): Promise<string> {
      waiting.delete(shown.ticket)
      const sentence = await give().then(
        (given) => (given.state === 'failed' ? `${shown.name} fails its checks.` : given.sentence),
        (error: unknown) => `The verdict on ${shown.name} was not written: ${messageOf(error)}`,
      )
      results.push({ ticket: shown.ticket, sentence, time: Date.now() })
      results.splice(0, results.length - MAX_RESULTS)
      return sentence
    }
    waiting.set(shown.ticket, { shown, write, timer: setTimeout(() => void write(), undoMs) })
    return shown
  }

  return {
    address: () => `http://127.0.0.1:${port}/?key=${key}`,
    async close(): Promise<string[]> {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
      return await Promise.all([...waiting.values()].map(({ timer, write }) => (clearTimeout(timer), write())))
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'The request is not JSON.')
  }
}

function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

// Takes the same time for every wrong value.
function isEqual(given: string, secret: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(secret))
}

// If the port is taken, for example by another desk, the system chooses one.
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
