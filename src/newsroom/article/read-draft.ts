import * as z from 'zod'
import { words, type Block, type Draft, type Section, type Sentence } from '#newsroom/article/draft.ts'
import { readIds, takeIds } from '#newsroom/article/ids.ts'
import { readSentence, readSentences } from '#newsroom/article/read-sentences.ts'

/**
 * Reads the answer of a model as a draft, even if it does not fit the schema exactly: missing values are empty, unknown
 * ones are dropped, and a paragraph in one sentence is split. Wrong facts stay, because the checks find them. Fails if there
 * is no title or no text.
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
  const given = articleIn(fieldsIn(answer))
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

// Some models put the article into a property.
function articleIn(answer: Fields): Fields {
  if ('title' in answer) return answer
  return (
    Object.values(answer)
      .map(fieldsIn)
      .find((value) => 'title' in value) ?? answer
  )
}

function sectionIn(given: unknown): Section[] {
  const { heading, blocks } = fieldsIn(given)
  const read = listIn(blocks).flatMap((block) => blockIn(block) ?? [])
  const head = readSentence(sentenceIn(heading))
  return read.length === 0 ? [] : [{ heading: head.text === '' ? null : head, blocks: read }]
}

function blockIn(value: unknown): Block | null {
  const given = typeof value === 'string' ? { text: value } : fieldsIn(value)
  const kind = kindOf(given)
  if (kind === 'quote') return quoteIn(given)
  if (kind === 'code') return codeIn(given)
  if (kind === 'table') return tableIn(given)
  const own = [...listIn(given.sentences), ...listIn(given.items)].map(sentenceIn)
  const parts = own.length > 0 ? own : [sentenceIn({ text: given.text })]
  const from = textsIn(given.from)
  const cited = parts.map((part) => (part.from.length > 0 ? part : { ...part, from }))
  if (kind === 'list') {
    const items = cited.map(readSentence).filter(({ text }) => text !== '')
    return items.length === 0 ? null : { kind, items }
  }
  const sentences = cited.flatMap(readSentences)
  return sentences.length === 0 ? null : { kind, sentences }
}

// An unknown kind is inferred from the fields.
function kindOf({ kind, rows, items }: Fields): Block['kind'] {
  const known = (['paragraph', 'list', 'quote', 'code', 'table'] as const).find(
    (name) => name === textIn(kind).toLowerCase(),
  )
  if (known !== undefined) return known
  if (listIn(rows).length > 0) return 'table'
  return listIn(items).length > 0 ? 'list' : 'paragraph'
}

function quoteIn({ text, speaker, from, sentences }: Fields): Block | null {
  const [only] = listIn(sentences).map(sentenceIn)
  const ids = [...textsIn(from), ...(only?.from ?? [])]
  const given = readSentence({ text: textIn(text) || (only?.text ?? ''), from: ids, compute: '' })
  const quoted = withoutMarks(given.text)
  return quoted === '' ? null : { kind: 'quote', text: quoted, speaker: textIn(speaker).trim(), from: given.from }
}

/** Removes the quotation marks around a whole quotation. */
export function withoutMarks(text: string): string {
  return /^["“]([^"“”]*)["”]$/.exec(text.trim())?.[1]?.trim() ?? text.trim()
}

const FENCED = /^\s*(`{3,})([\w+#-]*)\n([\s\S]*)\n\1\s*$/
// The prompt shows lines of code after their ids, and some models copy the ids.
const LINE_ID = /^(?:\[([SA]\d{1,3}\.\d{1,5}) {0,4}\]|([SA]\d{1,3}\.\d{1,5}))(?: |$)/

function codeIn(given: Fields): Block | null {
  const text = textIn(given.text)
  const [, , named = '', inner = text] = FENCED.exec(text) ?? []
  const lines = inner.replaceAll('\r', '').split('\n')
  const ids = lines.flatMap((line) => LINE_ID.exec(line)?.slice(1).filter(Boolean) ?? [])
  const code = lines
    .map((line) => line.replace(LINE_ID, ''))
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()
  if (code.trim() === '') return null
  const language = (textIn(given.language) || named).trim()
  return { kind: 'code', text: code, language, from: readIds([...textsIn(given.from), ...ids]) }
}

function tableIn({ caption, head, rows, from }: Fields): Block | null {
  const read = listIn(rows).flatMap((row) => {
    const given = Array.isArray(row) ? { cells: row } : fieldsIn(row)
    const cells = textsIn(given.cells).map((cell) => readSentence(sentenceIn(cell)))
    const own = textsIn(given.from)
    const ids = [...(own.length > 0 ? own : textsIn(from)), ...cells.flatMap((cell) => cell.from)]
    return cells.every(({ text }) => text === '') ? [] : [{ cells: cells.map(({ text }) => text), from: readIds(ids) }]
  })
  const names = textsIn(head).map((name) => takeIds(name).text)
  // Some models give the head as the first row.
  const [first] = read
  const isHeadless = names.length === 0 && first !== undefined
  const body = isHeadless ? read.slice(1) : read
  if (body.length === 0) return null
  return {
    kind: 'table',
    caption: readSentence(sentenceIn(caption)),
    head: isHeadless ? first.cells : names,
    rows: body,
  }
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
