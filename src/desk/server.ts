import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'
import type { Desk } from '#desk/desk.ts'
import { nameOf, type Verdict } from '#desk/review-item.ts'

/** The time in which a verdict can be undone before its event is written, in milliseconds. */
export const UNDO_MS = 10_000

/** A verdict that can still be undone. */
export type Waiting = { ticket: string; name: string; kind: Given['kind']; by: string; due: number }

/** The changes that the page polls for: waiting verdicts, the last results, and the last event of the journal. */
export type DeskState = {
  sequence: number
  now: number
  waiting: Waiting[]
  results: (Pick<Waiting, 'ticket' | 'name'> & { verdict: Verdict })[]
}

/** The built page: its HTML, and its files by path. */
export type PageFiles = { html: string; files: Map<string, { contentType: string; body: Uint8Array }> }

type Given = z.infer<typeof verdict>

const text = z.string()
const place = z.object({ category: text.min(1), id: text.min(1) })
const verdict = z.object({
  kind: z.enum(['keep', 'correct', 'retract']),
  place,
  baseVersion: z.int(),
  by: text.trim().min(1),
  note: text.trim(),
  file: text.default(''),
  anyway: z.boolean().default(false),
})

const MAX_BODY_BYTES = 2 * 1024 * 1024
const MAX_RESULTS = 50
const TOKEN = /__TOKEN__/

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

/** An answer other than 200: its status, and the reason for the person. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Serves the desk to a browser on this machine. `address()` is the address with a key that works once: it becomes a cookie,
 * and every change also needs the token in the page. `onEnter` is called after a key was used. `close` writes the verdicts
 * that could still be undone.
 */
