/** A run of a text and its place in characters. */
export type Span = { text: string; at: number; end: number }

/** The text with blanks in the place of a span, so that all other places stay the same. */
export function blanked(text: string, { at, end }: Pick<Span, 'at' | 'end'>): string {
  return text.slice(0, at) + ' '.repeat(end - at) + text.slice(end)
}
