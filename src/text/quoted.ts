/** Words between quotation marks. `at` and `end` are the positions of the words in the text, without the marks. */
export type Quoted = { text: string; at: number; end: number }

// A mark of inches, an apostrophe or a plural possessive neither opens nor closes. German quotations often close with
// another mark.
const MARKS = [
  /“([^“”]+)”/gu,
  /(?<![\p{L}\p{N}.,!?%)])"(?=\S)([^"\n]+)(?<=\S)"(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}.,!?])«\s?([^«»]+?)\s?»/gu,
  /(?<!\S)»(?=\S)([^«»]+)(?<=\S)«/gu,
  /‹\s?([^‹›]+?)\s?›/gu,
  /„([^„“”"]+)[“”"]/gu,
  /(?<![\p{L}\p{N}])‘((?:[^‘’\n]|’(?=\p{L}))+)’(?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu,
  /「([^「」]+)」/gu,
]

/** Finds all quotations, the outer ones if they are nested, in the order of the text. */
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

/** Replaces the words between quotation marks with line breaks, so that other words keep their positions. */
export function withoutQuoted(text: string): string {
  let rest = text
  for (const { at, end } of quotedIn(text)) rest = `${rest.slice(0, at)}${'\n'.repeat(end - at)}${rest.slice(end)}`
  return rest
}