export async function startDeskServer(options: {
  desk: Desk
  sequence: () => Promise<number>
  page: PageFiles
  port: number
  undoMs?: number
  onEnter?: () => void
}) {
  const { desk, page, undoMs = UNDO_MS, onEnter = () => {} } = options
  const [cookie, token] = [newSecret(), newSecret()]
  let key = newSecret()
  const waiting = new Map<string, Waiting & { timer: NodeJS.Timeout; write: () => Promise<void> }>()
  const results: DeskState['results'] = []
  const server = createServer((request, response) => void answer(request, response))
  const port = await listen(server, options.port)
  const cookieName = `stet-desk-${port}`
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status = 200, headers = {}, body } = await route(request)
      response.writeHead(status, { ...HEADERS, ...headers }).end(body)
    } catch (error) {
      const status = error instanceof Refused ? error.status : error instanceof z.ZodError ? 400 : 500
      const sentence = error instanceof Error ? error.message : String(error)
      response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' }).end(JSON.stringify({ sentence }))
    }
  }

  async function route(
    request: IncomingMessage,
  ): Promise<{ status?: number; headers?: object; body?: string | Uint8Array }> {
    const { method = '', headers } = request
    // Another name for this machine would let another site's page read the answers (DNS rebinding).
    if (!hosts.includes(headers.host ?? '')) throw new Refused(421, 'This is not the address of the desk.')
    if (headers['sec-fetch-dest'] === 'iframe') throw new Refused(403, 'The desk cannot be part of another page.')
    const url = new URL(request.url ?? '', `http://${headers.host}`)
    const file = page.files.get(url.pathname)
    const isRead = method === 'GET'
    if (isRead && file !== undefined) return { headers: { 'content-type': file.contentType }, body: file.body }
    if (isRead && url.pathname === '/' && url.searchParams.has('key')) return enter(url.searchParams.get('key') ?? '')
    if (!cookiesOf(request).some((one) => isEqual(one, `${cookieName}=${cookie}`)))
      throw new Refused(401, 'Open the address that npm run review printed last. Each address works once.')
    if (isRead && url.pathname === '/')
      return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: page.html.replace(TOKEN, token) }
    const call = (isRead ? reads : changes)[url.pathname]
    if (call === undefined)
      throw url.pathname in changes
        ? new Refused(405, 'A change needs POST.')
        : new Refused(404, 'There is no such page.')
    if (!isRead) {
      if (method !== 'POST') throw new Refused(405, 'A change needs POST.')
      if (headers.origin !== url.origin) throw new Refused(403, 'The request comes from another site.')
      if (!isEqual(String(headers['x-desk-token'] ?? ''), token))
        throw new Refused(403, 'The token is missing. Reload the page.')
    }
    const given: unknown = isRead ? Object.fromEntries(url.searchParams) : await readJson(request)
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(await call(given)) }
  }

  function enter(given: string) {
    if (!isEqual(given, key))
      throw new Refused(401, 'This address was already used. Open the one that was printed last.')
    key = newSecret()
    onEnter()
    const setCookie = `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`
    return { status: 303, headers: { location: '/', 'set-cookie': setCookie } }
  }

  const reads: Record<string, (given: unknown) => Promise<unknown>> = {
    '/list': async () => ({ ...(await desk.list()), summary: (await desk.log()).summary }),
    '/post': async (given) => {
      const item = await desk.open(place.parse(given))
      return item.state === 'gone' ? item : { ...item, file: desk.editable(item) }
    },
    '/state': async (): Promise<DeskState> => ({
      sequence: await options.sequence(),
      now: Date.now(),
      waiting: [...waiting.values()].map(({ timer: _timer, write: _write, ...rest }) => rest),
      results,
    }),
  }

  const changes: Record<string, (given: unknown) => Promise<unknown>> = {
    '/check': async (given) => {
      const { file, ...rest } = z.object({ place, file: text }).parse(given)
      return await desk.check({ item: await opened(rest.place), file })
    },
    '/verdict': async (given) => wait(verdict.parse(given)),
    '/undo': async (given) => {
      const { ticket } = z.object({ ticket: text }).parse(given)
      const found = waiting.get(ticket)
      clearTimeout(found?.timer)
      return { undone: waiting.delete(ticket) }
    },
  }

  async function opened(given: z.infer<typeof place>) {
    const item = await desk.open(given)
    if (item.state === 'gone') throw new Refused(409, item.sentence)
    return item
  }

  // A mistake in a verdict is returned immediately. The event is written when it can no longer be undone.
  async function wait(given: Given): Promise<Waiting> {
    const { kind, by, note, file, anyway, baseVersion } = given
    if (kind !== 'keep' && note === '') throw new Refused(400, 'A correction or retraction needs words for readers.')
    const item = { ...(await opened(given.place)), baseVersion }
    if (kind === 'correct') {
      const checked = await desk.check({ item, file })
      if (checked.state === 'refused') throw new Refused(409, checked.sentence)
      if (!anyway && checked.findings.some(({ severity }) => severity === 'block'))
        throw new Refused(409, 'The corrected text fails its checks.')
    }
    const ticket = newSecret()
    const shown = { ticket, name: nameOf(item.place), kind, by, due: Date.now() + undoMs }
    const give = {
      keep: () => desk.keep({ item, by, note }),
      correct: () => desk.correct({ item, file, by, note, anyway }),
      retract: () => desk.retract({ item, by, reason: note }),
    }[kind]
    async function write(): Promise<void> {
      if (!waiting.delete(ticket)) return
      const outcome = await give().catch((error: unknown): Verdict => {
        return {
          state: 'refused',
          sentence: `The verdict was not written: ${error instanceof Error ? error.message : error}`,
        }
      })
      results.push({ ticket, name: shown.name, verdict: outcome })
      results.splice(0, results.length - MAX_RESULTS)
    }
    waiting.set(ticket, { ...shown, write, timer: setTimeout(() => void write(), undoMs) })
    return shown
  }

  return {
    address: () => `http://127.0.0.1:${port}/?key=${key}`,
    async close(): Promise<Verdict[]> {
      const last = [...waiting.values()].map(({ timer, write }) => (clearTimeout(timer), write()))
      await Promise.all(last)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      return last.length === 0 ? [] : results.slice(-last.length).map(({ verdict }) => verdict)
    },
  }
}

function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

// Takes the same time for every wrong value.
function isEqual(given: string, secret: string): boolean {
  const [one, other] = [given, secret].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

function cookiesOf({ headers }: IncomingMessage): string[] {
  return (headers.cookie ?? '').split(';').map((pair) => pair.trim())
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') throw new Refused(415, 'The request must be JSON.')
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > MAX_BODY_BYTES) throw new Refused(413, 'The text is too long.')
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw new Refused(400, 'The request is not JSON.')
  }
}

// If the port is taken, for example by another desk, the system chooses one.
async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  const tryPort = (given: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(given, '127.0.0.1', () => resolve(server.off('error', reject) && undefined))
    })
  await tryPort(port).catch(() => tryPort(0))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The desk has no port.')
  return address.port
}
