import { isProse, isProseParagraph } from '#newsroom/sources/units/prose.ts'
import { countRows, tableOf, type Table } from '#newsroom/sources/units/table.ts'

/** A block of a source's text: its lines without the marks that told what it is. An item may have several lines. */
export type TextBlock =
  | { kind: 'heading'; text: string; level: number }
  | { kind: 'paragraph' | 'caption' | 'code'; lines: string[] }
  | { kind: 'list'; isNumbered: boolean; items: string[][] }
  | Table

/**
 * Reads the blocks of a text as `plainTextOf` writes them, and as people write plain text: other bullets, underlined
 * headings, tables with outer bars. Prose that stands as code, as a mail does between `<pre>` and `</pre>`, is prose.
 */
export function blocksOf(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  for (const { lines, isCode } of groupsOf(text)) {
    const read = isCode ? blocksOfCode(lines) : blocksOfGroup(lines)
    for (const block of read) append(blocks, block)
  }
  return blocks
}

type Group = { lines: string[]; isCode: boolean }

// Lines between blank ones, quoted ones apart from others, and what stands between fences.
function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  let open: Group & { fence: string; isQuoted: boolean } = { lines: [], isCode: false, fence: '', isQuoted: false }
  const start = (fence: string, isQuoted: boolean) => {
    if (open.lines.some((line) => line.trim() !== '')) groups.push({ lines: open.lines, isCode: open.isCode })
    open = { lines: [], isCode: fence !== '', fence, isQuoted }
  }
  for (const line of text.split('\n')) {
    const bare = unquoted(line)
    const isQuoted = bare !== line
    const [, fence = '', language = ''] = /^ {0,3}(`{3,})([^`]*)$/.exec(bare) ?? []
    if (open.fence !== '') {
      if (fence.length >= open.fence.length && language.trim() === '') start('', false)
      else open.lines.push(open.isQuoted ? bare : line)
    } else if (fence !== '' || bare.trim() === '') start(fence, isQuoted)
    else {
      if (isQuoted !== open.isQuoted) start('', isQuoted)
      open.lines.push(bare)
    }
  }
  start('', false)
  return groups
}

// "> 50%" quotes nobody.
function unquoted(line: string): string {
  return /^>(?! ?\d)/.test(line) ? line.replace(/^(?:> ?){1,4}/, '') : line
}

function blocksOfCode(lines: string[]): TextBlock[] {
  if (!isProse(lines)) return [{ kind: 'code', lines }]
  const indent = lines.filter(Boolean).reduce((least, line) => Math.min(least, line.search(/\S|$/)), Infinity)
  const text = lines.map((line) => line.slice(indent))
  return groupsOf(text.join('\n')).flatMap((group) =>
    isProseParagraph(group.lines) ? blocksOfGroup(group.lines) : [{ kind: 'code' as const, lines: group.lines }],
  )
}

const HEADING = /^(#{1,6}) +(\S.*?)(?: +#+)?$/
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,})$/
const RULE = /^[-=_*~#+.· ]{3,}$/
const CAPTION = /^ *Caption: (.+)$/
const BULLET = /^ *(?:[-*•‣◦▪●·]|\+(?= +\p{L})) +(\S.*)$/u
const NUMBER = /^ *(?:\(?\d{1,3}[.)]|[a-z]\)) +(\S.*)$/

// A group has no blank line in it.
function blocksOfGroup(lines: string[]): TextBlock[] {
  const blocks: TextBlock[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const rows = countRows(lines, at)
    if (rows > 0) {
      addTable(blocks, tableOf(lines.slice(at, at + rows)))
      at += rows - 1
      continue
    }
    const isUnderlined = blocks.at(-1)?.kind !== 'paragraph' && UNDERLINE.test(lines[at + 1] ?? '')
    if (isUnderlined) blocks.push({ kind: 'heading', text: line.trim(), level: 2 })
    else if (!RULE.test(line)) addLine(blocks, line)
  }
  return blocks
}

function addTable(blocks: TextBlock[], table: Table): void {
  const before = blocks.at(-1)
  // A caption stands right above its table.
  if (before?.kind !== 'paragraph' || before.lines.length > 1) blocks.push(table)
  else blocks[blocks.length - 1] = { ...table, caption: before.lines }
}

function addLine(blocks: TextBlock[], line: string): void {
  const before = blocks.at(-1)
  const [, marks = '', heading] = HEADING.exec(line) ?? []
  const caption = CAPTION.exec(line)?.[1]
  const bullet = BULLET.exec(line)?.[1]
  const item = bullet ?? NUMBER.exec(line)?.[1]
  if (heading !== undefined) blocks.push({ kind: 'heading', text: heading, level: marks.length })
  else if (caption !== undefined) blocks.push({ kind: 'caption', lines: [caption] })
  else if (item !== undefined) append(blocks, { kind: 'list', isNumbered: bullet === undefined, items: [[item]] })
  else if (before?.kind === 'list' && /^ {2}|^ *\p{Ll}/u.test(line)) before.items.at(-1)?.push(line.trim())
  else if (before?.kind === 'paragraph') before.lines.push(line)
  else blocks.push({ kind: 'paragraph', lines: [line] })
}

// Items apart by blank lines are one list, and a quotation and the line that names its speaker one paragraph.
function append(blocks: TextBlock[], block: TextBlock): void {
  const before = blocks.at(-1)
  if (block.kind === 'list' && before?.kind === 'list' && before.isNumbered === block.isNumbered)
    before.items.push(...block.items)
  else if (block.kind === 'paragraph' && before?.kind === 'paragraph' && SPEAKER.test(block.lines[0] ?? ''))
    before.lines.push(...block.lines)
  else blocks.push(block)
}

const SPEAKER = /^(?:[—–―]|--) ?\p{Lu}.{0,120}$/u
