import type { Mark } from '#blog/post.ts'
import { plainText, tokenize, type Token } from '#text/tokenize.ts'

/** A piece of a text, with the places of the words that were found. */
export type Snippet = { text: string; marks: Mark[] }

// In characters: two lines of the overlay.
const LENGTH = 160
const BEFORE = 50

/** Where a text has one of the words. */
export function marksIn(text: string, words: ReadonlySet<string>): Mark[] {
  return tokensIn(text, words).map(({ start, end }) => [start, end])
}

/** The piece of a text that has most of the words, cut between words; null when it has none of them. */
export function snippetOf(text: string, words: ReadonlySet<string>): Snippet | null {
  const tokens = tokensIn(text, words)
  let best: { start: number; different: number } | null = null
  for (const [place, { start }] of tokens.entries()) {
    const near = tokens.slice(place, place + 20).filter(({ end }) => end <= start + LENGTH - BEFORE)
    const different = new Set(near.map(({ word }) => word)).size
    if (best === null || different > best.different) best = { start, different }
  }
  if (best === null) return null
  const from = best.start <= BEFORE ? 0 : best.start - BEFORE + text.slice(best.start - BEFORE).search(/(?<=\s)\S|$/u)
  const start = Math.min(from, best.start)
  const rest = text.slice(start, start + LENGTH)
  const piece = start + LENGTH >= text.length ? rest : rest.replace(/\s+\S*$/u, '')
  const shown = `${start > 0 ? '… ' : ''}${piece.trim()}${start + piece.length < text.trimEnd().length ? ' …' : ''}`
  return { text: shown, marks: marksIn(shown, words) }
}

/** The words of a text's Markdown or HTML as one reads them, without what marks it up. */
export function readable(source: string): string {
  return plainText(
    source
      .replaceAll(/^\s*(?:```.*|#+|>+|[-*+]|\d+\.|\|?[-:| ]+\|?$)/gm, ' ')
      .replaceAll(/!?\[([^\]]*)\]\([^)\s]*(?:\s[^)]*)?\)/g, '$1')
      .replaceAll(/[*`|]|__/g, ''),
  )
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;:!?])/g, '')
    .trim()
}

function tokensIn(text: string, words: ReadonlySet<string>): Token[] {
  return tokenize(text).filter(({ word }) => words.has(word))
}
