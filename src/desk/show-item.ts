import { styleText } from 'node:util'
import { longDate } from '#blog/date.ts'
import { disclosure } from '#blog/disclosure.ts'
import type { Evidence, Judging, Provenance, Source } from '#blog/post.ts'
import { articleBlocks } from '#desk/article-blocks.ts'
import type { Finding, ReviewItem } from '#desk/review-item.ts'
import { evidenceFor, readSource, type ReadSource } from '#desk/evidence.ts'
import { plain, plainLine } from '#desk/plain.ts'
import { openRecord, recordedSentences } from '#desk/recorded-evidence.ts'
import { indented, sideBySide, wrapped } from '#desk/side-by-side.ts'

/** How wide lines may be, in columns, and whether they may be coloured. */
export type Sheet = { columns: number; colour: boolean }

/**
 * A post as a reviewer reads it: what it is and why it is high in the list, its text with what its sources say beside
 * it, its sources, its checks, and last, nearest to the prompt, what the newsroom warned of. Nothing in it can command
 * the terminal.
 */
export function itemLines(item: ReviewItem, { columns, colour }: Sheet): string[] {
  const sheet = { columns: Math.min(columns, WIDEST), colour }
  return [
    ...opening(item, sheet),
    ...heading('Text', sheet),
    ...textLines(item, sheet),
    ...heading('Sources', sheet),
    ...sourceLines(item, sheet),
    ...heading('Checks', sheet),
    ...checkLines(item.provenance, sheet),
    ...heading('What the newsroom warned of', sheet),
    ...findingLines(item.findings, sheet),
  ]
}

/** Findings, each with its severity, code, place, message and the words it is about. */
export function findingLines(findings: Finding[], { columns, colour }: Sheet): string[] {
  if (findings.length === 0) return ['Nothing.']
  return findings.flatMap(({ code, severity, where, message, evidence }) => {
    const sign = paint(severity === 'error' ? 'red' : 'yellow', severity === 'error' ? 'blocks' : 'warns', colour)
    const place = where === '' ? '' : ` in ${plainLine(where)}`
    return [
      ...wrapped(`${sign} ${paint('bold', plainLine(code), colour)}${place}`, columns),
      ...indented(plain(message), columns),
      ...(evidence === '' ? [] : indented(paint('dim', `“${plain(evidence)}”`, colour), columns)),
    ]
  })
}

/** The whole text of a source as the newsroom read it, under its title. */
export function sourceText(source: Source, text: string, sheet: Sheet): string[] {
  const columns = Math.min(sheet.columns, WIDEST)
  return [
    ...heading(`${plainLine(source.title)} (${plainLine(source.publisher)})`, sheet),
    ...wrapped(plain(text), columns),
  ]
}

// Lines that are longer than this are hard to read, however wide the terminal.
const WIDEST = 180

function opening(item: ReviewItem, { columns, colour }: Sheet): string[] {
  const { place, state, title, excerpt, tags, author, date, provenance, risks } = item
  const writer = provenance?.writer ?? null
  const lines = [
    paint('bold', plainLine(title), colour),
    paint('dim', `${plainLine(place.category)}/${plainLine(place.id)}`, colour),
    `${longDate(date) ?? plainLine(date)}, by ${plainLine(author)}`,
    ...(state === 'held' ? [paint('yellow', 'Held: it is published once you keep it.', colour)] : []),
    plain(excerpt),
    `Tags: ${tags.map(plainLine).join(', ') || 'none'}`,
    writer === null
      ? 'No record names the model that wrote it.'
      : `Model: ${plainLine(writer.model)} (${plainLine(writer.provider)})`,
    plainLine(disclosure(provenance)),
    ...(provenance?.reviews ?? []).map((review) => entryOf('Reviewed', review)),
    ...(provenance?.corrections ?? []).map((correction) => entryOf('Corrected', correction)),
    ...(risks.length === 0 ? [] : [paint('yellow', `Look out for: ${risks.map(plainLine).join(', ')}`, colour)]),
  ]
  return [paint('dim', '─'.repeat(columns), colour), ...lines.flatMap((line) => wrapped(line, columns))]
}

function entryOf(verb: string, { by, date, note }: { by: string; date: string; note: string }): string {
  const what = note.trim() === '' ? '' : `: ${plainLine(note)}`
  return `${verb} by ${plainLine(by)} on ${longDate(date) ?? plainLine(date)}${what}`
}

