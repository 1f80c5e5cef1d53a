import type { Mark } from '#blog/post.ts'
import { tagsOf } from '#archive/search/index-posts.ts'
import { foldedIn, sectionAt, withoutDelimiters, withoutFolded } from '#archive/search/readable-text.ts'
import type { Row } from '#archive/search/search-database.ts'
import { tokenize, wordsOf, type Token } from '#archive/search/tokenize.ts'

/**
 * A passage from a post's excerpt or text, the positions of the matching words in it, and the heading above it, if any.
 * If only one of the post's tags matches, `text` is the whole excerpt and `tag` is the matching tag.
 */
export type Snippet = { text: string; marks: Mark[]; section?: string; tag?: string }

// FTS5 puts these characters around each match.
const [MATCH_START, MATCH_END] = ['\u0002', '\u0003']
const MATCH = new RegExp(`${MATCH_START}[^${MATCH_END}]*`, 'g')

// This many tokens fill about two lines in the search overlay.
const SNIPPET_TOKENS = 26

// Number of tokens before the first match in a passage that FTS5 does not choose.
const TOKENS_BEFORE = 8

/**
 * Returns the SQL columns that `matchesIn` reads from a search in `words`. Adds a body snippet to rows for which the
 * SQL condition `withBody` is true.
 */
export function matchColumns(withBody: string): string {
  const marks = `char(${MATCH_START.charCodeAt(0)}), char(${MATCH_END.charCodeAt(0)})`
  const snippet = (column: number) => `snippet(words, ${column}, ${marks}, '…', ${SNIPPET_TOKENS})`
  return `highlight(words, 0, ${marks}) AS markedTitle, ${snippet(1)} AS excerptSnippet, words.excerpt,
    highlight(words, 2, ${marks}) AS markedTags, iif(${withBody}, ${snippet(4)}, '') AS bodySnippet, words.body`
}

/**
 * Returns the matches in a row that has the columns from `matchColumns`: the marks in the title, and a snippet. The
 * snippet is null if the title contains all `asked` words of the query, or if only the category matches.
 */
export function matchesIn(row: Row, asked: number): { marks: Mark[]; snippet: Snippet | null } {
  const title = readMarks(String(row.markedTitle))
  return { marks: title.marks, snippet: countWords(title) >= asked ? null : snippetOf(row) }
}

function snippetOf(row: Row): Snippet | null {
  const passage =
    passageOf(String(row.excerpt), String(row.excerptSnippet)) ?? passageOf(String(row.body), String(row.bodySnippet))
  if (passage) return passage
  const tags = readMarks(String(row.markedTags))
  const start = tags.marks[0]?.[0]
  const tag = tagsOf(tags.text)[tags.text.slice(0, start).split('\n').length - 1]
  if (start === undefined || tag === undefined) return null
  return { text: withoutFolded(String(row.excerpt)), marks: [], tag }
}

function passageOf(column: string, marked: string): Snippet | null {
  if (!marked.includes(MATCH_START)) return null
  const text = withoutFolded(column)
  const passage = marked.replaceAll(MATCH_START, '').replaceAll(MATCH_END, '').replaceAll(/^…|…$/g, '')
  // Searches the whole text for the passage, because FTS5 does not return its position.
  const start = text.indexOf(passage)
  // The passage contains folded words from the end of the column.
  if (start === -1) return foldedPassage(text, marked)
  const before = marked.slice(0, marked.indexOf(MATCH_START)).replace(/^…/, '')
  return { ...readMarks(marked), ...sectionOf(text, start + before.length) }
}

function sectionOf(text: string, position: number): { section?: string } {
  const section = sectionAt(text, position)
  return section ? { section } : {}
}

// Returns a passage around the first word that FTS5 marked.
function foldedPassage(text: string, marked: string): Snippet | null {
  const matched = new Set(marked.match(MATCH)?.flatMap(wordsOf))
  const tokens = tokenize(text)
  const isMatched = ({ word }: Token) => wordsOf(word).some((part) => matched.has(part))
  const first = tokens.findIndex(isMatched)
  const found = tokens[first]
  if (!found) return null
  const from = Math.max(0, first - TOKENS_BEFORE)
  const shown = tokens.slice(from, from + SNIPPET_TOKENS)
  const start = from === 0 ? 0 : (shown[0]?.start ?? 0)
  const end = from + SNIPPET_TOKENS < tokens.length ? shown.at(-1)?.end : text.length
  const [prefix, suffix] = [from === 0 ? '' : '…', end === text.length ? '' : '…']
  const marks = shown.filter(isMatched).map((token): Mark => {
    const at = prefix.length + withoutDelimiters(text.slice(start, token.start)).length
    return [at, at + token.end - token.start]
  })
  const passage = prefix + withoutDelimiters(text.slice(start, end)) + suffix
  return { text: passage, marks, ...sectionOf(text, found.start) }
}

function readMarks(marked: string): { text: string; marks: Mark[] } {
  let text = ''
  const marks: Mark[] = []
  for (const piece of withoutDelimiters(withoutFolded(marked)).split(MATCH_START)) {
    const end = piece.indexOf(MATCH_END)
    if (end !== -1) marks.push([text.length, text.length + end])
    text += piece.replace(MATCH_END, '')
  }
  // If only a word's folded form matches, mark the word as it is written.
  const matched = foldedIn(marked).filter((word) => word.includes(MATCH_START) || word.includes(MATCH_END))
  const folded = new Set(matched.flatMap(wordsOf))
  if (folded.size > 0)
    for (const { word, start, end } of tokenize(text))
      if (
        wordsOf(word).some((part) => folded.has(part)) &&
        !marks.some(([first, last]) => first <= start && end <= last)
      )
        marks.push([start, end])
  return { text, marks: marks.toSorted(([a], [b]) => a - b) }
}

function countWords({ text, marks }: { text: string; marks: Mark[] }): number {
  return marks.reduce((sum, [start, end]) => sum + wordsOf(text.slice(start, end)).length, 0)
}

/**
 * Returns the range of consecutive words in a name as a list with one mark, or an empty list if the name does not
 * contain them in this order. The last word may be incomplete.
 */
export function beginningIn(name: string, words: readonly string[]): Mark[] {
  const tokens = tokenize(name)
  const first = tokens.findIndex((_, place) =>
    words.every((word, index) => tokens[place + index]?.word.startsWith(word) ?? false),
  )
  const [start, last] = [tokens[first], tokens[first + words.length - 1]]
  const length = words.at(-1)?.length ?? 0
  return start && last ? [[start.start, Math.min(last.end, last.start + length)]] : []
}
