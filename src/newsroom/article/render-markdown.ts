import type { Evidence, Source } from '#blog/post.ts'
import { claimsOf, evidenceIds, type Block, type Claim, type Draft } from '#newsroom/article/draft.ts'
import { shorten } from '#text/sentences.ts'
import { independentPublishers } from '#newsroom/sources/publishers.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { CITATION } from '#text/citations.ts'

/** A draft as Markdown with numbered citations, its sources in citation order, and the evidence for each sentence. */
export type Article = { markdown: string; sources: Source[]; evidence: Evidence[] }

/** The label of the paragraph that says what is different now. */
export const WHAT_CHANGES = 'What changes:'

/** Matches the first line of an article that relies on a single publisher. */
export const ONE_PUBLISHER = /^Everything below comes from one publisher, /

/** Returns the first line for an article that relies on a single publisher. */
export function onlyPublisherLine(publisher: string): string {
  return `*Everything below comes from one publisher, ${inline(publisher)}.*`
}

/**
 * Renders a draft as Markdown. Each sentence is followed by the numbers of its sources, which are numbered in order of
 * first citation. Earlier posts on the blog count as sources too. Everything except bold, italics and code is escaped,
 * so that model output cannot introduce links, images or markup.
 */
export function renderMarkdown(draft: Draft, sources: NumberedSource[]): Article {
  const cited: NumberedSource[] = []
  const evidence: Evidence[] = []
  const all = claimsOf(draft)
  const claims = new Map(all.map((claim) => [claim.where, { ...claim, from: evidenceIds(claim, all) }]))
  const units = new Map(sources.flatMap((source) => source.units.map((unit) => [unit.id, { source, unit }])))
  let links = 0
  const record = ({ text, compute, from }: Claim, isShown: boolean): number[] => {
    const found = from.flatMap((id) => units.get(id) ?? [])
    for (const { source } of found) if (!cited.includes(source)) cited.push(source)
    const numbers = [...new Set(found.map(({ source }) => cited.indexOf(source) + 1))].toSorted((a, b) => a - b)
    for (const { source, unit } of found) {
      const number = cited.indexOf(source) + 1
      evidence.push({
        text,
        compute,
        citation: isShown ? links + numbers.indexOf(number) + 1 : null,
        source: number - 1,
        unit: `S${number}${unit.id.slice(source.id.length)}`,
        quote: shorten(unit.text, LONGEST_QUOTE),
      })
    }
    if (isShown) links += numbers.length
    return numbers
  }
  const cite = (where: string): string => {
    const claim = claims.get(where)
    const numbers = claim === undefined ? [] : record(claim, true)
    return numbers.length === 0 ? '' : ` [${numbers.map((number) => `S${number}`).join(', ')}]`
  }
  const changes = sentencesAt('what_changes', draft.what_changes, cite)
  const body = draft.sections.flatMap(({ heading, blocks }, index) => [
    ...(heading === null ? [] : [`## ${inline(heading.text)}`]),
    ...blocks.map((block, place) => renderBlock(block, `sections.${index}.blocks.${place}`, cite)),
  ])
  for (const claim of claims.values()) if (UNCITED.has(claim.kind)) record(claim, false)
  const [only, ...others] = cited.filter(({ id }) => id.startsWith('S'))
  const isAlone = only !== undefined && independentPublishers([only, ...others]) === 1
  return {
    markdown: [
      ...(isAlone ? [onlyPublisherLine(only.publisher)] : []),
      ...(changes === '' ? [] : [`**${WHAT_CHANGES}** ${changes}`]),
      ...body,
    ].join('\n\n'),
    sources: cited.map(({ title, publisher, url, ...source }) => ({ title, publisher, url, ...dateOf(source) })),
    evidence,
  }
}

// Returns no date for a linked document of unknown age.
function dateOf({ date }: Pick<NumberedSource, 'date'>): Pick<Source, 'date'> {
  return date === '' ? {} : { date: date.slice(0, 'YYYY-MM-DD'.length) }
}

/** Maximum length of a unit's quoted text in an article's record. */
export const LONGEST_QUOTE = 300

/** The kinds of claims that are shown without citations. */
export const UNCITED: ReadonlySet<Claim['kind']> = new Set(['title', 'lead', 'heading'])

type Cite = (where: string) => string

function sentencesAt(where: string, sentences: { text: string }[], cite: Cite): string {
  return sentences.map(({ text }, index) => `${inline(text)}${cite(`${where}.${index}`)}`).join(' ')
}

function renderBlock(block: Block, where: string, cite: Cite): string {
  switch (block.kind) {
    case 'paragraph':
      return sentencesAt(`${where}.sentences`, block.sentences, cite)
    case 'list':
    case 'steps': {
      const mark = (index: number) => (block.kind === 'list' ? '-' : `${index + 1}.`)
      const cited = (index: number) => cite(`${where}.items.${index}`)
      return block.items.map(({ text }, index) => `${mark(index)} ${inline(text)}${cited(index)}`).join('\n')
    }
    case 'quote':
      return `> “${inline(block.text)}”${block.speaker === '' ? '' : ` — ${inline(block.speaker)}`}${cite(where)}`
    case 'code':
      return `${fenced(block.text, block.language)}\n\n${cite(where).trim()}`.trimEnd()
    case 'table': {
      const { caption, head, rows } = block
      const row = (cells: string[], citation = '') => `| ${cells.map(cell).join(' | ')}${citation} |`
      return [
        ...(caption.text === '' ? [] : [`Table: ${inline(caption.text)}${cite(`${where}.caption`)}`, '']),
        row(head),
        `| ${head.map(() => '---').join(' | ')} |`,
        ...rows.map(({ cells }, index) => row(cells, cite(`${where}.rows.${index}`))),
      ].join('\n')
    }
  }
}

function cell(text: string): string {
  return inline(text).replaceAll(/(?<!\\)\|/g, String.raw`\|`)
}

// Returns a fenced code block. Its fence is longer than any run of backticks in the code. The language is one word.
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[a-z0-9+#-]{1,20}$/i.test(language) ? language : 'text'}\n${code.replaceAll('\r', '')}\n${fence}`
}

// Matches code, and bold or italic text with escaped asterisks. The asterisks in `2*3*4` and `**kwargs` do not match.
const CODE_OR_EMPHASIS =
  /`[^`]+`|(?<![\p{L}\p{N}*])((?:\\\*){1,2})(?=[^\s\\])((?:`[^`]+`|[^*`])+?)(?<=\S)\1(?!\p{L}|\p{N}|\\\*)/gu

// Escapes text so that it stays on one line and cannot start a Markdown block. Keeps code, bold and italic. Removes
// text that looks like a citation, because only this file may create citations.
function inline(text: string): string {
  const parts = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(`[^`]+`)/)
  return (
    parts
      .map((part, index) =>
        index % 2 === 1
          ? part
          : part
              .replaceAll(CITATION, '')
              .replaceAll(/\[(?=S\d)/g, '(')
              .replaceAll(/[\\[\]<>_#!|~&`$^*]/g, String.raw`\$&`),
      )
      .join('')
      .replaceAll(CODE_OR_EMPHASIS, (whole, stars: string | undefined, inner: string) => {
        const mark = stars?.replaceAll('\\', '')
        return mark === undefined ? whole : `${mark}${inner}${mark}`
      })
      // Escapes the first character of `- a`, `+ a` and `= a`, and the dot of `1. a`.
      .replace(/^(?:\d+(?=[.)])|(?=[-+=]))/, '$&\\')
  )
}
