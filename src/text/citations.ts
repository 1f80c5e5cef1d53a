/** Matches a citation (`[S1]` or `[S2, S3]`) and the space before it. The first group is the list. */
export const CITATION = /\s*\[(S[1-9]\d*(?:,\s?S[1-9]\d*)*)\]/g

/** Returns the source numbers in a citation's list in ascending order: 2 and 3 for `S3, S2`. */
export function citedNumbers(list: string): number[] {
  return list
    .split(',')
    .map((name) => Number(name.trim().slice(1)))
    .toSorted((one, other) => one - other)
}

/** Removes all citations from text. */
export function withoutCitations(text: string): string {
  return text.replace(CITATION, '').trim()
}
