/** Words between quotation marks. `at` and `end` are the positions of the words in the text, without the marks. */
export type Quoted = { text: string; at: number; end: number }

// A single quotation mark is also an apostrophe, so it neither opens after a letter nor closes before one.
const MARKS = [
  /“([^“”]+)”/gu,
  /"([^"\n]+)"/gu,
  /«\s?([^«»]+?)\s?»/gu,
  /»([^«»]+)«/gu,
  /‹\s?([^‹›]+?)\s?›/gu,
  /„([^„“”]+)[“”]/gu,
  /‘((?:[^‘’\n]|’(?=\p{L}))+)’(?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu,
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

type Span = { start: number; end: number }

/**
 * Returns closed quotations and brackets with their marks, the outermost ones, in reading order. Ignores spans that are
 * longer than `longest`, in UTF-16 units.
 */
export function enclosuresOf(line: string, longest: { quotation: number; bracket: number }): Span[] {
  const spans = [
    ...QUOTATION_MARKS.flatMap((marks) => spansOf(line, marks, longest.quotation)),
    ...BRACKETS.flatMap((marks) => spansOf(line, marks, longest.bracket)),
  ]
  const outermost: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (span.end > (outermost.at(-1)?.end ?? -1)) outermost.push(span)
  return outermost
}

// A mark of inches or of a plural possessive neither opens nor closes.
const QUOTATION_MARKS = [
  { opens: /“(?=\S)/g, closes: /”/g },
  // German quotations often close with another mark.
  { opens: /„(?=\S)/g, closes: /[“”"]/g },
  { opens: /(?<![\p{L}\p{N}.,!?])«/gu, closes: /»/g },
  { opens: /(?<!\S)»(?=\S)/g, closes: /(?<=\S)«/g },
  { opens: /(?<![\p{L}\p{N}.,!?%)])"(?=\S)/gu, closes: /(?<=\S)"(?![\p{L}\p{N}])/gu },
  { opens: /(?<![\p{L}\p{N}])‘(?=\S)/gu, closes: /(?<=[\p{L}\p{N}.,!?])’(?!\p{L})/gu },
  { opens: /「/g, closes: /」/g },
] as const

const BRACKETS = [
  { opens: /\(/g, closes: /\)/g },
  { opens: /\[/g, closes: /\]/g },
] as const

function spansOf(line: string, { opens, closes }: { opens: RegExp; closes: RegExp }, longest: number): Span[] {
  const ends = Array.from(line.matchAll(closes), ({ index }) => index)
  const starts = Array.from(line.matchAll(opens), ({ index }) => index)
  const spans: Span[] = []
  let at = 0
  for (const [index, start] of starts.entries()) {
    while ((ends[at] ?? Infinity) <= start) at += 1
    const end = ends[at]
    if (end === undefined) break
    // Every paragraph of a long speech opens its marks again, and only the last one closes them.
    if ((starts[index + 1] ?? Infinity) >= end && end < start + longest) spans.push({ start, end: end + 1 })
  }
  return spans
}
