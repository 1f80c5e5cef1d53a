import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { createRecord, listKeys, putRecord, readRecord } from '#newsroom/records.ts'

/** Who claims: a run, in a process, on a machine. */
export type Claimant = { run: string; process: string; pid: number; host: string }

/** A claim that holds until it is released or its process ends. */
export type Claim = { release(): Promise<void> }

const claimRecord = z.object({
  run: z.string(),
  process: z.string(),
  pid: z.number(),
  host: z.string(),
  time: z.string(),
})
const pulse = z.object({ run: z.string(), time: z.string() })

// A claim whose newsroom gave no sign of life for so long is free again; the signs come far more often.
const LEASE = 90_000
const PULSE = 20_000

const PROCESS = randomUUID()

/** This process as a claimant, with a run of its own. */
export function claimant(host: string): Claimant {
  return { run: randomUUID(), process: PROCESS, pid: process.pid, host }
}

/**
 * Claims a slot before any model is paid for it: `{slot}/claim-{n}.json` is created once, by one of all newsrooms.
 * Null when another newsroom that is alive holds it. A claim whose process is known to be dead, or that was silent for
 * 90 seconds, is followed by the next number. With `sameMachine`, process numbers can be asked about.
 */
export async function claimSlot(options: {
  desk: Bucket
  slot: string
  claimant: Claimant
  sameMachine: boolean
  now: () => Date
  isRunning?: (pid: number) => boolean
}): Promise<Claim | null> {
  const { desk, slot, claimant, sameMachine, now, isRunning = runs } = options
  for (;;) {
    const keys = await listKeys(desk, `${slot}/claim-`)
    const newest = keys.at(-1)
    const holder = newest === undefined ? null : await readRecord(desk, newest, claimRecord)
    if (holder !== null && holder.run !== claimant.run && (await isAlive(holder))) return null
    if (holder?.run === claimant.run) return hold()
    const key = `${slot}/claim-${String(keys.length + 1).padStart(4, '0')}.json`
    if (await createRecord(desk, key, { ...claimant, time: now().toISOString() })) return hold()
  }

  async function isAlive(holder: z.infer<typeof claimRecord>): Promise<boolean> {
    if (sameMachine && holder.host === claimant.host) {
      // Our own number with another life behind it: that process is gone.
      if (holder.pid === claimant.pid && holder.process !== claimant.process) return false
      if (!isRunning(holder.pid)) return false
    }
    const sign = await readRecord(desk, `${slot}/pulse.json`, pulse)
    const seen = sign?.run === holder.run ? sign.time : holder.time
    return now().getTime() - Date.parse(seen) < LEASE
  }

  function hold(): Claim {
    // A sign that could not be given is given the next time; a fault of the storage shows where the work is stored.
    const sign = (time: Date) =>
      putRecord(desk, `${slot}/pulse.json`, { run: claimant.run, time: time.toISOString() }).catch(() => {})
    const timer = setInterval(() => void sign(now()), PULSE).unref()
    return {
      release: async () => {
        clearInterval(timer)
        await sign(new Date(0))
      },
    }
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
