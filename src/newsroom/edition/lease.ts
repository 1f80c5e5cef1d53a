import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { createJson, putJson, readJson } from '#newsroom/store/json-store.ts'

/** Who claims: a run, in a process, on a machine. */
export type Claimant = { run: string; process: string; pid: number; host: string }

/** A slot in the hands of one newsroom, until it is released or its process ends. */
export type Lease = {
  /** Rejects with LeaseLost when another newsroom has claimed the slot since: this one was taken for dead. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/** The slot was claimed by another newsroom while this one was suspended: whatever is left to do, the other one does. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const claimRecord = z.object({
  run: z.string(),
  process: z.string(),
  pid: z.number(),
  host: z.string(),
  time: z.string(),
})
const heartbeatRecord = z.object({ time: z.string() })

// A claim without a heartbeat for so long is free again; heartbeats come far more often. In milliseconds.
const LEASE = 90_000
const HEARTBEAT = 20_000

const PROCESS = randomUUID()

/** This process as a claimant, with a run of its own. */
export function claimant(host: string): Claimant {
  return { run: randomUUID(), process: PROCESS, pid: process.pid, host }
}

/**
 * Claims a slot before any model is paid for it: `{slot}/claim-{n}.json` is created once, by one of all newsrooms.
 * Null when another newsroom that is alive holds it. A claim whose process is known to be dead, or whose heartbeat
 * (`{slot}/heartbeat-{n}.json`) is 90 seconds old, is followed by the next number. With `sameMachine`, process numbers can
 * be asked about.
 */
export async function claimSlot(options: {
  desk: Bucket
  slot: string
  claimant: Claimant
  sameMachine: boolean
  now: () => Date
  isRunning?: (pid: number) => boolean
}): Promise<Lease | null> {
  const { desk, slot, claimant, now } = options
  for (;;) {
    const number = await newestClaim(desk, slot)
    const holder = number === 0 ? null : await readJson(desk, claimKey(slot, number), claimRecord)
    if (holder?.run === claimant.run) return hold(options, number)
    if (holder !== null && (await isAlive(options, holder, number))) return null
    const record = { ...claimant, time: now().toISOString() }
    if (await createJson(desk, claimKey(slot, number + 1), record)) return hold(options, number + 1)
  }
}

async function newestClaim(desk: Bucket, slot: string): Promise<number> {
  const newest = (await Array.fromAsync(desk.keys(`${slot}/claim-`))).at(-1)
  return newest === undefined ? 0 : Number(newest.slice(-NUMBER.length - '.json'.length, -'.json'.length))
}

const NUMBER = '0000'

function claimKey(slot: string, number: number): string {
  return `${slot}/claim-${String(number).padStart(NUMBER.length, '0')}.json`
}

function heartbeatKey(slot: string, number: number): string {
  return `${slot}/heartbeat-${String(number).padStart(NUMBER.length, '0')}.json`
}

async function isAlive(
  { desk, slot, claimant, sameMachine, now, isRunning = runs }: Parameters<typeof claimSlot>[0],
  holder: z.infer<typeof claimRecord>,
  number: number,
): Promise<boolean> {
  if (sameMachine && holder.host === claimant.host) {
    // Our own number with another life behind it: that process is gone.
    if (holder.pid === claimant.pid && holder.process !== claimant.process) return false
    if (!isRunning(holder.pid)) return false
  }
  const heartbeat = await readJson(desk, heartbeatKey(slot, number), heartbeatRecord)
  return now().getTime() - Date.parse(heartbeat?.time ?? holder.time) < LEASE
}

function hold({ desk, slot, now }: Parameters<typeof claimSlot>[0], number: number): Lease {
  // A heartbeat that failed is made up for by the next one; a fault of the storage shows where the work is stored.
  const beat = (time: Date) => putJson(desk, heartbeatKey(slot, number), { time: time.toISOString() }).catch(() => {})
  const timer = setInterval(() => void beat(now()), HEARTBEAT).unref()
  return {
    assertHeld: async () => {
      if ((await newestClaim(desk, slot)) === number) return
      throw new LeaseLost(`Another newsroom took ${slot} over, because this one gave no sign of life for too long.`)
    },
    release: async () => {
      clearInterval(timer)
      await beat(new Date(0))
    },
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
