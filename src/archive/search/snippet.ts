import type { Mark } from '#blog/post.ts'
import { plainText, tokenize, type Token } from '#text/tokenize.ts'

/**
 * A piece of a text, with the places of the words that were found, and the heading it stands under, where there is one; of an
 * article that was found by a tag alone its excerpt and the tag.
 */
export type Snippet = { text: string; marks: Mark[]; section?: string; tag?: string }

// In characters: two lines of the overlay.
const LENGTH = 160
const BEFORE = 50

/** Where a text has one of the words. */
export function marksIn(text: string, words: ReadonlySet<string>): Mark[] {
  return tokensIn(text, words).map(({ start, end }) => [start, end])
}

/** Where a text has words one behind the other, of the last one perhaps the beginning alone; nowhere where it has not all. */
export function beginningIn(text: string, words: readonly string[]): Mark[] {
  const tokens = tokenize(text)
  const first = tokens.findIndex((_, place) =>
    words.every((word, index) => tokens[place + index]?.word.startsWith(word) ?? false),
  )
  const [start, last] = [tokens[first], tokens[first + words.length - 1]]
  const length = words.at(-1)?.length ?? 0
  return start && last ? [[start.start, Math.min(last.end, last.start + length)]] : []
}

/** The piece of an article's Markdown or HTML that has most of the words, with its section; null when it has none of them. */
export function passageOf(source: string, words: ReadonlySet<string>): Snippet | null {
  const { text, sections } = withSections(source)
  const found = bestPlace(text, words)
  if (found === null) return null
  const section = sections.findLast(({ start }) => start <= found)?.title
  return { ...cutAt(text, found, words), ...(section && { section }) }
}

/** The piece of a text that has most of the words, cut between words; null when it has none of them. */
export function snippetOf(text: string, words: ReadonlySet<string>): Snippet | null {
  const found = bestPlace(text, words)
  return found === null ? null : cutAt(text, found, words)
}

function bestPlace(text: string, words: ReadonlySet<string>): number | null {
  const tokens = tokensIn(text, words)
  let best: { start: number; different: number } | null = null
  for (const [place, { start }] of tokens.entries()) {
    const near = tokens.slice(place, place + 20).filter(({ end }) => end <= start + LENGTH - BEFORE)
    const different = new Set(near.map(({ word }) => word)).size
    if (best === null || different > best.different) best = { start, different }
  }
  return best === null ? null : best.start
}

function cutAt(text: string, place: number, words: ReadonlySet<string>): Snippet {
  const from = place <= BEFORE ? 0 : place - BEFORE + text.slice(place - BEFORE).search(/(?<=\s)\S|$/u)
  const start = Math.min(from, place)
  const rest = text.slice(start, start + LENGTH)
  const piece = start + LENGTH >= text.length ? rest : rest.replace(/\s+\S*$/u, '')
  const shown = `${start > 0 ? '… ' : ''}${piece.trim()}${start + piece.length < text.trimEnd().length ? ' …' : ''}`
  return { text: shown, marks: marksIn(shown, words) }
}

// A heading of Markdown, outside of code, or of HTML.
const HEADING =
  /^ {0,3}#{2,6}[ \t]+(.+?)[ \t#]*$|<h[2-6]\b[^>]*>([\s\S]*?)<\/h[2-6]>|^ {0,3}(```+|~~~+)[\s\S]*?^ {0,3}\3/gm

// The text as one reads it, section by section, each from where its heading begins.
function withSections(source: string): { text: string; sections: { start: number; title: string }[] } {
  const parts: string[] = []
  const sections: { start: number; title: string }[] = []
  let length = 0
  function add(piece: string): void {
    const read = readable(piece)
    if (read === '') return
    parts.push(read)
    length += read.length + 1
  }
  let read = 0
  for (const { 0: whole, 1: markdown, 2: html, index } of source.matchAll(HEADING)) {
    const title = readable(markdown ?? html ?? '')
    if (title === '') continue
    add(source.slice(read, index))
    sections.push({ start: length, title })
    add(title)
    read = index + whole.length
  }
  add(source.slice(read))
  return { text: parts.join(' '), sections }
}

// The words of a text's Markdown or HTML as one reads them, without what marks it up.
function readable(source: string): string {
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
