import * as z from 'zod'
import { words, type Block, type Draft, type Section, type Sentence } from '#newsroom/article/draft.ts'
import { readIds, takeIds } from '#newsroom/article/ids.ts'
import { readSentence, readSentences } from '#newsroom/article/read-sentences.ts'

/**
 * Reads the answer of a model as a draft, even if it does not fit the schema exactly: missing values are empty, unknown ones
 * are dropped, and a paragraph in one sentence is split. Wrong facts stay, because the checks find them. Fails if there is no
 * title or no text.
 */
export const draft: z.ZodType<Draft> = z
  .unknown()
  .transform(draftIn)
  .refine(({ title }) => title.text !== '', 'the title is missing')
  .refine(({ sections }) => sections.length > 0, 'there are no sections with text')

/** The minimum number of words of a report. */
export const SHORTEST_REPORT = 400

type Fields = Record<string, unknown>

function draftIn(answer: unknown): Draft {
  const given = fieldsIn(answer)
  const sections = listIn(given.sections).flatMap(sectionIn)
  const draft: Draft = {
    angle: textIn(given.angle).trim(),
    form: 'brief',
    title: readSentence(sentenceIn(given.title)),
    excerpt: sentencesIn(given.excerpt),
    tags: textsIn(given.tags).flatMap((tag) => tag.split(',').flatMap((part) => part.trim() || [])),
    leave_out: [...new Set(textsIn(given.leave_out).flatMap((name) => name.toUpperCase().match(SOURCE_ID) ?? []))],
    sections: sections.map(({ heading, blocks }, index) => ({ heading: index === 0 ? null : heading, blocks })),
    what_changes: sentencesIn(given.what_changes),
  }
  const { form } = given
  if (form === 'brief' || form === 'report') return { ...draft, form }
  return { ...draft, form: words(draft) < SHORTEST_REPORT ? 'brief' : 'report' }
}

const SOURCE_ID = /\b[SA]\d{1,3}\b/g

function sectionIn(given: unknown): Section[] {
  const { heading, blocks } = fieldsIn(given)
  const read = listIn(blocks).flatMap(blockIn)
  const head = readSentence(sentenceIn(heading))
  return read.length === 0 ? [] : [{ heading: head.text === '' ? null : head, blocks: read }]
}

function blockIn(value: unknown): Block[] {
  const given = typeof value === 'string' ? { text: value } : fieldsIn(value)
  const kind = textIn(given.kind).toLowerCase()
  const from = textsIn(given.from)
  if (kind === 'quote') {
    const quote = readSentence({ text: textIn(given.text), from, compute: '' })
    const text = withoutMarks(quote.text)
    return text === '' ? [] : [{ kind, text, speaker: textIn(given.speaker).trim(), from: quote.from }]
  }
  if (kind === 'code') return codeIn(given)
  if (kind === 'table' || listIn(given.rows).length > 0) return tableIn(given)
  const own = [...listIn(given.sentences), ...listIn(given.items)].map(sentenceIn)
  const parts = own.length > 0 ? own : [sentenceIn({ text: given.text })]
  const cited = parts.map((part) => (part.from.length > 0 ? part : { ...part, from }))
  if (kind === 'list' || listIn(given.items).length > 0) {
    const items = cited.map(readSentence).filter(({ text }) => text !== '')
    return items.length === 0 ? [] : [{ kind: 'list', items }]
  }
  const sentences = cited.flatMap(readSentences)
  return sentences.length === 0 ? [] : [{ kind: 'paragraph', sentences }]
}

/** Removes the quotation marks around a whole quotation. */
export function withoutMarks(text: string): string {
  return /^["“]([^"“”]*)["”]$/.exec(text.trim())?.[1]?.trim() ?? text.trim()
}

const FENCED = /^\s*(`{3,})([\w+#-]*)\n([\s\S]*)\n\1\s*$/
// The prompt shows the id of each line of code, and some models copy the ids.
const LINE_ID = /^\[?([SA]\d{1,3}\.\d{1,5}) {0,4}\]?(?: |$)/

function codeIn(given: Fields): Block[] {
  const text = textIn(given.text)
  const [, , named = '', inner = text] = FENCED.exec(text) ?? []
  const lines = inner.replaceAll('\r', '').split('\n')
  const ids = lines.flatMap((line) => LINE_ID.exec(line)?.[1] ?? [])
  const code = lines.map((line) => line.replace(LINE_ID, '')).join('\n')
  if (code.trim() === '') return []
  const language = (textIn(given.language) || named).trim()
  const from = readIds([...textsIn(given.from), ...ids])
  return [{ kind: 'code', text: code.replace(/^\n+/, '').trimEnd(), language, from }]
}

function tableIn({ caption, head, rows, from }: Fields): Block[] {
  const read = listIn(rows).flatMap((row) => {
    const given = Array.isArray(row) ? { cells: row, from: [] } : fieldsIn(row)
    const cells = textsIn(given.cells).map((cell) => takeIds(cell))
    const own = textsIn(given.from)
    const ids = [...(own.length > 0 ? own : textsIn(from)), ...cells.flatMap((cell) => cell.ids)]
    const texts = cells.map(({ text }) => text)
    return texts.every((text) => text === '') ? [] : [{ cells: texts, from: readIds(ids) }]
  })
  if (read.length === 0) return []
  const names = textsIn(head).map((name) => takeIds(name).text)
  return [{ kind: 'table', caption: readSentence(sentenceIn(caption)), head: names, rows: read }]
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

// A single item may come without its list.
function listIn(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.filter((item) => item !== null) : [value]
}

function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function textsIn(value: unknown): string[] {
  return listIn(value).map(textIn)
}

function sentenceIn(value: unknown): Sentence {
  const { text, from, compute } = typeof value === 'string' ? { text: value } : fieldsIn(value)
  return { text: textIn(text), from: textsIn(from), compute: textIn(compute) }
}

function sentencesIn(value: unknown): Sentence[] {
  return listIn(value).flatMap((sentence) => readSentences(sentenceIn(sentence)))
}
