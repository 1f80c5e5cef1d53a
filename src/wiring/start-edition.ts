import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// Editions run in a separate process, so that they do not slow down requests, release all their memory at the end, and
// cannot crash the server. These settings halve that process's memory, because they limit Node's heap and make the C
// library release the image encoders' memory immediately.
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
 * Starts a process that produces an edition, with the arguments of `npm run daily`. It stops when this process ends.
 * `status` resolves to its exit status, or to 130 if it was stopped. With `inherit`, it writes to the output of this
 * process. Otherwise, its progress goes to `progress`, and `onError` is called with each line of its error output.
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
