import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// An edition is made once a day beside a server that has readers: in a process of its own, it takes no time from them,
// gives all of its memory back, and cannot take the server with it. Its heap stays small by these flags, and what the
// encoders of its pictures free goes back at once by those of the C library: together they save half of its memory.
const FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=160']
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** The options of an edition, as `npm run daily` takes them. */
export const EDITION_OPTIONS = {
  'dry-run': { type: 'boolean' },
  date: { type: 'string' },
  category: { type: 'string', multiple: true },
  limit: { type: 'string' },
} as const

const HERE = ['inherit', 'inherit'] as const
const PIPED = ['pipe', 'pipe'] as const

/**
 * Starts the process that makes an edition, with the arguments of `npm run daily`; it ends when this process does.
 * `status` is its exit status, 130 when it was stopped. What it says goes where this process says it, or to `progress` and,
 * line by line, to `onError`.
 */
export function startEdition(options: {
  args: string[]
  output: 'inherit' | { progress: NodeJS.WritableStream; onError: (line: string) => void }
}): { status: Promise<number>; stop(): void } {
  const { args, output } = options
  const program = fileURLToPath(new URL('./edition-process.ts', import.meta.url))
  const child = spawn(process.execPath, [...FLAGS, program, ...args], {
    env: { ...ALLOCATOR, ...process.env },
    stdio: ['ignore', ...(output === 'inherit' ? HERE : PIPED), 'ipc'],
  })
  if (output !== 'inherit' && child.stdout !== null && child.stderr !== null) {
    child.stdout.pipe(output.progress, { end: false })
    createInterface(child.stderr).on('line', output.onError)
  }
  return {
    status: once(child, 'exit').then(() => child.exitCode ?? 130),
    stop: () => void child.kill('SIGTERM'),
  }
}
