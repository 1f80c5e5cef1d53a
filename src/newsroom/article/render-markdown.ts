import type { Source } from '#blog/post.ts'
import { claimsOf, type Block, type Claim, type Draft } from '#newsroom/article/draft.ts'
import { shorten } from '#text/shorten.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { CITATION } from '#text/citations.ts'

/**
 * A unit that bears a sentence of an article. `where` is the address of the sentence in its draft and `text` its words;
 * `citation` counts the links that citations become, from 1 in the order of the text, and is null where a page shows none
 * (title, lead, headings). `source` is an index into the article's sources, `unit` an id that counts them from `S1`,
 * `quote` at most 300 characters of the source; `compute` is what the sentence computes.
 */
export type SentenceEvidence = {
  where: string
  text: string
  compute: string
  citation: number | null
  source: number
  unit: string
  quote: string
}

/** A draft as Markdown with numbered citations, the sources in the order of their numbers, and what bears each sentence. */
export type Article = { markdown: string; sources: Source[]; evidence: SentenceEvidence[] }

/** What begins the block that says what is different now. */
export const WHAT_CHANGES = 'What changes:'

/**
 * Sets a draft: every sentence is followed by the numbers of its sources, which count as the text first names them;
 * an earlier post of the blog is a source like others. Whatever is not bold, italic or code is escaped, so that nothing a
 * model writes becomes a link, a picture or markup. An article that rests on one publisher says so first.
 */
export function renderMarkdown(draft: Draft, sources: NumberedSource[]): Article {
  const cited: NumberedSource[] = []
  const evidence: SentenceEvidence[] = []
  const claims = new Map(claimsOf(draft).map((claim) => [claim.where, claim]))
  let links = 0
  const record = ({ where, text, compute, from }: Claim, isShown: boolean): number[] => {
    const found = from.flatMap((id) => {
      const source = sources.find((source) => id.startsWith(`${source.id}.`))
      const unit = source?.units.find((unit) => unit.id === id)
      return source === undefined || unit === undefined ? [] : [{ source, unit }]
    })
    for (const { source } of found) if (!cited.includes(source)) cited.push(source)
    const numbers = [...new Set(found.map(({ source }) => cited.indexOf(source) + 1))].toSorted((a, b) => a - b)
    for (const { source, unit } of found) {
      const number = cited.indexOf(source) + 1
      evidence.push({
        where,
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
    ...blocks.map((block, place) => set(block, { where: `sections.${index}.blocks.${place}`, cite })),
  ])
  for (const claim of claims.values()) if (UNCITED.has(claim.kind)) record(claim, false)
  const publishers = [...new Set(cited.filter(({ id }) => id.startsWith('S')).map(({ publisher }) => publisher))]
  const [only] = publishers
  return {
    markdown: [
      ...(publishers.length === 1 && only !== undefined
        ? [`*Everything below comes from one publisher, ${inline(only)}.*`]
        : []),
      ...(changes === '' ? [] : [`**${WHAT_CHANGES}** ${changes}`]),
      ...body,
    ].join('\n\n'),
    sources: cited.map((source) => ({ ...wordsOf(source), ...dateOf(source) })),
    evidence,
  }
}

function wordsOf({ title, publisher, url }: NumberedSource): Source {
  return { title, publisher, url }
}

// What is only linked was not asked for its date.
function dateOf({ date, firstSeen }: NumberedSource): Pick<Source, 'date'> {
  if (firstSeen) return { date: null }
  return date === '' ? {} : { date: date.slice(0, 'YYYY-MM-DD'.length) }
}

const LONGEST_QUOTE = 300
const UNCITED = new Set<Claim['kind']>(['title', 'lead', 'heading'])

type Cite = (where: string) => string

function sentencesAt(where: string, sentences: { text: string }[], cite: Cite): string {
  return sentences.map(({ text }, index) => `${inline(text)}${cite(`${where}.${index}`)}`).join(' ')
}

function set(block: Block, { where, cite }: { where: string; cite: Cite }): string {
  switch (block.kind) {
    case 'paragraph':
      return sentencesAt(`${where}.sentences`, block.sentences, cite)
    case 'list':
      return block.items.map(({ text }, index) => `- ${inline(text)}${cite(`${where}.items.${index}`)}`).join('\n')
    case 'quote':
      return `> “${inline(block.text)}”${block.speaker === '' ? '' : ` — ${inline(block.speaker)}`}${cite(where)}`
    case 'code':
      return `${fenced(block.text, block.language)}\n\nAs published.${cite(where)}`
    case 'table':
      return setTable(block, { where, cite })
  }
}

function setTable(
  { caption, head, rows }: Extract<Block, { kind: 'table' }>,
  { where, cite }: { where: string; cite: Cite },
): string {
  const line = (cells: string[], citation: string) => {
    const [last = '', ...before] = cells.map(cell).toReversed()
    return `| ${[...before.toReversed(), `${last}${citation}`].join(' | ')} |`
  }
  return [
    ...(caption.text === '' ? [] : [`Table: ${inline(caption.text)}${cite(`${where}.caption`)}`, '']),
    line(head, ''),
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows.map(({ cells }, index) => line(cells, cite(`${where}.rows.${index}`))),
  ].join('\n')
}

function cell(text: string): string {
  return inline(text).replaceAll(/(?<!\\)\|/g, String.raw`\|`)
}

// A fence longer than any run of backticks inside, and a language that is only a word.
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[a-z0-9+#-]{1,20}$/i.test(language) ? language : 'text'}\n${code.replaceAll('\r', '')}\n${fence}`
}

// One line: what would begin a block cannot. Code keeps its characters; bold and italic keep their stars. A citation is
// code's alone to write.
function inline(text: string): string {
  const parts = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(`[^`]+`)/)
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(CITATION, '')
            .replaceAll(/\[(?=S\d)/g, '(')
            .replaceAll(/[\\[\]<>_#!|~&`$^]/g, String.raw`\$&`),
    )
    .join('')
    .replace(/^([-+=]|\*(?=\s|$)|\d+[.)])/, (start) =>
      /^\d/.test(start) ? `${start.slice(0, -1)}\\${start.slice(-1)}` : `\\${start}`,
    )
}
