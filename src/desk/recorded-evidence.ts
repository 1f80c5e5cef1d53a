import type { Evidence } from '#blog/post.ts'
import { wordsOnly } from '#desk/article-blocks.ts'
import { CITATION } from '#text/citations.ts'
import { sentencesOf } from '#text/sentences.ts'

// A sentence with its citations and its recorded evidence. The evidence is null if the sentence does not claim anything.
type RecordedSentence = { text: string; evidence: Evidence[] | null }

// The recorded evidence by sentence. The keys contain only letters and digits, so that Markdown and typography do not matter.
type EvidenceRecord = Map<string, Evidence[]>

/** Indexes the recorded evidence of an article. */
export function openRecord(evidence: readonly Evidence[]): EvidenceRecord {
  return Map.groupBy(evidence, ({ text }) => lettersOf(text))
}

/**
 * Splits a block into sentences with their recorded evidence, each unit of a source once. Code and quotations are not
 * split, and neither are sentences that the record joins. A table row counts as a sentence. `evidence` is null for headings
 * and the header row of a table.
 */
export function recordedSentences(block: string, record: EvidenceRecord): RecordedSentence[] {
  const unsplit = { text: block, evidence: evidenceIn(block, record) }
  if (/^#{1,6} /.test(block) || ONE_PUBLISHER.test(block)) return [{ text: block, evidence: evidenceOf(block, record) }]
  if (/^(?:```|~~~|>)/.test(block)) return [unsplit]
  const lines = block.split('\n')
  const rule = lines.findIndex((line) => /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/.test(line))
  const sentences =
    rule > 0 ? rowsOf(lines, { rule, record }) : splitAtCitations(block).flatMap((run) => sentencesIn(run, record))
  const found = new Set(sentences.flatMap(({ evidence }) => evidence ?? []).map(({ unit }) => unit))
  return unsplit.evidence.every(({ unit }) => found.has(unit)) ? sentences : [unsplit]
}

// Text that code adds before a sentence, and that is not in the record.
const OPENING = /^(?:[-*+]|\d+[.)]|#{1,6}|Table:|\*\*What changes:\*\*)\s+/
const ONE_PUBLISHER = /^\*Everything below comes from one publisher, .*\*$/

// The splitter may split a recorded sentence into this many pieces.
const MAX_PIECES_PER_SENTENCE = 6

function rowsOf(lines: string[], { rule, record }: { rule: number; record: EvidenceRecord }): RecordedSentence[] {
  const claims = (rows: string[]) =>
    rows.filter((row) => row.trim() !== '').map((text) => ({ text, evidence: evidenceOf(text, record) ?? [] }))
  const head = { text: lines.slice(rule - 1, rule + 1).join('\n'), evidence: null }
  return [...claims(lines.slice(0, rule - 1)), head, ...claims(lines.slice(rule + 1))]
}

// Splits a block after each citation and the full stop that follows it.
function splitAtCitations(block: string): string[] {
  const runs: string[] = []
  let start = 0
  for (const { 0: citation, index } of block.matchAll(CITATION)) {
    const at = index + citation.length
    const [stop = ''] = /^[.!?…]+["”’)]*/.exec(block.slice(at, at + 10)) ?? []
    runs.push(block.slice(start, at + stop.length))
    start = at + stop.length
  }
  return [...runs, block.slice(start)].map((run) => run.trim()).filter((run) => run !== '')
}

function sentencesIn(run: string, record: EvidenceRecord): RecordedSentence[] {
  const pieces: string[] = []
  for (const sentence of sentencesOf(run)) {
    // A citation belongs to the sentence before it.
    if (pieces.length > 0 && wordsOnly(sentence).trim() === '') pieces.push(`${pieces.pop()} ${sentence}`)
    else pieces.push(sentence)
  }
  const sentences: RecordedSentence[] = []
  for (let at = 0; at < pieces.length;) {
    let end = Math.min(pieces.length, at + MAX_PIECES_PER_SENTENCE)
    const textTo = (last: number) => pieces.slice(at, last).join(' ')
    while (end > at + 1 && evidenceOf(textTo(end), record) === null) end -= 1
    sentences.push({ text: textTo(end), evidence: evidenceOf(textTo(end), record) ?? [] })
    at = end
  }
  return sentences
}

// Returns null if there is no record.
function evidenceOf(text: string, record: EvidenceRecord): Evidence[] | null {
  const found = record.get(lettersOf(wordsOnly(text.replace(OPENING, ''))))
  return found === undefined ? null : once(found)
}

function evidenceIn(block: string, record: EvidenceRecord): Evidence[] {
  const text = ` ${lettersOf(wordsOnly(block))} `
  return once([...record].flatMap(([letters, entries]) => (text.includes(` ${letters} `) ? entries : [])))
}

function once(entries: Evidence[]): Evidence[] {
  return entries.filter(({ unit }, index) => entries.findIndex((other) => other.unit === unit) === index)
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
}
