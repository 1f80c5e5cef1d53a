import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { startCheckout, type Checkout, type Server } from './checkout.ts'
import { ask } from './load.ts'
import type { Result } from './table.ts'

/** What the sections of one run share. */
export type Bench = {
  /** A temporary folder. */
  folder: string
  /** What is measured in turn: this checkout first, then the one that it is held against. */
  checkouts: Checkout[]
  full: boolean
  /** How often to measure: what was asked for, or the section's own number. */
  runs(own: number): number
  /** A new copy of the bucket of the first edition, which each checkout publishes once; of this checkout, if none is named. */
  edition(checkout?: Checkout): Promise<string>
}

/** A section: measures, and says what it found. */
export type Section = (bench: Bench) => Promise<Result>

/** Prepares what sections share, when the first of them asks for it. */
export function createBench(options: {
  folder: string
  checkouts: [Checkout, ...Checkout[]]
  full: boolean
  runs: number | null
}): Bench {
  const { folder, checkouts, full, runs } = options
  const published = new Map<Checkout, string>()
  let copies = 0

  async function edition(checkout = checkouts[0]): Promise<string> {
    const bucket = published.get(checkout) ?? join(folder, `edition-${checkout.name}`)
    if (!published.has(checkout)) {
      console.log(`Publishing the first edition of ${checkout.folder} …`)
      await (await startCheckout(checkout, { bucket, starter: true })).stop()
      published.set(checkout, bucket)
    }
    const copy = join(folder, `bucket-${(copies += 1)}`)
    await cp(bucket, copy, { recursive: true })
    return copy
  }

  return { folder, checkouts, full, edition, runs: (own) => runs ?? own }
}

/** A server and the paths of its pages that are measured. */
export type Measured = Server & { paths: { home: string; article: string; category: string } }

/** Starts a server of each checkout over its first edition; they are ended when `measure` is done. */
export async function withServers<Outcome>(
  bench: Bench,
  core: number | null,
  measure: (servers: Measured[]) => Promise<Outcome>,
): Promise<Outcome> {
  const servers: Measured[] = []
  try {
    for (const checkout of bench.checkouts) {
      const server = await startCheckout(checkout, { bucket: await bench.edition(checkout), core })
      const home = await ask(server.url, { coding: 'identity' })
      const link = (pattern: RegExp) => pattern.exec(home.body.toString())?.[1] ?? ''
      const paths = { home: '/', article: link(/href="(\/post\/[^"]+)/), category: link(/href="(\/category\/[^"]+)/) }
      servers.push({ ...server, paths })
    }
    return await measure(servers)
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** In turn: whoever is first has the machine as the one before left it, so each is first as often. */
export function inTurn<Item>(items: Item[], run: number): Item[] {
  return run % 2 === 0 ? items : items.toReversed()
}
