import { areButtons, markOfLine, markOfSection } from '#newsroom/sources/units/boilerplate.ts'
import { readByline, type Byline } from '#newsroom/sources/units/byline.ts'
import type { Piece } from '#newsroom/sources/units/pieces.ts'
import type { TextBlock } from '#newsroom/sources/units/blocks.ts'
import type { Unit } from '#newsroom/sources/unit.ts'

/** A block and what can be cited of it. */
export type CutBlock = { block: TextBlock; pieces: Piece[] }

/** What of a text is no part of its account, piece by piece, and who its byline says wrote it. */
export function marksOf(cut: CutBlock[]): { marks: Unit['mark'][][]; author: string | null } {
  const opening = cut.findIndex(({ pieces }) => pieces.some(isAccount))
  const start = opening === -1 ? OPENING : Math.min(opening, OPENING)
  let author: string | null = null
  let section: Section = null
  const marks = cut.map(({ block, pieces }, index) => {
    section = sectionAt(cut, index, section)
    if (block.kind === 'code' || block.kind === 'table') return pieces.map(() => null)
    if (block.kind === 'caption') return pieces.map(() => 'caption' as const)
    if (areButtons(pieces.map(({ text }) => text))) return pieces.map(() => 'boilerplate' as const)
    const bylines =
      index <= start ? openingBylines(cut, index) : index >= cut.length - CLOSING ? pieces.map(closingByline) : []
    author ??= bylines.find((byline) => byline?.author)?.author ?? null
    return pieces.map(({ text }, piece) => bylines[piece]?.mark ?? markOfLine(text) ?? section?.mark ?? null)
  })
  return { marks, author }
}

// Bylines stand before the first real sentence of a text, or after its last.
const OPENING = 8
const CLOSING = 3

// Lines beside sentences are part of an account: the times of an incident, say.
function openingBylines(cut: CutBlock[], index: number): (Byline | null)[] {
  const { block, pieces } = cut[index] ?? { block: null, pieces: [] }
  if (block === null || block.kind === 'list' || pieces.some(({ text }) => /\p{Ll}{3}[.!?]$/u.test(text))) return []
  const beside = [cut[index - 1], cut[index + 1]].map((other) => other?.pieces[0]?.text ?? '')
  return pieces.map(({ text }, piece) => {
    const own = readByline(text)
    if (own !== null) return own
    // A name alone is a byline where a date stands beside it, or a role below.
    const date = [pieces[piece + 1]?.text ?? '', ...beside].find((other) => readByline(other)?.mark === 'date')
    const below = date ?? pieces[piece + 1]?.text ?? cut[index + 1]?.pieces[0]?.text ?? ''
    const together = readByline(below)?.mark === 'byline' ? null : readByline(`${text} | ${below}`)
    return together?.mark === 'byline' ? together : null
  })
}

// At the end a name with a role is whom to ask, or who is quoted.
function closingByline({ kind, text }: Piece): Byline | null {
  const byline = kind === 'item' ? null : readByline(text)
  return byline?.mark === 'date' || /\bby\b/i.test(text) ? byline : null
}

function isAccount({ kind, text }: Piece): boolean {
  return kind === 'sentence' && text.length >= 80 && /[.!?]["”’»)]*$/.test(text)
}

type Section = { mark: Unit['mark']; level: number } | null

// Below such a heading stand links, in lists or as lines that are no sentences. The first real paragraph ends it.
function sectionAt(cut: CutBlock[], index: number, section: Section): Section {
  const here = cut[index]
  if (here === undefined) return null
  const { block, pieces } = here
  const next = cut[index + 1]
  if (block.kind === 'heading' || (block.kind === 'paragraph' && pieces.length === 1)) {
    const mark = markOfSection(pieces[0]?.text ?? '')
    const isHead = mark !== null && (next === undefined || areLinks(next) || next.block.kind === 'heading')
    if (isHead) return { mark, level: block.kind === 'heading' ? block.level : LOWEST }
  }
  if (section === null) return null
  if (block.kind === 'heading') return block.level > section.level ? section : null
  // Contents are one list; there may be several of other articles.
  if (section.mark === 'boilerplate' && cut[index - 1]?.block.kind === 'list') return null
  return areLinks(here) ? section : null
}

const LOWEST = 6

function areLinks({ block, pieces }: CutBlock): boolean {
  if (block.kind === 'code' || block.kind === 'table' || block.kind === 'heading') return false
  return pieces.every((piece) => !isAccount(piece) && (block.kind === 'list' || !/[.:]$/.test(piece.text)))
}
