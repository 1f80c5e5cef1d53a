import { blocking, count, revising, type Finding } from '#newsroom/article/finding.ts'
import { properNames } from '#newsroom/checks/evidence/readers/names/proper-names.ts'
import { withoutCode } from '#newsroom/checks/evidence/readers/prose.ts'
import { withoutQuoted } from '#newsroom/checks/evidence/readers/quoted.ts'
import { passages, type Passage } from '#newsroom/article/passages.ts'
import { wordsOf, type Word } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** No run of 18 words of a sentence is one of a source's sentences, outside quotations and code; a run of 12 warns. Names do not count. */
export const copying: Check = {
  name: 'Nothing is copied from a source outside quotation marks',
  run({ draft, sources }) {
    const own = passages(draft).filter(isProse).flatMap(runsOf)
    const given = sources.map((source) => ({ id: source.id, runs: shingles(sentencesIn(source), FEWEST) }))
    const findings = own.flatMap((run) => copiesIn(run, given))
    return { detail: `${count(own.length, 'sentence')} against ${count(sources.length, 'source')}`, findings }
  },
}

// A number is one word, whatever points it holds: 2.6.2, 1,103, 04:30.
const WORD = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
const FEWEST = 12
const TOO_MANY = 18

/** Words of a passage that stand one after the other; `counts` tells of each whether it is the writer's own choice. */
type Run = { where: string; text: string; words: Word[]; counts: boolean[] }

function isProse({ kind }: Passage): boolean {
  return !['quote', 'speaker', 'code', 'tag', 'head'].includes(kind)
}

// What stands around a quotation or code is no run of words, nor do cells or sentences make one.
function runsOf({ where, text }: Passage): Run[] {
  return unquoted(text).map((line) => {
    const names = properNames(line)
    const words = wordsOf(line, WORD)
    const counts = words.map(({ at }) => !names.some((name) => name.at <= at && at < name.end))
    return { where, text: line, words, counts }
  })
}

function sentencesIn({ title, units }: NumberedSource): Word[][] {
  const texts = [title, ...units.filter(({ block }) => block >= 0).map(({ text }) => text)]
  return texts.flatMap((text) => unquoted(text)).map((line) => wordsOf(line, WORD))
}

function unquoted(text: string): string[] {
  return withoutQuoted(withoutCode(text)).split(/[\n|]+|(?<=[.!?])\s/)
}

function shingles(sentences: Word[][], length: number): Set<string> {
  const all = new Set<string>()
  for (const words of sentences) {
    for (let index = 0; index + length <= words.length; index++) all.add(keyOf(words, index, length))
  }
  return all
}

function keyOf(words: Word[], from: number, length: number): string {
  let key = ''
  for (let index = from; index < from + length; index++) key += `${words[index]?.folded} `
  return key
}

// Each as long as it goes: overlapping shingles are one run.
function copiesIn({ where, text, words, counts }: Run, given: { id: string; runs: Set<string> }[]): Finding[] {
  const isCopy = (from: number) => given.find(({ runs }) => runs.has(keyOf(words, from, FEWEST)))?.id
  const findings: Finding[] = []
  for (let from = 0; from + FEWEST <= words.length; from++) {
    const id = isCopy(from)
    if (id === undefined) continue
    const start = from
    while (from + 1 + FEWEST <= words.length && isCopy(from + 1) !== undefined) from += 1
    const end = from + FEWEST
    const length = counts.slice(start, end).filter(Boolean).length
    if (length < FEWEST) continue
    const evidence = text.slice(words[start]?.at, words[end - 1]?.end)
    const message = `${length} words in a row stand in ${id} like this: say it in other words, or quote it.`
    findings.push((length < TOO_MANY ? revising : blocking)({ code: 'copied-run', where, message, evidence }))
  }
  return findings
}
