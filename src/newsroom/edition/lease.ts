import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { createJson, putJson, readJson } from '#newsroom/store/json-store.ts'

/** A run, in a process, on a machine, that claims a slot. */
export type Claimant = { run: string; process: string; pid: number; host: string }

/** The claim of one newsroom to a slot, until it is released or its process ends. */
export type Lease = {
  /** Rejects with LeaseLost if another newsroom has claimed the slot, because this one seemed dead. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/** Another newsroom claimed the slot while this one was suspended. The other one finishes the work. */
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

// A claim without a heartbeat for this time is free again.
const LEASE_MS = 90_000
const HEARTBEAT_MS = 20_000

// A heartbeat further in the future is from a clock that was wrong.
const CLOCK_TOLERANCE_MS = 3600_000

const PROCESS = randomUUID()

/** A new run of this process as a claimant. */
export function claimant(host: string): Claimant {
  return { run: randomUUID(), process: PROCESS, pid: process.pid, host }
}

/**
 * Claims a slot before any model is paid for it: only one newsroom can create `{slot}/claim-{n}.json`. Null if another
 * newsroom that is alive holds the slot. A claim is replaced by the next number if its process is dead, or if its heartbeat
 * (`{slot}/heartbeat-{n}.json`) is 90 seconds old. With `sameMachine`, a process can be looked up by its id.
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
    // Same process id, other process: the holder died and its id was reused.
    if (holder.pid === claimant.pid && holder.process !== claimant.process) return false
    if (!isRunning(holder.pid)) return false
  }
  const heartbeat = await readJson(desk, heartbeatKey(slot, number), heartbeatRecord)
  const age = now().getTime() - Date.parse(heartbeat?.time ?? holder.time)
  return age < LEASE_MS && age > -CLOCK_TOLERANCE_MS
}

function hold({ desk, slot, now }: Parameters<typeof claimSlot>[0], number: number): Lease {
  // Ignore errors: the next heartbeat retries, and storage errors surface when the work is stored.
  const beat = (time: Date) => putJson(desk, heartbeatKey(slot, number), { time: time.toISOString() }).catch(() => {})
  const timer = setInterval(() => void beat(now()), HEARTBEAT_MS).unref()
  return {
    assertHeld: async () => {
      if ((await newestClaim(desk, slot)) === number) return
      throw new LeaseLost(`Another newsroom took over ${slot}, because this one did not answer for too long.`)
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
