import { styleText } from 'node:util'
import { longDate } from '#blog/date.ts'
import { disclosure } from '#blog/disclosure.ts'
import type { Evidence, Judging, Provenance, Source } from '#blog/post.ts'
import { articleBlocks } from '#desk/article-blocks.ts'
import type { Finding, ReviewItem } from '#desk/review-item.ts'
import { openRecord, recordedSentences } from '#desk/recorded-evidence.ts'
import { indented, plain, plainLine, wrapped } from '#desk/terminal-text.ts'

/** The layout of the output: its width in columns, and true for colours. */
export type Sheet = { columns: number; colour: boolean }

/**
 * Formats a post for a reviewer, for `show` and the session: its facts and risks, its text with the evidence below each
 * sentence, its sources, its checks and, nearest to the prompt, the warnings. The lines are safe to print.
 */
export function itemLines(item: ReviewItem, { columns, colour }: Sheet): string[] {
  const sheet = { columns: Math.min(columns, MAX_COLUMNS), colour }
  return [
    ...opening(item, sheet),
    ...heading('Text', sheet),
    ...textLines(item, sheet),
    ...heading('Sources', sheet),
    ...sourceLines(item, sheet),
    ...heading('Checks', sheet),
    ...checkLines(item.provenance, sheet),
    ...heading('Warnings of the newsroom', sheet),
    ...findingLines(item.findings, sheet),
  ]
}

/** Formats findings: severity, code, location, message and the words that they are about. */
export function findingLines(findings: Finding[], { columns, colour }: Sheet): string[] {
  if (findings.length === 0) return ['None.']
  return findings.flatMap(({ code, severity, where, message, evidence }) => {
    const sign = paint(severity === 'block' ? 'red' : 'yellow', SIGNS[severity], colour)
    const place = where === '' ? '' : ` in ${plainLine(where)}`
    return [
      ...wrapped(`${sign} ${paint('bold', plainLine(code), colour)}${place}`, columns),
      ...indented(plain(message), columns),
      ...(evidence === '' ? [] : indented(paint('dim', `“${plain(evidence)}”`, colour), columns)),
    ]
  })
}

const SIGNS = { block: 'blocks', revise: 'warns', ask: 'asks' } as const

/** Formats the full text of a source as the newsroom read it, with its title. */
export function sourceText(source: Source, text: string, sheet: Sheet): string[] {
  const columns = Math.min(sheet.columns, MAX_COLUMNS)
  return [
    ...heading(`${plainLine(source.title)} (${plainLine(source.publisher)})`, sheet),
    ...wrapped(plain(text), columns),
  ]
}

// Longer lines are hard to read.
const MAX_COLUMNS = 120

function opening(item: ReviewItem, { columns, colour }: Sheet): string[] {
  const { place, state, title, excerpt, tags, author, date, provenance, risks } = item
  const writer = provenance?.writer ?? null
  const lines = [
    paint('bold', plainLine(title), colour),
    paint('dim', `${plainLine(place.category)}/${plainLine(place.id)}`, colour),
    `${longDate(date) ?? plainLine(date)}, by ${plainLine(author)}`,
    ...(state === 'held' ? [paint('yellow', 'Held: it is published when you keep it.', colour)] : []),
    plain(excerpt),
    `Tags: ${tags.map(plainLine).join(', ') || 'none'}`,
    writer === null ? 'Model: not on record' : `Model: ${plainLine(writer.model)} (${plainLine(writer.provider)})`,
    plainLine(disclosure(provenance)),
    ...(provenance?.reviews ?? []).map((review) => entryOf('Reviewed', review)),
    ...(provenance?.corrections ?? []).map((correction) => entryOf('Corrected', correction)),
    ...(risks.length === 0 ? [] : [paint('yellow', `Risks: ${risks.map(plainLine).join(', ')}`, colour)]),
  ]
  return [paint('dim', '─'.repeat(columns), colour), ...lines.flatMap((line) => wrapped(line, columns))]
}

function entryOf(verb: string, { by, date, note }: { by: string; date: string; note: string }): string {
  const what = note.trim() === '' ? '' : `: ${plainLine(note)}`
  return `${verb} by ${plainLine(by)} on ${longDate(date) ?? plainLine(date)}${what}`
}

function textLines(item: ReviewItem, sheet: Sheet): string[] {
  const blocks =
    item.provenance?.evidence === undefined ? blockRows(item) : sentenceRows(item, item.provenance.evidence)
  return blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : ['']),
    ...block.flatMap((row) => [
      ...wrapped(isHeading(row.text) ? paint('bold', row.text, sheet.colour) : row.text, sheet.columns),
      ...evidenceLines(row, item.sources, sheet).flatMap((line) => indented(line, sheet.columns)),
    ]),
  ])
}

