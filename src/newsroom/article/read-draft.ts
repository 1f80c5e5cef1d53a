import * as z from 'zod'
import { draftShape, mapClaims, type Claim, type Draft, type Piece } from '#newsroom/article/draft.ts'
import { sentencesOf } from '#text/sentences.ts'

/**
 * The schema of the draft that a model returns. Each sentence becomes one line, and a paragraph in one sentence is split. Wrong
 * facts stay, because the checks find them. Parsing fails if there is no title or no text.
 */
export const draft: z.ZodType<Draft> = draftShape({ unit: z.string(), source: z.string() })
  .transform((given): Draft => {
    const tags = given.tags.map((tag) => tag.trim())
    return mapClaims({ ...given, tags }, (claim) => readPieces(claim.kind, claim))
  })
  .refine(({ title }) => title.text !== '', 'the title is missing')
  .refine(({ sections }) => sections.length > 0, 'there are no sections with text')

/**
 * Cleans up the text that a model returned for a claim. A text of several sentences is split, except in an item, a heading
 * and a computed sentence, and each sentence keeps all ids. Quotation marks around a quotation are removed, and a name after
 * a dash becomes its speaker.
 */
export function readPieces(kind: Claim['kind'], piece: Piece): Piece[] {
  if (kind === 'row') return [piece]
  if (kind === 'code') return [{ ...piece, text: piece.text.replaceAll('\r', '').trimEnd() }]
  const text = piece.text.replaceAll(/\s+/g, ' ').trim()
  if (kind === 'quote') {
    const [, quoted = text, speaker = piece.speaker] = /^(.*["”])\s+[—–-]+\s+([^"“”]+)$/.exec(text) ?? []
    return [{ ...piece, text: withoutMarks(quoted), speaker: speaker?.trim() }]
  }
  const isSplit = (kind === 'sentence' || kind === 'lead' || kind === 'change') && piece.compute === ''
  return (isSplit ? splitSentences(text) : [text]).map((text) => ({ ...piece, text }))
}

/** Splits a line of text into sentences, but not inside a quotation, code or bold text. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  for (const sentence of sentencesOf(text)) {
    const last = sentences.at(-1)
    if (last !== undefined && isOpen(last)) sentences[sentences.length - 1] = `${last} ${sentence}`
    else sentences.push(sentence)
  }
  return sentences
}

function isOpen(text: string): boolean {
  const count = (mark: RegExp) => (text.match(mark) ?? []).length
  return [/"/g, /`/g, /\*\*/g].some((mark) => count(mark) % 2 === 1) || count(/“/g) > count(/”/g)
}

/** Removes the quotation marks around a whole quotation. */
export function withoutMarks(text: string): string {
  return /^["“]([^"“”]*)["”]$/.exec(text.trim())?.[1]?.trim() ?? text.trim()
}
