import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { createJson, putJson, readJson } from '#newsroom/store/json-store.ts'

/** A run that claims slots, and its process and machine. */
export type Claimant = { run: string; process: string; pid: number; host: string }

/** A newsroom's claim to a slot. It ends when it is released or when its process exits. */
export type Lease = {
  /** Rejects with LeaseLost if another newsroom has taken over the slot. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/**
 * Thrown if another newsroom took over the slot because this one stopped sending heartbeats, for example while its
 * machine slept.
 */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const claim = z.object({ run: z.string(), process: z.string(), pid: z.number(), host: z.string(), time: z.string() })
const heartbeatRecord = z.object({ time: z.string() })

// A slot becomes free if its last heartbeat is older than this.
const LEASE_MS = 90_000
const HEARTBEAT_MS = 20_000

// A heartbeat that is further in the future than this comes from a wrong clock, so it is ignored.
const CLOCK_TOLERANCE_MS = 3600_000

const PROCESS = randomUUID()

/**
 * Creates a claimant for a new run in this process. Unless all newsrooms run on the same machine, its host name is
 * random, because two machines can have the same name.
 */
export function claimant(sameMachine: boolean): Claimant {
  return { run: randomUUID(), process: PROCESS, pid: process.pid, host: sameMachine ? hostname() : randomUUID() }
}

/**
 * Claims a slot so that two newsrooms do not both pay for the same post. Only one newsroom can create
 * `{slot}/claim-{n}.json`. Resolves to null if another running newsroom holds the claim. If the last heartbeat
 * (`{slot}/heartbeat-{n}.json`) is at least 90 seconds old, a newsroom takes over by claiming the next number. On the
 * same machine, it also takes over as soon as the claim's process no longer runs.
 */
export async function claimSlot(options: {
  desk: Bucket
  slot: string
  claimant: Claimant
  now: () => Date
}): Promise<Lease | null> {
  const { desk, slot, claimant, now } = options
  for (;;) {
    const number = await newestClaim(desk, slot)
    const holder = number === 0 ? null : await readJson(desk, keyOf(slot, 'claim', number), claim)
    if (holder?.run === claimant.run) return startLease(options, number)
    if (holder !== null && (await isAlive(options, holder, number))) return null
    const record = { ...claimant, time: now().toISOString() }
    if (await createJson(desk, keyOf(slot, 'claim', number + 1), record)) return startLease(options, number + 1)
  }
}

async function newestClaim(desk: Bucket, slot: string): Promise<number> {
  const newest = (await Array.fromAsync(desk.keys(`${slot}/claim-`))).at(-1)
  return Number(/-(\d+)\.json$/.exec(newest ?? '')?.[1] ?? 0)
}

function keyOf(slot: string, kind: 'claim' | 'heartbeat', number: number): string {
  return `${slot}/${kind}-${String(number).padStart(4, '0')}.json`
}

async function isAlive(
  { desk, slot, claimant, now }: Parameters<typeof claimSlot>[0],
  holder: z.infer<typeof claim>,
  number: number,
): Promise<boolean> {
  if (holder.host === claimant.host) {
    // This process can have the same process id as an earlier one.
    const isPresent = holder.pid === claimant.pid ? holder.process === claimant.process : isRunning(holder.pid)
    if (!isPresent) return false
  }
  const heartbeat = await readJson(desk, keyOf(slot, 'heartbeat', number), heartbeatRecord)
  const age = now().getTime() - Date.parse(heartbeat?.time ?? holder.time)
  return age < LEASE_MS && age > -CLOCK_TOLERANCE_MS
}

function startLease({ desk, slot, now }: Parameters<typeof claimSlot>[0], number: number): Lease {
  // Ignore errors, because the next heartbeat retries. If the storage stays down, storing the post reports the error.
  const beat = (time: Date) =>
    putJson(desk, keyOf(slot, 'heartbeat', number), { time: time.toISOString() }).catch(() => {})
  const timer = setInterval(() => void beat(now()), HEARTBEAT_MS).unref()
  return {
    assertHeld: async () => {
      if ((await newestClaim(desk, slot)) === number) return
      throw new LeaseLost(
        `Another newsroom took over ${slot} because this one sent no heartbeat for ${LEASE_MS / 1000} seconds.`,
      )
    },
    release: async () => {
      clearInterval(timer)
      await beat(new Date(0))
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
