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
