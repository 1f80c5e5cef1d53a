import { printable } from '#text/printable.ts'

/** Prints a line about the progress of an edition, such as `technology-1: writing`. */
export type Progress = (line: string) => void

/** Creates a Progress that prefixes each line with the elapsed time. */
export function createProgress({ stream, now }: { stream: NodeJS.WritableStream; now: () => Date }): Progress {
  const began = now().getTime()
  return (line) => {
    const elapsed = new Date(now().getTime() - began).toISOString().slice('1970-01-01T'.length, -'.000Z'.length)
    // Titles are untrusted, so `printable` escapes characters that would control the terminal.
    stream.write(`[${elapsed}] ${printable(line)}\n`)
  }
}
