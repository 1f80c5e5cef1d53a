import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { askHub, follow, type HubAnswer, type HubFile } from '#newsroom/local/hub.ts'
import { freeSpace, inGigabytes } from '#newsroom/local/machine.ts'

/** How far a file is, in bytes; `size` is null where the hub does not say it. */
export type Received = { file: string; received: number; size: number | null }

/** A file of weights on this machine: `pinned` is whether its SHA-256 was known before it was fetched. */
export type Weights = { path: string; size: number; sha256: string; pinned: boolean }

// What is known of a file that was fetched; a later one has to be the same.
const record = z.object({ address: z.string(), size: z.number(), sha256: z.string() })
// What a file that is half there is half of.
const beginning = z.object({ etag: z.string() })

// What else the disk has to hold beside a file, in bytes.
const SPARE = 200_000_000
// How often a download may break without a byte gained, and how long it may stand still, in milliseconds.
const BREAKS = 6
const STALL = 60_000

/** Where a file of a hub lies below a folder. */
export function weightsPath(folder: string, { repository, file }: HubFile): string {
  return join(folder, 'weights', ...repository.split('/'), ...file.split('/'))
}

/**
 * What is there of a file of a hub, without asking anybody; null when it was not fetched, or not to its end. Throws a
 * sentence when what is there is not what is pinned.
 */
export async function findWeights(folder: string, wanted: HubFile): Promise<Weights | null> {
  const path = weightsPath(folder, wanted)
  const known = await readJson(`${path}.json`, record)
  const size = (await stat(path).catch(() => null))?.size
  if (known === null || known.size !== size) return null
  if (wanted.sha256 !== null && wanted.sha256 !== known.sha256)
    throw new Error(notThePinned(path, known.sha256, wanted.sha256))
  return { path, size: known.size, sha256: known.sha256, pinned: wanted.sha256 !== null }
}

/**
 * Fetches a file of a hub into a folder, or finds it there: goes on where an earlier attempt broke off, and compares size
 * and SHA-256 with what is pinned, what was fetched here before, and what the hub says, before anything is downloaded and
 * again when it is. Rejects with one sentence; what is wrong is deleted, what is only broken off is kept.
 */
export async function fetchWeights(options: {
  hub: string
  wanted: HubFile
  folder: string
  report: (received: Received) => void
  signal?: AbortSignal
  /** In milliseconds: how long no byte may come, and the first pause before it is tried again. */
  stall?: number
  pause?: number
  /** What the disk of a folder has left, in bytes. */
  free?: (folder: string) => Promise<number>
}): Promise<Weights> {
  const { hub, wanted, folder, report, signal, stall = STALL, pause = 1_000, free = freeSpace } = options
  const path = weightsPath(folder, wanted)
  const found = await findWeights(folder, wanted)
  if (found !== null) {
    const sha256 = (await hashOf(path)).digest('hex')
    if (sha256 === found.sha256) return found
    await rm(path)
    throw new Error(
      `${path} is damaged: its SHA-256 was ${found.sha256} when it was fetched, and is ${sha256} now. It is deleted; fetch it again.`,
    )
  }
  await mkdir(dirname(path), { recursive: true })
  const told = await askHub(hub, wanted, signal)
  const known = await readJson(`${path}.json`, record)
  const expected = wanted.sha256 ?? known?.sha256 ?? told.sha256
  if (expected !== null && told.sha256 !== null && expected !== told.sha256)
    throw new Error(
      `${told.address} is not the file that ${wanted.sha256 === null ? 'was fetched here before' : 'is pinned'}: its SHA-256 is ${told.sha256}, expected was ${expected}. Nothing was downloaded.${wanted.sha256 === null ? ` To take it all the same, delete ${path}.json.` : ''}`,
    )
  const size = wanted.size ?? told.size
  if (wanted.size !== null && told.size !== null && wanted.size !== told.size)
    throw new Error(`${told.address} has ${told.size} bytes, expected were ${wanted.size}. Nothing was downloaded.`)
  checkRoom(folder, (size ?? 0) - (await sizeOf(`${path}.part`)), await free(folder))
  await download({ told, path, size, report, signal, stall, pause, file: wanted.file })
  const received = await sizeOf(`${path}.part`)
  const sha256 = (await hashOf(`${path}.part`)).digest('hex')
  if ((size !== null && received !== size) || (expected !== null && sha256 !== expected)) {
    await forget(path)
    throw new Error(
      `${told.address} came damaged or changed: ${received} bytes with the SHA-256 ${sha256}, expected were ${size ?? 'any number of'} bytes with ${expected ?? 'any'}. It is deleted; try again, or another hub (HUB).`,
    )
  }
  await writeFile(`${path}.json`, JSON.stringify({ address: told.address, size: received, sha256 }))
  await rename(`${path}.part`, path)
  await forget(path)
  return { path, size: received, sha256, pinned: wanted.sha256 !== null }
}