function textLines(item: ReviewItem, sheet: Sheet): string[] {
  const read = item.texts.map((text) => (text === null ? null : readSource(plain(text))))
  const rows = item.provenance?.evidence === undefined ? blockRows(item) : sentenceRows(item, item.provenance.evidence)
  return rows.flatMap((block, index) => [
    ...(index === 0 ? [] : ['']),
    ...block.flatMap((row) => {
      const left = isHeading(row.text) ? paint('bold', row.text, sheet.colour) : row.text
      return sideBySide({ left, right: evidenceText(row, { sources: item.sources, read, sheet }), ...sheet })
    }),
  ])
}

// What is read at once; `recorded` is null without a record, `isClaim` false of what needs no evidence.
type Row = { text: string; cited: number[]; recorded: Evidence[] | null; isClaim: boolean }

// An article from before such records were kept is shown block by block.
function blockRows({ markdown }: ReviewItem): Row[][] {
  return articleBlocks(plain(markdown)).map(({ text, cited }) => {
    return [{ text, cited, recorded: null, isClaim: !isHeading(text) }]
  })
}

function sentenceRows({ title, excerpt, markdown }: ReviewItem, evidence: Evidence[]): Row[][] {
  const record = openRecord(evidence)
  const blocks = articleBlocks(plain(markdown)).map(({ text }) => text)
  return [plainLine(title), plain(excerpt), ...blocks].map((block) =>
    recordedSentences(block, record).map(({ text, evidence }) => {
      return { text, cited: citedIn(text), recorded: evidence ?? [], isClaim: evidence !== null }
    }),
  )
}

function evidenceText(
  { text, cited, recorded, isClaim }: Row,
  { sources, read, sheet }: { sources: Source[]; read: (ReadSource | null)[]; sheet: Sheet },
): string {
  if (!isClaim) return ''
  const voice = (name: string, words: string) => `${paint('cyan', `${plainLine(name)}:`, sheet.colour)} ${words}`
  if (recorded !== null && recorded.length > 0)
    return recorded
      .map(({ source, unit, quote, compute }) => {
        const computed = compute === '' ? '' : ` (computed: ${plainLine(compute)})`
        return voice(`${unit} ${sources[source]?.publisher ?? ''}`, `${plain(quote)}${computed}`)
      })
      .join('\n')
  const missing = recorded === null ? 'It names no source.' : 'No evidence is on record.'
  const voices = cited.map((number) => {
    const source = sources[number - 1]
    if (source === undefined) return paint('red', `S${number} is not among the sources.`, sheet.colour)
    return voice(`S${number} ${source.publisher}`, evidenceFor(text, read[number - 1] ?? null))
  })
  const isMissing = recorded !== null || cited.length === 0
  return [...(isMissing ? [paint('yellow', missing, sheet.colour)] : []), ...voices].join('\n')
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
    const kept =
      length === null ? 'No text of it was kept' : `${length.toLocaleString('en')} characters of it were kept`
    return [
      ...wrapped(`${paint('cyan', `S${index + 1}`, colour)} ${plainLine(title)} (${plainLine(publisher)})`, columns),
      ...indented(plainLine(url), columns),
      ...indented(paint('dim', `${kept}${cited.has(index + 1) ? '' : '; the text never cites it'}.`, colour), columns),
    ]
  })
}

function checkLines(provenance: Provenance | null, { columns, colour }: Sheet): string[] {
  const { checks = [], judging, corrections = [] } = provenance ?? {}
  if (checks.length === 0 && judging === undefined) return ['None is on record.']
  const results = checks.map(({ name, passed, detail }) => {
    const result = passed ? paint('green', 'passed', colour) : paint('red', 'failed', colour)
    return `${result} ${plainLine(name)}: ${plainLine(detail)}`
  })
  const judge = judging === undefined ? [] : judgeLines(judging, { isCorrected: corrections.length > 0 })
  return [...results, ...judge].flatMap((line) => wrapped(line, columns))
}

function judgeLines({ cut, others = [], ...first }: Judging, { isCorrected }: { isCorrected: boolean }): string[] {
  const lines = [first, ...others].map(({ model, provider, isWriter, sentences, planted, found }) => {
    const who = `${plainLine(model)} (${plainLine(provider)})${isWriter ? ', which also wrote it,' : ''}`
    return `Judge: ${who} was asked about ${sentences} sentences, and found ${found} of ${planted} planted errors.`
  })
  const when = isCorrected ? ' That was before the correction.' : ''
  const last = `${lines.pop()} Sentences that failed and were cut: ${cut}.${when}`
  return [...lines, last]
}

function heading(text: string, { columns, colour }: Sheet): string[] {
  return ['', ...wrapped(paint(['bold', 'underline'], text, colour), columns), '']
}

// The caller has asked whether the terminal shows colours.
function paint(format: Parameters<typeof styleText>[0], text: string, colour: boolean): string {
  return colour ? styleText(format, text, { validateStream: false }) : text
}
