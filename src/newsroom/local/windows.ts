/** A part of a context in tokens: a sentence that a claim names as its evidence, or one beside it. */
export type Piece<T> = { tokens: T[]; isEvidence: boolean }

// What is known of the sources may take this share of a window.
const HEAD = 1 / 4

/**
 * A context in windows of at most `room` tokens, each with `head` before it. Where it fits, one window holds it as it was
 * written; where it does not, the evidence comes first, so that as much of it as possible is read together, and what stands
 * beside it follows. A piece that is longer than a window goes on in the next.
 */
export function windowsOf<T>({ head, pieces, room }: { head: T[]; pieces: Piece<T>[]; room: number }): T[][] {
  const begin = head.slice(0, Math.floor(room * HEAD))
  const space = room - begin.length
  if (space < 1) throw new RangeError(`A window of ${room} tokens has no room for a context.`)
  const total = pieces.reduce((sum, { tokens }) => sum + tokens.length, 0)
  if (total <= space) return [[...begin, ...pieces.flatMap(({ tokens }) => tokens)]]
  const ordered = [...pieces.filter(({ isEvidence }) => isEvidence), ...pieces.filter(({ isEvidence }) => !isEvidence)]
  const windows: T[][] = [[]]
  for (const tokens of ordered.flatMap((piece) => chunksOf(piece.tokens, space))) {
    const current = windows.at(-1)
    if (current !== undefined && current.length + tokens.length <= space) current.push(...tokens)
    else windows.push([...tokens])
  }
  return windows.filter((window) => window.length > 0).map((window) => [...begin, ...window])
}

function chunksOf<T>(tokens: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(tokens.length / size) }, (_, index) =>
    tokens.slice(index * size, (index + 1) * size),
  )
}
