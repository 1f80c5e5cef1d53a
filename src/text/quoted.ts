/** The text between a pair of quotation marks. `at` and `end` are its positions. */
export type Quoted = { text: string; at: number; end: number }

// Inch marks, apostrophes and plural possessives neither open nor close a quotation.
const MARKS = [
  /“([^“”]+)”/gu,
  /(?<![\p{L}\p{N}.,!?%)])"(?=\S)([^"\n]+)(?<=\S)"(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])‘((?:[^‘’\n]|’(?=\p{L}))+)’(?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu,
]

/** Returns all quotations in text order. If quotations are nested, returns only the outer one. */
export function quotedIn(text: string): Quoted[] {
  const found: Quoted[] = []
  for (const mark of MARKS) {
    for (const match of text.matchAll(mark)) {
      const [whole, inner = ''] = match
      const at = match.index + whole.indexOf(inner, 1)
      const end = at + inner.length
      if (!found.some((other) => at < other.end && other.at < end)) found.push({ text: inner, at, end })
    }
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** Replaces quotations with line breaks, so that the other words keep their positions. */
export function withoutQuoted(text: string): string {
  let rest = text
  for (const { at, end } of quotedIn(text)) rest = `${rest.slice(0, at)}${'\n'.repeat(end - at)}${rest.slice(end)}`
  return rest
}
