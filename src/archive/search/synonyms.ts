import * as z from 'zod'
import { stem } from '#text/words.ts'
import { isCommon, wordsOf } from '#archive/search/tokenize.ts'

/** Maps the key of each name (`nameKey`) to its synonyms, split into words. */
export type OtherNames = ReadonlyMap<string, string[][]>

/** Maps names that readers type to the names that articles use instead. */
export type Synonyms = Record<string, readonly string[]>

// Maximum number of words in a name that has synonyms.
const LONGEST_NAME = 4

const otherName = z.string().refine((text) => wordsOf(text).length > 0, 'expected words')

/** Schema for `editorial/synonyms.json`. */
export const synonymList = z
  .record(z.string(), z.array(otherName).min(1, 'expected at least one other name'))
  .superRefine((synonyms, context) => {
    for (const typed of Object.keys(synonyms)) {
      const problem = problemOf(typed)
      if (problem !== null) context.addIssue({ code: 'custom', path: [typed], message: problem })
    }
  })

/**
 * Prepares a list of synonyms for lookup. Names that differ only in case, punctuation or word endings count as the same
 * name.
 */
export function otherNames(synonyms: Synonyms): OtherNames {
  const names = new Map<string, string[][]>()
  for (const [typed, others] of Object.entries(synonyms)) {
    const key = nameKey(wordsOf(typed))
    names.set(key, [...(names.get(key) ?? []), ...others.map(wordsOf)])
  }
  return names
}

/** Returns a name's key: its words in lowercase, without punctuation or word endings. */
export function nameKey(words: readonly string[]): string {
  return words.map(stem).join(' ')
}

/** Returns the word sequences that begin at index `start` and are short enough to be a name, longest first. */
export function runsFrom(words: readonly string[], start: number): string[][] {
  const most = Math.min(LONGEST_NAME, words.length - start)
  return Array.from({ length: most }, (_, shorter) => words.slice(start, start + most - shorter))
}

function problemOf(typed: string): string | null {
  const words = wordsOf(typed)
  const common = words.find(isCommon)
  if (words.length === 0 || words.length > LONGEST_NAME) return `expected a name of one to ${LONGEST_NAME} words`
  return common === undefined ? null : `expected a name without “${common}”, which every search ignores`
}
