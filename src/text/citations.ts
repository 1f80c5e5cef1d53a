/** A citation in the text, `[S1]` or `[S2, S3]`, with the blank before it; the first group is the list. */
export const CITATION = /\s*\[(S[1-9]\d*(?:,\s?S[1-9]\d*)*)\]/g

/** The numbers that the inside of a citation names, the smallest first: `S3, S2` gives 2 and 3. */
export function citedNumbers(list: string): number[] {
  return list
    .split(',')
    .map((name) => Number(name.trim().slice(1)))
    .toSorted((one, other) => one - other)
}

/** The text without its citations, for places that repeat it. */
export function withoutCitations(text: string): string {
  return text.replace(CITATION, '').trim()
}
