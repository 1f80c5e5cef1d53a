import { blocking, count, type Finding } from '#newsroom/checks/finding.ts'
import { plain } from '#newsroom/checks/readers/prose.ts'
import { withoutQuoted } from '#newsroom/checks/readers/quoted.ts'
import { sourceText } from '#newsroom/checks/readers/source-text.ts'
import { wordsOf, type Word } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { passages, type Passage } from '#newsroom/drafting/draft.ts'

/** No run of 12 words is copied from a source outside quotations and code, and under 10% of all runs of 8 words. */
export const copying: Check = {
  name: 'Nothing is copied from a source outside quotation marks',
  run({ draft, references }) {
    const runs = passages(draft).filter(isProse).flatMap(unquotedRuns)
    const findings: Finding[] = []
    let largest = 0
    for (const reference of references) {
      const words = wordsOf(sourceText(reference), WORD)
      const short = shingles(words, SHINGLE)
      // Where no shorter run is shared there is no longer one to look for.
      const long = isShared(runs, short) ? shingles(words, LONGEST_RUN) : new Set<string>()
      for (const { where, text, words } of runs) {
        const [copied] = copiedRuns(words, long)
        if (copied === undefined) continue
        const message = `${copied.length} words in a row stand in ${reference.id} like this: say it in other words, or quote it.`
        const evidence = text.slice(copied[0]?.at, copied.at(-1)?.end)
        findings.push(blocking({ code: 'copied-run', where, message, evidence }))
      }
      const share = sharedPart(runs, short)
      largest = Math.max(largest, share)
      if (share < LARGEST_SHARE) continue
      const message = `${Math.round(share * 100)}% of the article's runs of ${SHINGLE} words stand in ${reference.id} as well: say more of it in other words.`
      findings.push(blocking({ code: 'copied-share', where: 'draft', message, evidence: reference.title }))
    }
    const detail = `${(largest * 100).toFixed(1)}% shared with one source at most, of ${count(references.length, 'source')}`
    return { detail, findings }
  },
}

// A number is one word, whatever points it holds: 2.6.2, 1,103, 04:30.
const WORD = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
const LONGEST_RUN = 12
const SHINGLE = 8
const LARGEST_SHARE = 0.1

type Run = { where: string; text: string; words: Word[] }

function isProse({ kind }: Passage): boolean {
  return kind !== 'quote' && kind !== 'code' && kind !== 'tag'
}

// What stands around a quotation is no run of words, nor do list items and cells make one.
function unquotedRuns({ where, text }: Passage): Run[] {
  return withoutQuoted(plain(text))
    .split(/[\n|]+/)
    .map((line) => ({ where, text: line, words: wordsOf(line, WORD) }))
}

function shingles(words: Word[], length: number): Set<string> {
  const all = new Set<string>()
  for (let index = 0; index + length <= words.length; index++) all.add(keyOf(words, index, length))
  return all
}

function keyOf(words: Word[], from: number, length: number): string {
  let key = ''
  for (let index = from; index < from + length; index++) key += `${words[index]?.folded} `
  return key
}

// Each as long as it goes: overlapping shingles are one run.
function copiedRuns(words: Word[], source: Set<string>): Word[][] {
  const runs: Word[][] = []
  for (let from = 0; from + LONGEST_RUN <= words.length; from++) {
    if (!source.has(keyOf(words, from, LONGEST_RUN))) continue
    const start = from
    while (source.has(keyOf(words, from + 1, LONGEST_RUN)) && from + 1 + LONGEST_RUN <= words.length) from += 1
    runs.push(words.slice(start, from + LONGEST_RUN))
  }
  return runs
}

function isShared(runs: Run[], source: Set<string>): boolean {
  return runs.some(({ words }) => !shingles(words, SHINGLE).isDisjointFrom(source))
}

function sharedPart(runs: Run[], source: Set<string>): number {
  const own = new Set(runs.flatMap(({ words }) => [...shingles(words, SHINGLE)]))
  return own.size === 0 ? 0 : own.intersection(source).size / own.size
}
