// In characters: what a model reads well in one go, with room for its answer.
const LONGEST_TEXT = 12_000
const LONGEST_IN_ALL = 36_000

/**
 * Shortens texts to 12,000 characters each and 36,000 in all; short ones leave their share to the long. Each keeps its
 * beginning, up to the end of a paragraph, or of a sentence where that would leave too little.
 */
export function shortenTexts(texts: string[]): string[] {
  const shares = new Map<number, number>()
  let left = LONGEST_IN_ALL
  const shortestFirst = texts.map((text, index) => ({ text, index })).toSorted((a, b) => a.text.length - b.text.length)
  for (const [place, { text, index }] of shortestFirst.entries()) {
    const share = Math.min(text.length, LONGEST_TEXT, Math.floor(left / (texts.length - place)))
    shares.set(index, share)
    left -= share
  }
  return texts.map((text, index) => shorten(text, shares.get(index) ?? 0))
}

/** The beginning of a text, at most `limit` characters, up to the end of a paragraph, a sentence or a word. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, limit)
  const ends = [start.lastIndexOf('\n\n'), lastSentence(start), start.lastIndexOf(' ')]
  // What would leave less than half is too coarse.
  return start.slice(0, ends.find((end) => end >= limit / 2) ?? limit).trim()
}

function lastSentence(text: string): number {
  const ends = [...text.matchAll(/[.!?]["”’)]?(?=\s)/g)]
  const last = ends.at(-1)
  return last === undefined ? -1 : last.index + last[0].length
}
