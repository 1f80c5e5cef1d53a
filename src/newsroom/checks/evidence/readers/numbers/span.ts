/** A run of a text and its place in characters. */
export type Span = { text: string; at: number; end: number }

/** What a pattern finds in a text, as spans with what is read of each; what is read as null is none. */
export function spansOf<Read>(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Read | null,
): (Span & { read: Read })[] {
  return Array.from(text.matchAll(pattern)).flatMap((match) => {
    const found = read(match)
    const [words] = match
    return found === null ? [] : [{ text: words, at: match.index, end: match.index + words.length, read: found }]
  })
}

/** The text with blanks in the place of spans that are in their order, so that all other places stay the same. */
export function blanked(text: string, spans: Pick<Span, 'at' | 'end'>[]): string {
  const parts: string[] = []
  let place = 0
  for (const { at, end } of spans) {
    parts.push(text.slice(place, at), ' '.repeat(end - at))
    place = end
  }
  return parts.join('') + text.slice(place)
}
