import { blocking, count, type Finding } from '#newsroom/article/finding.ts'
import { passages, type Draft, type Passage } from '#newsroom/article/draft.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { namesAt } from '#newsroom/checks/evidence/names.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { plain } from '#text/prose.ts'
import { withoutQuoted } from '#text/quoted.ts'
import { wordsOf } from '#text/words.ts'

const MAX_COPIED_WORDS = 17
// Runs shorter than this are common phrases.
const MIN_RUN = 8
const MAX_COPIED_SHARE = 0.2
// Matches a word. Numbers such as 2.6.2, 1,103 and 04:30 are one word each.
const WORD = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu

/**
 * Blocks long runs of copied words, and also the longest shorter ones if too much of the article is copied.
 */
export const copying: Check = {
  name: 'Nothing is copied from a source outside quotation marks',
  run({ draft, sources }) {
    const words = wordsOfDraft(draft)
    const runs = runsOf(words, shinglesOf(sources))
    const length = words.filter((word) => word?.isOwn).length
    let copied = runs.reduce((sum, run) => sum + run.length, 0)
    const findings = runs.flatMap((run): Finding[] => {
      const isTooMuch = copied > MAX_COPIED_SHARE * length
      if (run.length <= MAX_COPIED_WORDS && !isTooMuch) return []
      copied -= run.length
      const why = run.length > MAX_COPIED_WORDS ? 'too many in a row' : 'and over a fifth of the article is copied'
      const message = `These ${run.length} words are also in ${run.source}, ${why}. Use other words, or quote them.`
      return run.places.map((where) => blocking({ code: 'copied-run', where, message, evidence: run.text }))
    })
    return { detail: `${count(length, 'word')} against ${count(sources.length, 'source')}`, findings }
  },
}

/** A word in the draft, or null to end a run. `isOwn` is false for names, because the writer cannot replace them. */
type DraftWord = { text: string; folded: string; where: string; isOwn: boolean } | null

/** A run of copied words. `length` excludes names. */
type Run = { text: string; length: number; source: string; places: string[] }

// A run can continue into the next sentence of a paragraph, but not across a quotation, a code block or a table cell.
function wordsOfDraft(draft: Draft): DraftWord[] {
  const prose = passages(draft).filter(({ kind }) => !['quote', 'speaker', 'code', 'tag', 'head'].includes(kind))
  return prose.flatMap((passage, index) => {
    const isNext = passage.kind === 'sentence' && prose[index - 1]?.block === passage.block
    return [...(isNext ? [] : [null]), ...wordsOfPassage(passage)]
  })
}

function wordsOfPassage({ where, text }: Passage): DraftWord[] {
  const lines = withoutQuoted(plain(text.replaceAll(/`[^`\n]*`/g, '\n'))).split(/[\n|]+/)
  return lines.flatMap((line, index) => {
    const names = namesAt(line)
    const words = wordsOf(line, WORD).map(({ text: word, folded, at }) => {
      return { text: word, folded, where, isOwn: !names.some((name) => name.at <= at && at < name.end) }
    })
    return index === 0 ? words : [null, ...words]
  })
}

function shinglesOf(sources: NumberedSource[]): Map<string, string> {
  const shingles = new Map<string, string>()
  for (const { id, title, units } of sources) {
    const body = units.filter(({ block }) => block >= 0).map(({ text }) => plain(text))
    for (const text of [title, body.join('\n')]) {
      const words = wordsOf(text, WORD).map(({ folded }) => folded)
      for (let at = 0; at + MIN_RUN <= words.length; at += 1) shingles.set(words.slice(at, at + MIN_RUN).join(' '), id)
    }
  }
  return shingles
}

// Returns the copied runs, longest first.
function runsOf(words: DraftWord[], shingles: Map<string, string>): Run[] {
  const sourceAt = (at: number) => {
    const window = words.slice(at, at + MIN_RUN)
    return shingles.get(window.map((word) => word?.folded ?? '\n').join(' '))
  }
  const runs: Run[] = []
  for (let at = 0; at + MIN_RUN <= words.length; at += 1) {
    const source = sourceAt(at)
    if (source === undefined) continue
    const start = at
    while (sourceAt(at + 1) !== undefined) at += 1
    const own = words.slice(start, at + MIN_RUN).filter((word) => word !== null)
    at += MIN_RUN - 1
    const length = own.filter(({ isOwn }) => isOwn).length
    const places = [...new Set(own.map(({ where }) => where))]
    if (length >= MIN_RUN) runs.push({ text: own.map(({ text }) => text).join(' '), length, source, places })
  }
  return runs.toSorted((one, other) => other.length - one.length)
}
