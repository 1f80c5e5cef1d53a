import * as z from 'zod'
import { words, type Block, type Draft, type Section, type Sentence } from '#newsroom/article/draft.ts'
import { readIds, takeIds } from '#newsroom/article/ids.ts'
import { readSentence, readSentences } from '#newsroom/article/read-sentences.ts'

/**
 * Reads a model's answer as a draft, as far as it can be understood: what is missing is empty, what is too much is dropped,
 * and a whole paragraph in one sentence is cut. What it says wrongly stays, for the checks. Not an answer is what has no
 * title or no text.
 */
export const draft: z.ZodType<Draft> = z
  .preprocess(unwrapped, z.looseObject({ title: z.unknown(), sections: z.array(z.unknown()) }))
  .transform((answer) => fields.parse(answer))
  .transform(draftOf)
  .refine(({ title }) => title.text !== '', 'the title is missing')
  .refine(({ sections }) => sections.length > 0, 'there are no sections with text')

// Some put the article into a property of its own.
function unwrapped(answer: unknown): unknown {
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(answer)
  if (!success || 'title' in data) return answer
  return Object.values(data).find((value) => typeof value === 'object' && value !== null && 'title' in value) ?? answer
}

const text = z.union([z.string(), z.number().transform(String)]).catch('')
const texts = listed(text)

const sentence: z.ZodType<Sentence> = z
  .union([
    z.string().transform((text): Sentence => ({ text, from: [], compute: '' })),
    z.object({ text, from: texts, compute: text }),
  ])
  .catch(() => blank())
const sentences = listed(sentence)

const block = z.union([z.string().transform((text) => ({ kind: 'paragraph', text })), z.looseObject({})]).pipe(
  z.object({
    kind: text,
    sentences,
    items: sentences,
    text,
    speaker: text,
    language: text,
    from: texts,
    caption: sentence,
    head: texts,
    rows: listed(
      z
        .union([z.array(text).transform((cells) => ({ cells, from: [] })), z.object({ cells: texts, from: texts })])
        .catch({ cells: [], from: [] }),
    ),
  }),
)

const fields = z.object({
  angle: text,
  form: z.enum(['brief', 'report']).nullable().catch(null),
  title: sentence,
  excerpt: sentences,
  tags: texts,
  leave_out: texts,
  sections: listed(
    z
      .object({ heading: sentence, blocks: listed(block.nullable().catch(null)) })
      .catch({ heading: blank(), blocks: [] }),
  ),
  what_changes: sentences,
})

type GivenBlock = z.infer<typeof block>

// One of a kind may stand without its list; null is none.
function listed<T>(one: z.ZodType<T>): z.ZodType<T[]> {
  return z.preprocess((given) => {
    if (given === undefined || given === null) return []
    return Array.isArray(given) ? given.filter((value) => value !== null) : [given]
  }, z.array(one))
}

function blank(): Sentence {
  return { text: '', from: [], compute: '' }
}

function draftOf({ form, ...given }: z.infer<typeof fields>): Draft {
  const sections = given.sections.flatMap(({ heading, blocks }) => {
    const read = blocks.flatMap((part) => (part === null ? [] : (blockOf(part) ?? [])))
    const head = readSentence(heading)
    return read.length === 0 ? [] : [{ heading: head.text === '' ? null : head, blocks: read }]
  })
  const draft: Draft = {
    angle: given.angle.trim(),
    form: 'brief',
    title: readSentence(given.title),
    excerpt: given.excerpt.flatMap(readSentences),
    tags: given.tags
      .flatMap((tag) => tag.split(','))
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    leave_out: sourcesIn(given.leave_out),
    sections: sections.map(withoutFirstHeading),
    what_changes: given.what_changes.flatMap(readSentences),
  }
  return { ...draft, form: form ?? (words(draft) < SHORTEST_REPORT ? 'brief' : 'report') }
}

/** From how many words on an article is a report. */
export const SHORTEST_REPORT = 400

