import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { sentencesOf } from '#text/sentences.ts'
import type { Reference } from '#newsroom/sources/entry.ts'
import { CUT_MARK, textOf } from '#newsroom/sources/feed/markdown-text.ts'
import { marksOf } from '#newsroom/sources/marks.ts'
import { isArticleText, type Block, type NumberedSource, type Piece, type Unit } from '#newsroom/sources/unit.ts'
import type { ListItem, Nodes, Paragraph, RootContent, Table } from 'mdast'

/** Splits a source's text into at most 400 numbered units. The same text always gets the same ids. */
export function numberSource({ text, ...source }: Reference): NumberedSource {
  const { blocks, isCut } = blocksOf(text)
  const { marks, author } = marksOf(blocks)
  const pieces = blocks.flatMap(({ pieces, quoted }, block) =>
    pieces.map((piece, index) => ({ ...piece, block, mark: marks[block]?.[index] ?? null, ...(quoted && { quoted }) })),
  )
  const numbered = pieces.map((piece, index): Unit => ({ id: `${source.id}.${index + 1}`, ...piece }))
  return {
    ...source,
    author,
    units: [...headOf({ ...source, author }), ...numbered.slice(0, MAX_UNITS)],
    unitCount: numbered.filter(isArticleText).length,
    ...(isCut && { isCut }),
  }
}

const MAX_UNITS = 400

function headOf({ id, title, date, author }: Pick<NumberedSource, 'id' | 'title' | 'date' | 'author'>): Unit[] {
  const fields = [
    ['title', title],
    // A linked document may have no known date.
    ['date', date.slice(0, 'YYYY-MM-DD'.length)],
    ['author', author ?? ''],
  ] as const
  return fields.flatMap(([kind, text]) =>
    kind === 'title' || text !== '' ? [{ id: `${id}.${kind}`, kind, text, block: -1, mark: null }] : [],
  )
}

/**
 * Formats a source's units for a prompt, one per line after its id: `[S1.12] text`, with blank lines between blocks.
 * Headings, list items, bylines and block quotes are marked. Boilerplate is left out. If other units were
 * left out or the text was cut, the last lines say so; otherwise a model could conclude that the source does not
 * contain them.
 */
export function printSource({ units, unitCount, isCut }: NumberedSource): string {
  const shown = units.filter(isArticleText)
  const blocks = Map.groupBy(shown, ({ block }) => block)
  const omitted = (unitCount ?? 0) - shown.filter(({ block }) => block >= 0).length
  return [
    ...[...blocks.values()].map(printBlock),
    ...(omitted > 0 ? [`[… ${omitted} more ${omitted === 1 ? 'unit is' : 'units are'} not shown]`] : []),
    ...(isCut ? ['[… the text goes on, but was not read to its end]'] : []),
  ].join('\n\n')
}

// Pads the ids in a code block to the same width so that its lines keep their indentation.
function printBlock(units: Unit[]): string {
  const width = units[0]?.kind === 'code' ? Math.max(...units.map(({ id }) => id.length)) : 0
  const lines = units.map(({ id, kind, text, mark, quoted }) => {
    const label = `[${id.padEnd(width)}] `
    const quotation = quoted && (quoted.by === null ? 'quoted' : `quoted from ${quoted.by}`)
    const notes = [mark, quotation].map((note) => (note ? `(${note}) ` : '')).join('')
    return `${label}${LEAD[kind] ?? ''}${notes}${text.replaceAll('\n', `\n${' '.repeat(label.length)}`)}`
  })
  return lines.join('\n')
}

const LEAD: Partial<Record<Unit['kind'], string>> = { heading: '## ', item: '- ' }

// Parses only block syntax. Asterisks, brackets and backticks inside a sentence are part of its text.
const DISABLED =
  'attention autolink codeText definition htmlFlow htmlText labelEnd labelStartImage labelStartLink'.split(' ')

// Maximum number of lines to parse, because tens of thousands of blocks take seconds. This is enough for 400 units.
const MAX_LINES = 2_000

// `isCut` is true if the text ends with the cut mark or has too many lines.
function blocksOf(markdown: string): { blocks: Block[]; isCut: boolean } {
  const all = markdown.trimEnd().split('\n')
  const isMarked = all.at(-1) === CUT_MARK
  const lines = (isMarked ? all.slice(0, -1) : all).slice(0, MAX_LINES)
  return { blocks: blocksIn(parse(lines.join('\n'))), isCut: isMarked || all.length > MAX_LINES }
}

// Matches the markers of quotes and list items at the start of a line. Keeps only six, because hundreds would make the
// parser very slow.
const MARK = String.raw`[ ]*(?:>|[-+*](?=[ ])|\d{1,9}[.)](?=[ ]))`
const DEEP = new RegExp(`^((?:${MARK}){6})(?:${MARK})+`, 'gm')

