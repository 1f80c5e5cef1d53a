import { createLogUpdate } from 'log-update'
import { inGigabytes } from '#newsroom/local/machine.ts'
import type { Received } from '#newsroom/local/weights.ts'

/** How often a download is told of, in milliseconds: on a terminal, and in a file. */
const OFTEN = 250
const SELDOM = 30_000

/** Shows a download: one line that changes on a terminal, a line every half minute elsewhere; steps are lines of their own. */
export function createDownloadProgress(stream: NodeJS.WriteStream, now: () => number = Date.now) {
  const line = stream.isTTY ? createLogUpdate(stream) : null
  let next = 0
  return {
    step(sentence: string): void {
      line?.clear()
      next = 0
      stream.write(`${sentence}\n`)
    },
    received({ file, received, size }: Received): void {
      if (now() < next && received !== size) return
      next = now() + (line === null ? SELDOM : OFTEN)
      const share = size === null ? '' : ` of ${inGigabytes(size)}, ${Math.floor((100 * received) / size)}%`
      const words = `${file}: ${inGigabytes(received)}${share}`
      if (line === null) stream.write(`${words}\n`)
      else line(words)
    },
    end(): void {
      line?.done()
    },
  }
}
