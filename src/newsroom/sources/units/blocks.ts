import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { sentencesOf } from '#text/sentences.ts'
import { CUT_MARK, textOf } from '#newsroom/sources/feed/markdown-text.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import type { ListItem, Nodes, Paragraph, RootContent, Table } from 'mdast'

/** A unit before it has an id. */
export type Piece = Pick<Unit, 'kind' | 'text'>

/** A block of a text and the units in it. `level` is set for headings. */
export type Block = {
  kind: 'heading' | 'paragraph' | 'caption' | 'list' | 'table' | 'code'
  pieces: Piece[]
  level: number
  quoted: { by: string | null } | null
}

// Only the syntax of blocks is read: stars, brackets and backticks inside a sentence are part of its text.
const DISABLED =
  'attention autolink codeText definition htmlFlow htmlText labelEnd labelStartImage labelStartLink'.split(' ')

// Far more lines than a text has units. The parser takes seconds for tens of thousands of blocks.
const MAX_LINES = 2_000

/** Reads the blocks of a text in Markdown. `isCut` is true if it ends with the cut mark or has too many lines. */
export function blocksOf(markdown: string): { blocks: Block[]; isCut: boolean } {
  const all = markdown.trimEnd().split('\n')
  const isMarked = all.at(-1) === CUT_MARK
  const lines = (isMarked ? all.slice(0, -1) : all).slice(0, MAX_LINES)
  return { blocks: blocksIn(parse(lines.join('\n'))), isCut: isMarked || all.length > MAX_LINES }
}

// Marks of quotes and items at the start of a line. The parser takes very long for hundreds of them.
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
    const block = (kind: Block['kind'], pieces: Piece[], level = 0): Block[] =>
      pieces.length === 0 ? [] : [{ kind, pieces, level, quoted }]
    switch (node.type) {
      case 'heading':
        return block('heading', piecesOf('heading', [textOf([node])]), node.depth)
      case 'paragraph':
        return paragraphsOf(node).flatMap(([kind, pieces]) => block(kind, pieces))
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

const CAPTION = /^Caption: /

// Two line breaks in a row start a new paragraph.
function paragraphsOf(node: Paragraph): [Block['kind'], Piece[]][] {
  const texts = linesOf(node)
    .join('\n')
    .split(/\n{2,}/)
  return texts.map((text) => {
    const lines = text.replace(CAPTION, '').split('\n')
    return [CAPTION.test(text) ? 'caption' : 'paragraph', piecesOf('sentence', lines.flatMap(sentencesOf))]
  })
}

// The lines of a paragraph as its author broke them. A line end in Markdown is only a space.
function linesOf({ children }: Paragraph): string[] {
  const starts = [0, ...children.flatMap((child, index) => (child.type === 'break' ? [index + 1] : []))]
  return starts.map((start, index) => textOf(children.slice(start, starts[index + 1])))
}

const MAX_WHOLE_ITEM = 200

// The check box of a task in Markdown. An open task must not read like a finished one.
const TASK = /^\[([ xX])\] /

function itemPieces(item: ListItem): Piece[] {
  return item.children.flatMap((child): Piece[] => {
    if (child.type === 'list') return child.children.flatMap(itemPieces)
    if (child.type !== 'paragraph') return blocksIn([child]).flatMap(({ pieces }) => pieces)
    const lines = linesOf(child).map((line) => line.replace(TASK, (_, mark: string) => (mark === ' ' ? '☐ ' : '☑ ')))
    const texts = lines.flatMap((line) => (line.length <= MAX_WHOLE_ITEM ? [line] : sentencesOf(line)))
    return [...piecesOf('item', texts.slice(0, 1)), ...piecesOf('sentence', texts.slice(1))]
  })
}

const MAX_NAMED_ROWS = 100
const MAX_NAMED_ROW = 300

// Each row with the names of its columns, so that it can be understood alone, unless that would multiply the text.
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
    return named.join(' | ').length <= MAX_NAMED_ROW ? named.join(' | ') : plain
  })
}

const SPEAKER = /^(?:[—–―]|--) ?(\p{Lu}.{0,120})$/u

function speakerIn(node: Nodes | undefined): string | null {
  return node?.type === 'paragraph' ? (SPEAKER.exec(textOf([node]))?.[1] ?? null) : null
}

// True if most of a preformatted text is in long lines of sentences, as in an archive of mails.
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
    .flatMap(shortened)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ kind, text }))
}

// Cuts a text that is too long after a clause; otherwise between words; in scripts without spaces, anywhere.
function shortened(text: string): string[] {
  if (text.length <= MAX_UNIT) return [text.trimEnd()]
  const window = text.slice(0, MAX_UNIT)
  const ends = ['; ', ': ', ' – ', ' — ', ' | ', ', ', ' '].map((end) => window.lastIndexOf(end) + end.length)
  const length = ends.find((end) => end > MAX_UNIT / 2) ?? window.toWellFormed().replace(/\uFFFD$/, '').length
  return [window.slice(0, length).trimEnd(), ...shortened(text.slice(length))]
}