function parse(markdown: string, disabled = ['codeIndented', ...DISABLED]): RootContent[] {
  return fromMarkdown(markdown.replace(DEEP, '$1'), {
    extensions: [gfmTable(), { disable: { null: disabled } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  }).children
}

function blocksIn(nodes: readonly RootContent[], quoted: Block['quoted'] = null): Block[] {
  return nodes.flatMap((node, index): Block[] => {
    const block = (kind: Block['kind'], pieces: Piece[]): Block[] =>
      pieces.length === 0 ? [] : [{ kind, pieces, quoted }]
    switch (node.type) {
      case 'heading':
        return block('heading', piecesOf('heading', [textOf([node])]))
      case 'paragraph':
        return paragraphsOf(node).flatMap((pieces) => block('paragraph', pieces))
      case 'list':
        return block('list', node.children.flatMap(itemPieces))
      case 'table':
        return block('table', piecesOf('row', rowsOf(node)))
      case 'code':
        return isProse(node.value)
          ? blocksIn(parse(node.value, DISABLED), quoted)
          : block('code', piecesOf('code', node.value.split('\n')))
      case 'blockquote':
        return blocksIn(node.children, { by: speakerIn(node.children.at(-1)) ?? speakerIn(nodes[index + 1]) })
      default:
        return []
    }
  })
}

// Splits a paragraph at each pair of consecutive line breaks.
function paragraphsOf(node: Paragraph): Piece[][] {
  const texts = linesOf(node)
    .join('\n')
    .split(/\n{2,}/)
  return texts.map((text) => piecesOf('sentence', text.split('\n').flatMap(sentencesOf)))
}

// Splits a paragraph at its hard line breaks. In Markdown, an ordinary line break counts as a space.
function linesOf({ children }: Paragraph): string[] {
  const starts = [0, ...children.flatMap((child, index) => (child.type === 'break' ? [index + 1] : []))]
  return starts.map((start, index) => textOf(children.slice(start, starts[index + 1])))
}

const MAX_WHOLE_ITEM = 200

function itemPieces(item: ListItem): Piece[] {
  return item.children.flatMap((child): Piece[] => {
    if (child.type === 'list') return child.children.flatMap(itemPieces)
    if (child.type !== 'paragraph') return blocksIn([child]).flatMap(({ pieces }) => pieces)
    const texts = linesOf(child).flatMap((line) => (line.length <= MAX_WHOLE_ITEM ? [line] : sentencesOf(line)))
    return [...piecesOf('item', texts.slice(0, 1)), ...piecesOf('sentence', texts.slice(1))]
  })
}

const MAX_NAMED_ROWS = 100
const MAX_NAMED_ROW = 300

// Adds the column names to each row so that it makes sense alone, unless that would make the text several times as
// long.
function rowsOf({ children }: Table): string[] {
  const rows = children.map((row) => row.children.map((cell) => textOf([cell])))
  const filled = rows.filter((cells) => cells.some(Boolean))
  const head = rows[0]?.some(Boolean) && filled.length <= MAX_NAMED_ROWS ? rows[0] : null
  return filled.map((cells) => {
    const full = cells.filter(Boolean)
    const plain = full.length === 1 ? full.join('') : cells.join(' | ')
    if (head === null || cells === head || full.length === 1) return plain
    const named = cells
      .map((cell, column) => (cell && head[column] ? `${head[column]}: ${cell}` : cell))
      .filter(Boolean)
      .join(' | ')
    return named.length <= MAX_NAMED_ROW ? named : plain
  })
}

const SPEAKER = /^(?:[—–―]|--) ?(\p{Lu}.{0,120})$/u

function speakerIn(node: Nodes | undefined): string | null {
  return node?.type === 'paragraph' ? (SPEAKER.exec(textOf([node]))?.[1] ?? null) : null
}

// Returns true if preformatted text consists mostly of long lines of sentences, as in an email archive.
function isProse(code: string): boolean {
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  const prose = lines.filter((line) => line.length >= 45 && !/[{}<>=;|]|[^\s\p{L}\d]{3}|^\s*(?:\/[/*]|#)/u.test(line))
  const sentences = prose.filter((line) => /\p{L}[.!?](?:\s|$)/u.test(line))
  const isMost = prose.join('').length * 2 >= lines.join('').length
  return prose.length >= 3 && isMost && sentences.length * 8 >= prose.length
}

const MAX_UNIT = 600

function piecesOf(kind: Piece['kind'], texts: string[]): Piece[] {
  return texts
    .flatMap(splitLong)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ kind, text }))
}

// Splits text that is too long: after a clause if possible, otherwise between words or, in scripts without spaces,
// anywhere.
function splitLong(text: string): string[] {
  if (text.length <= MAX_UNIT) return [text.trimEnd()]
  const window = text.slice(0, MAX_UNIT)
  const ends = ['; ', ': ', ' – ', ' — ', ' | ', ', ', ' '].map((end) => window.lastIndexOf(end) + end.length)
  const length = ends.find((end) => end > MAX_UNIT / 2) ?? window.toWellFormed().replace(/\uFFFD$/, '').length
  return [window.slice(0, length).trimEnd(), ...splitLong(text.slice(length))]
}