type Download = {
  told: HubAnswer
  path: string
  size: number | null
  file: string
  report: (received: Received) => void
  signal: AbortSignal | undefined
  stall: number
  pause: number
}

async function download(options: Download): Promise<void> {
  const { told, path, signal, pause } = options
  let breaks = 0
  for (;;) {
    const before = await sizeOf(`${path}.part`)
    try {
      return await receive(options, before)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof Refused) throw error
      breaks = (await sizeOf(`${path}.part`)) > before ? 1 : breaks + 1
      if (breaks === BREAKS) {
        const reason = reasonOf(error)
        throw new Error(
          `${told.address} could not be fetched to its end: ${reason}. What came is kept; the same command goes on from there.`,
          { cause: error },
        )
      }
      await wait(pause * 2 ** (breaks - 1), undefined, { signal })
    }
  }
}

/** The server says that it does not give this file: asking again changes nothing. */
class Refused extends Error {
  override name = 'Refused'
}

async function receive({ told, path, size, file, report, signal, stall }: Download, before: number): Promise<void> {
  const begun = before === 0 ? null : await readJson(`${path}.part.json`, beginning)
  const quiet = new AbortController()
  const timer = setTimeout(() => quiet.abort(new Error(`nothing came for ${stall / 1000} seconds`)), stall)
  try {
    const response = await follow(told.address, {
      // Without the name of what is half there, nobody knows whether it is still the same.
      headers: begun === null ? {} : { range: `bytes=${before}-`, 'if-range': begun.etag },
      signal: AbortSignal.any([quiet.signal, ...(signal === undefined ? [] : [signal])]),
    })
    // What is there is all there is, or more than that.
    if (response.status === 416 && before === size) return
    if (response.status === 416) await forget(path)
    if (response.status >= 400 && response.status < 500 && ![408, 416, 429].includes(response.status))
      throw new Refused(`${told.address} answered with status ${response.status}. Check the name of the file, and HUB.`)
    if (!response.ok || response.body === null) throw new Error(`status ${response.status}`)
    const start = startOf(response)
    if (start !== before && start !== 0) {
      // Whatever it means by that, the whole can still be asked for.
      await forget(path)
      throw new Error('the server sent another part than the one asked for')
    }
    const etag = response.headers.get('etag')
    // https://www.rfc-editor.org/rfc/rfc9110#field.if-range: a weak one says nothing of bytes.
    if (etag === null || etag.startsWith('W/')) await rm(`${path}.part.json`, { force: true })
    else await writeFile(`${path}.part.json`, JSON.stringify({ etag }))
    const out = await open(`${path}.part`, start === 0 ? 'w' : 'a')
    try {
      let received = start
      for await (const chunk of response.body) {
        timer.refresh()
        await out.writeFile(chunk)
        received += chunk.length
        if (size !== null && received > size) throw new Refused(await tooLong(path, told, size))
        report({ file, received, size })
      }
      await out.datasync()
      if (size !== null && received < size) throw new Error(`it ended after ${received} of ${size} bytes`)
    } finally {
      await out.close()
    }
  } finally {
    clearTimeout(timer)
  }
}

async function tooLong(path: string, { address }: HubAnswer, size: number): Promise<string> {
  await forget(path)
  return `${address} has more than the ${size} bytes that were announced. It is deleted.`
}

function startOf(response: Response): number {
  if (response.status !== 206) return 0
  const [, first = ''] = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '') ?? []
  return first === '' ? -1 : Number(first)
}

function checkRoom(folder: string, needed: number, free: number): void {
  if (free >= needed + SPARE) return
  throw new Error(
    `The disk of ${folder} has ${inGigabytes(free)} free, and ${inGigabytes(needed + SPARE)} are needed: make room, or set MODELS to a folder elsewhere. Nothing was downloaded.`,
  )
}

async function forget(path: string): Promise<void> {
  await rm(`${path}.part`, { force: true })
  await rm(`${path}.part.json`, { force: true })
}

async function hashOf(path: string): Promise<Hash> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

function notThePinned(path: string, is: string, pinned: string): string {
  return `${path} is not the file that is pinned: its SHA-256 is ${is}, pinned is ${pinned}. Delete it, or change the pin.`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
