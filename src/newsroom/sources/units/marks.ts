import { areButtons, markOfLine, markOfSection } from '#newsroom/sources/units/boilerplate.ts'
import { readByline, type Byline } from '#newsroom/sources/units/byline.ts'
import type { Block, Piece } from '#newsroom/sources/units/blocks.ts'
import type { Unit } from '#newsroom/sources/unit.ts'

/** Marks the pieces that are not article text, and finds the author in the byline. */
export function marksOf(blocks: Block[]): { marks: Unit['mark'][][]; author: string | null } {
  const opening = blocks.findIndex(({ pieces }) => pieces.some(isAccount))
  const start = opening === -1 ? OPENING : Math.min(opening, OPENING)
  let author: string | null = null
  let section: Section = null
  const marks = blocks.map(({ kind, pieces, quoted }, index) => {
    section = sectionAt(blocks, index, section)
    if (kind === 'code' || kind === 'table') return pieces.map(() => null)
    if (kind === 'caption') return pieces.map(() => 'caption' as const)
    if (areButtons(pieces.map(({ text }) => text))) return pieces.map(() => 'boilerplate' as const)
    const isEdge = quoted === null && (index <= start || index >= blocks.length - CLOSING)
    const bylines = !isEdge ? [] : index <= start ? openingBylines(blocks, index) : pieces.map(closingByline)
    author ??= bylines.find((byline) => byline?.author)?.author ?? null
    return pieces.map(({ text }, piece) => bylines[piece]?.mark ?? markOfLine(text) ?? section?.mark ?? null)
  })
  return { marks, author }
}

// Number of blocks at the start and at the end of a text that may contain its byline.
const OPENING = 8
const CLOSING = 3

// Lines next to sentences are part of the article, for example the times of an incident.
function openingBylines(blocks: Block[], index: number): (Byline | null)[] {
  const { kind, pieces } = blocks[index] ?? { kind: 'list', pieces: [] }
  if (kind === 'list' || pieces.some(({ text }) => /\p{Ll}{3}[.!?]$/u.test(text))) return []
  const neighbours = [blocks[index - 1], blocks[index + 1]].map((other) => other?.pieces[0]?.text ?? '')
  return pieces.map(({ text }, piece) => {
    const own = readByline(text)
    if (own !== null) return own
    // A name alone is a byline if there is a date next to it or a job title below it.
    const date = [pieces[piece + 1]?.text ?? '', ...neighbours].find((other) => readByline(other)?.mark === 'date')
    const below = date ?? pieces[piece + 1]?.text ?? blocks[index + 1]?.pieces[0]?.text ?? ''
    const together = readByline(below)?.mark === 'byline' ? null : readByline(`${text} | ${below}`)
    return together?.mark === 'byline' ? together : null
  })
}

// At the end of a text, a name with a job title is a press contact or a quoted person.
function closingByline({ kind, text }: Piece): Byline | null {
  const byline = kind === 'item' ? null : readByline(text)
  return byline?.mark === 'date' || /\bby\b/i.test(text) ? byline : null
}

function isAccount({ kind, text }: Piece): boolean {
  return kind === 'sentence' && text.length >= 80 && /[.!?]["”’»)]*$/.test(text)
}

type Section = { mark: Unit['mark']; level: number } | null

// Below such a heading there are links, in lists or as lines that are not sentences, up to the first real paragraph.
function sectionAt(blocks: Block[], index: number, section: Section): Section {
  const block = blocks[index]
  if (block === undefined) return null
  const next = blocks[index + 1]
  if (block.kind === 'heading' || (block.kind === 'paragraph' && block.pieces.length === 1)) {
    const mark = markOfSection(block.pieces[0]?.text ?? '')
    const isHead = mark !== null && (next === undefined || areLinks(next) || next.kind === 'heading')
    if (isHead) return { mark, level: block.kind === 'heading' ? block.level : LOWEST }
  }
  if (section === null) return null
  if (block.kind === 'heading') return block.level > section.level ? section : null
  // A table of contents is one list. Links to other articles may be in several lists.
  if (section.mark === 'boilerplate' && blocks[index - 1]?.kind === 'list') return null
  return areLinks(block) ? section : null
}

const LOWEST = 6

function areLinks({ kind, pieces }: Block): boolean {
  if (kind === 'code' || kind === 'table' || kind === 'heading') return false
  return pieces.every((piece) => !isAccount(piece) && (kind === 'list' || !/[.:]$/.test(piece.text)))
}
