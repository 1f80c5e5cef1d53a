import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser, findPaths, type Paths } from './browser.ts'
import { startNginx } from './nginx.ts'
import type { Result } from './result.ts'
import { saveSite, type Saved } from './save.ts'
import type { Server } from './server.ts'
import { publishEdition, startStet } from './stet.ts'

/** What the sections of one run share. */
export type Bench = {
  /** A temporary folder. */
  folder: string
  against: string | null
  full: boolean
  /** How often to measure: what was asked for, or the section's own number. */
  runs(own: number): number
  /** A new copy of the bucket of the first edition, which is published once. */
  edition(): Promise<string>
  /** Responses of a server over the first edition, saved once for nginx; below `saved` of the folder. */
  saved(): Promise<Saved[]>
  /** Says what goes on, or was left out. */
  note(sentence: string): void
}

/** A section: measures, and says what it found. */
export type Section = (bench: Bench) => Promise<Result>

/** Prepares what sections share, when the first of them asks for it. */
export function createBench(options: {
  folder: string
  against: string | null
  full: boolean
  runs: number | null
  note: (sentence: string) => void
}): Bench {
  const { folder, against, full, runs, note } = options
  let published: Promise<string> | null = null
  let saving: Promise<Saved[]> | null = null
  let copies = 0

  async function edition(): Promise<string> {
    if (published === null) note('Publishing the first edition into a folder of its own …')
    const original = await (published ??= publishEdition(folder))
    const copy = join(folder, `bucket-${(copies += 1)}`)
    await cp(original, copy, { recursive: true })
    return copy
  }

  async function save(): Promise<Saved[]> {
    const stet = await startStet({ bucket: await edition() })
    try {
      await mkdir(join(folder, 'saved'), { recursive: true })
      return await saveSite({ url: stet.url, folder: join(folder, 'saved'), client: 'dist/client' })
    } finally {
      await stet.stop()
    }
  }

  return {
    ...{ folder, against, full, note, edition },
    runs: (own) => runs ?? own,
    saved: () => (saving ??= save()),
  }
}

/** A server and the paths of its pages. */
export type Measured = Server & { paths: Paths }

/**
 * Starts stet, nginx with the same bytes, and takes the peer as it is; they are measured in turn. The ones that were
 * started are ended when `measure` is done. nginx is left out with `alone`.
 */
export async function withServers<Outcome>(
  bench: Bench,
  { core = null, alone = false }: { core?: number | null; alone?: boolean },
  measure: (servers: Measured[]) => Promise<Outcome>,
): Promise<Outcome> {
  const started: Server[] = []
  try {
    const stet = await startStet({ bucket: await bench.edition(), core })
    started.push(stet)
    if (!alone) started.push(await startNginx({ folder: bench.folder, saved: await bench.saved(), core }))
    const browser = await openBrowser()
    try {
      const paths = await findPaths(browser, stet.url)
      const peers = bench.against === null ? [] : [await openPeer(bench.against, (url) => findPaths(browser, url))]
      await browser.close()
      return await measure([...started.map((server) => ({ ...server, paths })), ...peers])
    } finally {
      await browser.close()
    }
  } finally {
    for (const server of started) await server.stop()
  }
}

async function openPeer(url: string, find: (url: string) => Promise<Paths>): Promise<Measured> {
  try {
    return { name: 'peer', url, process: null, paths: await find(url), stop: async () => {} }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The peer at ${url} cannot be measured: ${reason}`, { cause })
  }
}
