import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nextAddress, type HubFile } from '#newsroom/local/hub.ts'
import { fetchWeights, findWeights, weightsPath, type Received } from '#newsroom/local/weights.ts'
import { startHubForTest, type HubServer } from '../../../tests/fixtures/hub-server.ts'

const BODY = randomBytes(200_000)
const SHA256 = createHash('sha256').update(BODY).digest('hex')
const WANTED: HubFile = { repository: 'owner/models', revision: 'main', file: 'model.gguf', size: null, sha256: null }
const NAME = 'owner/models/model.gguf'

async function scene() {
  const folder = await mkdtemp(join(tmpdir(), 'stet-weights-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const hub = await startHubForTest({ [NAME]: BODY })
  const reports: Received[] = []
  const fetched = (wanted: Partial<HubFile> = {}, more: Partial<Parameters<typeof fetchWeights>[0]> = {}) =>
    fetchWeights({
      hub: hub.address,
      wanted: { ...WANTED, ...wanted },
      folder,
      report: (received) => reports.push(received),
      pause: 1,
      ...more,
    })
  return { folder, hub, reports, fetched, path: weightsPath(folder, WANTED) }
}

// What was asked for the file itself, after the hub had led there.
function downloads({ asked }: HubServer): string[] {
  return asked
    .filter((line) => line.startsWith('GET /stored/'))
    .map((line) => line.replace(`GET /stored/${NAME}`, '').trim())
}

test('a file comes through redirects, with what the hub says of it on record, and is not fetched again', async () => {
  const { folder, hub, reports, fetched, path } = await scene()
  const weights = await fetched()
  expect(weights).toEqual({ path, size: BODY.length, sha256: SHA256, pinned: false })
  expect(await readFile(path)).toEqual(BODY)
  expect(reports.at(-1)).toEqual({ file: 'model.gguf', received: BODY.length, size: BODY.length })
  expect((await readdir(dirname(path))).toSorted()).toEqual(['model.gguf', 'model.gguf.json'])
  hub.asked.length = 0
  expect(await fetched()).toEqual(weights)
  expect(await findWeights(folder, WANTED)).toEqual(weights)
  expect(hub.asked).toEqual([])
})

test('a connection that is cut costs only what was not received', async () => {
  const { hub, fetched, path } = await scene()
  hub.mood.cuts = [50_000, 50_000]
  hub.mood.pace = 2
  await fetched()
  const [first, ...rest] = downloads(hub)
  expect(first).toBe('')
  expect(rest).toHaveLength(2)
  const starts = rest.map((range) => Number(/^bytes=(\d+)-$/.exec(range)?.[1]))
  expect(starts[0]).toBeGreaterThan(10_000)
  expect(starts[1]).toBeGreaterThan((starts[0] ?? 0) + 10_000)
  expect(await readFile(path)).toEqual(BODY)
})

test('a download that was given up goes on where it was, in a later process as well', async () => {
  const { hub, fetched, path } = await scene()
  const stopped = new AbortController()
  hub.mood.pace = 20
  const report = () => stopped.abort(new Error('stopped'))
  await expect(fetched({}, { signal: stopped.signal, report })).rejects.toThrow('stopped')
  const { size } = await stat(`${path}.part`)
  expect(size).toBeGreaterThan(0)
  hub.mood.pace = 0
  hub.asked.length = 0
  await fetched()
  expect(downloads(hub)).toEqual([`bytes=${size}-`])
  expect(await readFile(path)).toEqual(BODY)
})

test('a file that changed on the hub meanwhile is not glued to the beginning of the old one', async () => {
  const { hub, fetched, path } = await scene()
  hub.mood.tells = false
  hub.mood.pace = 20
  const stopped = new AbortController()
  const report = () => stopped.abort(new Error('stopped'))
  await expect(fetched({}, { signal: stopped.signal, report })).rejects.toThrow('stopped')
  const other = randomBytes(150_000)
  hub.files.set(NAME, other)
  hub.mood.pace = 0
  await fetched()
  expect(await readFile(path)).toEqual(other)
})

test('a hub that sends no parts is asked for the whole again', async () => {
  const { hub, fetched, path } = await scene()
  hub.mood.ranges = false
  hub.mood.cuts = [50_000]
  hub.mood.pace = 2
  await fetched()
  expect(await readFile(path)).toEqual(BODY)
})

test('a server that sends another part than the one asked for is asked for the whole', async () => {
  const { hub, fetched, path } = await scene()
  hub.mood.skips = 7
  hub.mood.cuts = [50_000]
  hub.mood.pace = 2
  await fetched()
  expect(downloads(hub).map((range) => range === '')).toEqual([true, false, true])
  expect(await readFile(path)).toEqual(BODY)
})

test('what was complete but not yet named is only compared', async () => {
  const { hub, fetched, path } = await scene()
  hub.mood.status = 503
  await expect(fetched()).rejects.toThrow('could not be fetched to its end: status 503')
  hub.mood.status = 200
  const etag = `"${SHA256.slice(0, 32)}"`
  await writeFile(`${path}.part`, BODY)
  await writeFile(`${path}.part.json`, JSON.stringify({ etag }))
  hub.asked.length = 0
  await fetched()
  expect(downloads(hub)).toEqual([`bytes=${BODY.length}-`])
  expect(await readFile(path)).toEqual(BODY)
})

test('damaged bytes are deleted, and the sentence says so', async () => {
  const { hub, fetched, path } = await scene()
  hub.mood.corrupt = true
  await expect(fetched()).rejects.toThrow(/came damaged or changed: 200000 bytes with the SHA-256 .* It is deleted/)
  expect(await readdir(dirname(path))).toEqual([])
})

test('a server that stands still is left, and asked again', async () => {
  const { hub, fetched, path } = await scene()
  hub.mood.pace = 3_000
  // Its first answer goes on standing still; the next is as quick as any.
  await fetched({}, { stall: 300, report: () => (hub.mood.pace = 0) })
  expect(downloads(hub).length).toBeGreaterThan(1)
  expect(await readFile(path)).toEqual(BODY)
})

test('another file than the pinned one is refused before a byte of it is fetched', async () => {
  const { hub, fetched } = await scene()
  const pinned = 'a'.repeat(64)
  await expect(fetched({ sha256: pinned })).rejects.toThrow(
    `is not the file that is pinned: its SHA-256 is ${SHA256}, expected was ${pinned}`,
  )
  await expect(fetched({ size: 7 })).rejects.toThrow('has 200000 bytes, expected were 7. Nothing was downloaded.')
  expect(downloads(hub)).toEqual([])
})

test('a hub that says nothing of a file cannot pass off another for the pinned one', async () => {
  const { hub, fetched } = await scene()
  hub.mood.tells = false
  await expect(fetched({ sha256: 'a'.repeat(64) })).rejects.toThrow('It is deleted')
})

test('what was fetched once is not replaced by something else later, until its record is deleted', async () => {
  const { hub, fetched, path } = await scene()
  await fetched()
  await rm(path)
  const other = randomBytes(1_000)
  hub.files.set(NAME, other)
  await expect(fetched()).rejects.toThrow(/is not the file that was fetched here before: .* delete .*model\.gguf\.json/)
  await rm(`${path}.json`)
  expect((await fetched()).size).toBe(1_000)
})

test('a file that rotted on this disk is found and deleted; one that was pinned later is refused', async () => {
  const { folder, fetched, path } = await scene()
  await fetched()
  await expect(findWeights(folder, { ...WANTED, sha256: 'b'.repeat(64) })).rejects.toThrow(
    'Delete it, or change the pin.',
  )
  const rotten = Buffer.from(BODY)
  rotten[7] = (rotten[7] ?? 0) ^ 1
  await writeFile(path, rotten)
  await expect(fetched()).rejects.toThrow(/is damaged: .* It is deleted/)
  expect(await findWeights(folder, WANTED)).toBeNull()
})

test('no address leads from an encrypted connection to one that is not', () => {
  const hub = new URL('https://hub.example/a')
  expect(nextAddress(hub, '/b').href).toBe('https://hub.example/b')
  expect(nextAddress(hub, 'https://files.example/c').href).toBe('https://files.example/c')
  expect(() => nextAddress(hub, 'http://files.example/c')).toThrow('leads to files.example without encryption')
})

test('a name that the hub does not know and a hub that is not there are told apart', async () => {
  const { folder, hub, fetched } = await scene()
  await expect(fetched({ file: 'other.gguf' })).rejects.toThrow('is not there: check the name of the model')
  await hub.close()
  const report = () => {}
  await expect(fetchWeights({ hub: hub.address, wanted: WANTED, folder, report })).rejects.toThrow('cannot be reached')
})

test('a disk without room is named before anything is fetched', async () => {
  const { hub, fetched } = await scene()
  await expect(fetched({}, { free: async () => 200_100_000 })).rejects.toThrow('0.2 GiB are needed: make room')
  expect(downloads(hub)).toEqual([])
  await fetched({}, { free: async () => 200_200_000 })
})
