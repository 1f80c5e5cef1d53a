/** Returns the beginning of a text, at most `limit` characters, up to the end of a paragraph, a sentence or a word. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, limit)
  const ends = [start.lastIndexOf('\n\n'), lastSentence(start), start.lastIndexOf(' ')]
  // A cut that would leave less than half is too coarse.
  return start.slice(0, ends.find((end) => end >= limit / 2) ?? limit).trim()
}

function lastSentence(text: string): number {
  const ends = [...text.matchAll(/[.!?]["”’)]?(?=\s)/g)]
  const last = ends.at(-1)
  return last === undefined ? -1 : last.index + last[0].length
}
