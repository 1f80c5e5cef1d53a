import type { Mark } from '#blog/post.ts'
import { tagsOf } from '#archive/search/index-posts.ts'
import { foldedIn, sectionAt, withoutDelimiters, withoutFolded } from '#archive/search/readable-text.ts'
import type { Row } from '#archive/search/search-database.ts'
import { tokenize, wordsOf } from '#text/tokenize.ts'

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
  const excerpt = readMarks(String(row.excerptSnippet))
  if (excerpt.marks.length > 0) return excerpt
  const marked = String(row.bodySnippet)
  const body = readMarks(marked)
  if (body.marks.length > 0) {
    const section = sectionOf(String(row.body), marked)
    return { ...body, ...(section && { section }) }
  }
  const tag = tagsOf(String(row.markedTags)).find((name) => name.includes(MATCH_START))
  return tag === undefined ? null : { text: withoutFolded(String(row.excerpt)), marks: [], tag: readMarks(tag).text }
}

// Searches the whole text for the snippet, because FTS5 does not return its position.
function sectionOf(body: string, marked: string): string | undefined {
  const before = marked.slice(0, marked.indexOf(MATCH_START)).replace(/^…/, '')
  const snippet = marked.replaceAll(MATCH_START, '').replaceAll(MATCH_END, '').replaceAll(/^…|…$/g, '')
  return sectionAt(body, body.indexOf(snippet) + before.length)
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
      if (wordsOf(word).some((part) => folded.has(part)) && !marks.some(([begin]) => begin === start))
        marks.push([start, end])
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