// A block or sentence with its evidence, and a warning if the evidence is missing.
type Row = { text: string; evidence: Evidence[]; warning: string | null }

// Posts without an evidence record are shown block by block.
function blockRows({ markdown }: ReviewItem): Row[][] {
  return articleBlocks(plain(markdown)).map(({ text, cited }) => {
    const warning = cited.length > 0 || isHeading(text) ? null : 'It does not cite a source.'
    return [{ text, evidence: [], warning }]
  })
}

function sentenceRows({ title, excerpt, markdown }: ReviewItem, evidence: Evidence[]): Row[][] {
  const record = openRecord(evidence)
  const blocks = articleBlocks(plain(markdown)).map(({ text }) => text)
  return [plainLine(title), plain(excerpt), ...blocks].map((block) =>
    recordedSentences(block, record).map(({ text, evidence }) => {
      return { text, evidence: evidence ?? [], warning: evidence?.length === 0 ? 'No evidence is on record.' : null }
    }),
  )
}

function evidenceLines({ text, evidence, warning }: Row, sources: Source[], { colour }: Sheet): string[] {
  const unknown = citedIn(text).filter((number) => sources[number - 1] === undefined)
  return [
    ...(warning === null ? [] : [paint('yellow', warning, colour)]),
    ...unknown.map((number) => paint('red', `S${number} is not in the list of sources.`, colour)),
    ...evidence.map(({ source, unit, quote, compute }) => {
      const name = plainLine(`${unit} ${sources[source]?.publisher ?? ''}`)
      const computed = compute === '' ? '' : ` (computed: ${plainLine(compute)})`
      return `${paint('cyan', `${name}:`, colour)} ${plain(quote)}${computed}`
    }),
  ]
}

function citedIn(text: string): number[] {
  return [...new Set(articleBlocks(text).flatMap(({ cited }) => cited))]
}

function isHeading(text: string): boolean {
  return /^#{1,6} /.test(text)
}

function sourceLines({ sources, texts, markdown }: ReviewItem, { columns, colour }: Sheet): string[] {
  if (sources.length === 0) return ['None.']
  const cited = new Set(articleBlocks(markdown).flatMap((block) => block.cited))
  return sources.flatMap(({ title, publisher, url }, index) => {
    const length = texts[index]?.length ?? null
    const kept = length === null ? 'text not kept' : `${length.toLocaleString('en')} characters kept`
    return [
      ...wrapped(`${paint('cyan', `S${index + 1}`, colour)} ${plainLine(title)} (${plainLine(publisher)})`, columns),
      ...indented(plainLine(url), columns),
      ...indented(paint('dim', `${kept}${cited.has(index + 1) ? '' : '; not cited'}`, colour), columns),
    ]
  })
}

function checkLines(provenance: Provenance | null, { columns, colour }: Sheet): string[] {
  const { checks = [], judging, corrections = [] } = provenance ?? {}
  if (checks.length === 0 && judging === undefined) return ['None on record.']
  const results = checks.map(({ name, passed, detail }) => {
    const result = passed ? paint('green', 'passed', colour) : paint('red', 'failed', colour)
    return `${result} ${plainLine(name)}: ${plainLine(detail)}`
  })
  const judge = judging === undefined ? [] : judgeLines(judging, { isCorrected: corrections.length > 0 })
  return [...results, ...judge].flatMap((line) => wrapped(line, columns))
}

function judgeLines({ cut, others = [], ...first }: Judging, { isCorrected }: { isCorrected: boolean }): string[] {
  const lines = [first, ...others].map(({ model, provider, isWriter, sentences, planted, found }) => {
    const who = `${plainLine(model)} (${plainLine(provider)})${isWriter ? ', also the writer,' : ''}`
    return `Judge: ${who} judged ${sentences} sentences and found ${found} of ${planted} planted errors.`
  })
  const when = isCorrected ? ' This was before the correction.' : ''
  const last = `${lines.pop()} Sentences cut: ${cut}.${when}`
  return [...lines, last]
}

function heading(text: string, { columns, colour }: Sheet): string[] {
  return ['', ...wrapped(paint(['bold', 'underline'], text, colour), columns), '']
}

// The caller decides about colours, so do not check the stream.
function paint(format: Parameters<typeof styleText>[0], text: string, colour: boolean): string {
  return colour ? styleText(format, text, { validateStream: false }) : text
}