// The title stands where the first section's heading would.
function withoutFirstHeading({ heading, blocks }: Section, index: number): Section {
  return { heading: index === 0 ? null : heading, blocks }
}

function sourcesIn(named: string[]): string[] {
  return [...new Set(named.flatMap((name) => name.toUpperCase().match(/\b[SA]\d{1,3}\b/g) ?? []))]
}

function blockOf(given: GivenBlock): Block | null {
  const kind = kindOf(given)
  if (kind === 'quote') return quoteOf(given)
  if (kind === 'code') return codeOf(given)
  if (kind === 'table') return tableOf(given)
  const own = [...given.sentences, ...given.items]
  const parts = own.length > 0 ? own : [{ text: given.text, from: given.from, compute: '' }]
  const bearing = parts.map(({ text, from, compute }) => ({ text, from: from.length > 0 ? from : given.from, compute }))
  if (kind === 'list') {
    const items = bearing.map(readSentence).filter(({ text }) => text !== '')
    return items.length === 0 ? null : { kind, items }
  }
  const read = bearing.flatMap(readSentences)
  return read.length === 0 ? null : { kind, sentences: read }
}

// A kind that nobody knows is told by what it has.
function kindOf({ kind, rows, items }: GivenBlock): Block['kind'] {
  const known = (['paragraph', 'list', 'quote', 'code', 'table'] as const).find((name) => name === kind.toLowerCase())
  if (known !== undefined) return known
  if (rows.length > 0) return 'table'
  return items.length > 0 ? 'list' : 'paragraph'
}

function quoteOf({ text, speaker, from, sentences: [only] }: GivenBlock): Block | null {
  const given = readSentence({
    text: text === '' ? (only?.text ?? '') : text,
    from: [...from, ...(only?.from ?? [])],
    compute: '',
  })
  const words = withoutMarks(given.text)
  return words === '' ? null : { kind: 'quote', text: words, speaker: speaker.trim(), from: given.from }
}

/** The words of a quotation without the marks around the whole of it. */
export function withoutMarks(text: string): string {
  const [, inner] = /^["“]([^"“”]*)["”]$/.exec(text.trim()) ?? []
  return inner?.trim() ?? text.trim()
}

const FENCED = /^\s*(`{3,})([\w+#-]*)\n([\s\S]*)\n\1\s*$/
const ID_FIRST = /^(?:\[([SA]\d{1,3}\.\d{1,5}) {0,4}\]|([SA]\d{1,3}\.\d{1,5}))(?: |$)/

function codeOf({ text, language, from }: GivenBlock): Block | null {
  const [, , named = '', inner = text] = FENCED.exec(text) ?? []
  const found: string[] = []
  // The lines of a source are given behind their ids, and may come back with them.
  const lines = inner
    .replaceAll('\r', '')
    .split('\n')
    .map((line) =>
      line.replace(ID_FIRST, (_, inBrackets: string | undefined, bare: string | undefined) => {
        found.push(inBrackets ?? bare ?? '')
        return ''
      }),
    )
  const code = lines.join('\n').replace(/^\n+/, '').trimEnd()
  if (code.trim() === '') return null
  return {
    kind: 'code',
    text: code,
    language: (language === '' ? named : language).trim(),
    from: readIds([...from, ...found]),
  }
}

function tableOf({ caption, head, rows, from }: GivenBlock): Block | null {
  const read = rows
    .map((row) => {
      const cells = row.cells.map((cell) => readSentence({ text: cell, from: [], compute: '' }))
      const named = row.from.length > 0 ? row.from : from
      return { cells: cells.map(({ text }) => text), from: readIds([...named, ...cells.flatMap((cell) => cell.from)]) }
    })
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const names = head.map((name) => takeIds(name).text)
  // Some give the head as the first row.
  const [first] = read
  const headless = names.length === 0 && first !== undefined
  const body = headless ? read.slice(1) : read
  if (body.length === 0) return null
  return { kind: 'table', caption: readSentence(caption), head: headless ? first.cells : names, rows: body }
}
