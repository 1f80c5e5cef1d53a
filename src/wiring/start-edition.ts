import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// A server makes the edition in a separate process, so that it does not slow down requests, returns all of its memory and
// cannot crash the server. These settings halve its memory: they limit Node's heap, and make the C library return the
// memory of the image encoders immediately.
const FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=160']
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** The options of `npm run daily`. */
export const EDITION_OPTIONS = {
  'dry-run': { type: 'boolean' },
  date: { type: 'string' },
  category: { type: 'string', multiple: true },
  limit: { type: 'string' },
} as const

/**
 * Starts the process that makes an edition, with the arguments of `npm run daily`. It ends with this process. `status` is
 * its exit status, or 130 if it was stopped. Its output goes to the output of this process, or to `progress` and, line by
 * line, to `onError`.
 */
export function startEdition(options: {
  args: string[]
  output: 'inherit' | { progress: NodeJS.WritableStream; onError: (line: string) => void }
}): { status: Promise<number>; stop(): void } {
  const { args, output } = options
  const program = fileURLToPath(new URL('./edition-process.ts', import.meta.url))
  const channel = output === 'inherit' ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, [...FLAGS, program, ...args], {
    env: { ...ALLOCATOR, ...process.env },
    stdio: ['ignore', channel, channel, 'ipc'],
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
