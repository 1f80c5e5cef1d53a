import type { Mark } from '#blog/post.ts'
import { tagsOf } from '#archive/search/index-posts.ts'
import { sectionAt, withoutDelimiters } from '#archive/search/readable-text.ts'
import type { Row } from '#archive/search/search-database.ts'
import { tokenize, wordsOf } from '#archive/search/tokenize.ts'

/**
 * A passage from a post's excerpt or text, the positions of the matching words in it, and the heading above it, if any.
 * If only one of the post's tags matches, `text` is the whole excerpt and `tag` is the matching tag.
 */
export type Snippet = { text: string; marks: Mark[]; section?: string; tag?: string }

// FTS5 puts these characters around each match.
const [MATCH_START, MATCH_END] = ['\u0002', '\u0003']

// This many tokens fill about two lines in the search overlay.
const SNIPPET_TOKENS = 26

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
  return { text: String(row.excerpt), marks: [], tag }
}

function passageOf(text: string, marked: string): Snippet | null {
  if (!marked.includes(MATCH_START)) return null
  const passage = marked.replaceAll(MATCH_START, '').replaceAll(MATCH_END, '').replaceAll(/^…|…$/g, '')
  const before = marked.slice(0, marked.indexOf(MATCH_START)).replace(/^…/, '')
  // Searches the whole text for the passage, because FTS5 does not return its position.
  const section = sectionAt(text, text.indexOf(passage) + before.length)
  return { ...readMarks(marked), ...(section && { section }) }
}

function readMarks(marked: string): { text: string; marks: Mark[] } {
  let text = ''
  const marks: Mark[] = []
  for (const piece of withoutDelimiters(marked).split(MATCH_START)) {
    const end = piece.indexOf(MATCH_END)
    if (end !== -1) marks.push([text.length, text.length + end])
    text += piece.replace(MATCH_END, '')
  }
  return { text, marks }
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
