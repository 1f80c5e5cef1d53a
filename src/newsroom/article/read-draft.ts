import * as z from 'zod'
import { draftShape, mapClaims, type Claim, type Draft, type Piece } from '#newsroom/article/draft.ts'
import { sentencesOf } from '#text/sentences.ts'

/**
 * Schema for a draft that a model returns. Parsing puts each sentence on one line and splits a "sentence" that contains
 * a whole paragraph. It fails if the title or the text is missing. It accepts wrong facts, because the checks find
 * them.
 */
export const draft: z.ZodType<Draft> = draftShape({ unit: z.string(), source: z.string() })
  .transform((given): Draft => {
    const tags = given.tags.map((tag) => tag.trim())
    return mapClaims({ ...given, tags }, (claim) => readPieces(claim.kind, claim))
  })
  .refine(({ title }) => title.text !== '', 'the title is missing')
  .refine(({ sections }) => sections.length > 0, 'there are no sections with text')

/**
 * Cleans up the text that a model returned for a claim. Splits text that contains several sentences, except in list
 * items, headings and computed sentences. Each part keeps all ids. Removes the quotation marks around a quotation and
 * uses a name after a dash as its speaker.
 */
export function readPieces(kind: Claim['kind'], piece: Piece): Piece[] {
  if (kind === 'row') return [piece]
  if (kind === 'code') return [{ ...piece, text: piece.text.replaceAll('\r', '').trimEnd() }]
  const text = piece.text.replaceAll(/\s+/g, ' ').trim()
  if (kind === 'quote') {
    const { quoted, speaker = piece.speaker } = readQuotation(text)
    return [{ ...piece, text: quoted, speaker: speaker?.trim() }]
  }
  const isSplit = (kind === 'sentence' || kind === 'lead' || kind === 'change') && piece.compute === ''
  return (isSplit ? splitSentences(text) : [text]).map((text) => ({ ...piece, text }))
}

/** Splits a line into sentences, but not inside a quotation, code or bold text. */
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

/** Removes the quotation marks around a quotation, and separates a speaker's name after a dash. */
export function readQuotation(text: string): { quoted: string; speaker: string | undefined } {
  const [, marked = text, speaker] = /^(["“].*["”])\s+[—–-]+\s+([^"“”]+)$/.exec(text) ?? []
  return { quoted: /^["“](.*)["”]$/.exec(marked)?.[1]?.trim() ?? marked, speaker }
}
