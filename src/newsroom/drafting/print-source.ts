import type { NumberedSource } from '#newsroom/sources/units.ts'

/** A source as a writer reads it: each unit on a line behind its id. */
export function printSource({ units, publisher }: NumberedSource): string {
  return [`Publisher: ${publisher}`, ...units.map(({ id, text }) => `${id} ${text}`)].join('\n')
}
