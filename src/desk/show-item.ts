import { styleText } from 'node:util'
import { longDate } from '#blog/date.ts'
import { disclosure } from '#blog/disclosure.ts'
import type { Check, Evidence, Source } from '#blog/post.ts'
import { articleBlocks, type ArticleBlock } from '#desk/article-blocks.ts'
import type { Finding, ReviewItem } from '#desk/review-item.ts'
import { evidenceFor, readSource, recordedFor, type ReadSource } from '#desk/evidence.ts'
import { plain, plainLine } from '#desk/plain.ts'
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
    ...checkLines(item.provenance?.checks ?? [], sheet),
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

function textLines({ markdown, sources, texts, provenance }: ReviewItem, sheet: Sheet): string[] {
  const evidence = provenance?.evidence ?? []
  const read = texts.map((text) => (text === null ? null : readSource(plain(text))))
  return articleBlocks(plain(markdown)).flatMap((block, index) => [
    ...(index === 0 ? [] : ['']),
    ...sideBySide({ left: leftOf(block, sheet), right: rightOf(block, { sources, evidence, read, sheet }), ...sheet }),
  ])
}

function leftOf({ text }: ArticleBlock, { colour }: Sheet): string {
  return isHeading(text) ? paint('bold', text, colour) : text
}

function rightOf(
  { text, cited }: ArticleBlock,
  options: { sources: Source[]; evidence: Evidence[]; read: (ReadSource | null)[]; sheet: Sheet },
): string {
  const { sources, evidence, read, sheet } = options
  if (isHeading(text)) return ''
  const recorded = recordedFor(text, evidence)
  if (recorded.length > 0)
    return recorded
      .map(({ source, unit, quote }) => {
        const name = `${plainLine(unit)} ${plainLine(sources[source]?.publisher ?? '')}:`
        return `${paint('cyan', name, sheet.colour)} ${plain(quote)}`
      })
      .join('\n')
  if (cited.length === 0) return paint('dim', 'It names no source.', sheet.colour)
  const voices = cited.map((number) => {
    const source = sources[number - 1]
    if (source === undefined) return paint('red', `S${number} is not among the sources.`, sheet.colour)
    const name = paint('cyan', `S${number} ${plainLine(source.publisher)}:`, sheet.colour)
    return `${name} ${evidenceFor(text, read[number - 1] ?? null)}`
  })
  return voices.join('\n')
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

function checkLines(checks: Check[], { columns, colour }: Sheet): string[] {
  if (checks.length === 0) return ['None is on record.']
  return checks.flatMap(({ name, passed, detail }) => {
    const result = passed ? paint('green', 'passed', colour) : paint('red', 'failed', colour)
    return wrapped(`${result} ${plainLine(name)}: ${plainLine(detail)}`, columns)
  })
}

function heading(text: string, { columns, colour }: Sheet): string[] {
  return ['', ...wrapped(paint(['bold', 'underline'], text, colour), columns), '']
}

// The caller has asked whether the terminal shows colours.
function paint(format: Parameters<typeof styleText>[0], text: string, colour: boolean): string {
  return colour ? styleText(format, text, { validateStream: false }) : text
}
