import { plainText, tokenize, UNSPACED } from '#archive/search/tokenize.ts'

// Matches a Markdown or HTML heading. The third alternative matches code blocks to skip them, because their lines can
// begin with "#".
const HEADING =
  /^ {0,3}#{2,6}[ \t]+(.+?)[ \t#]*$|<h[2-6]\b[^>]*>([\s\S]*?)<\/h[2-6]>|^ {0,3}(```+|~~~+)[\s\S]*?^ {0,3}\3/gm

// Control characters that delimit each heading in the stored text. The tokenizer ignores them.
const [HEADING_START, HEADING_END] = ['\u001D', '\u001E']

/** Converts Markdown or HTML to readable text on one line, and adds delimiters around headings for `sectionAt`. */
export function readableText(source: string): string {
  const marked = source.replaceAll(HEADING, (all: string, markdown?: string, html?: string) => {
    const title = markdown ?? html
    return title === undefined ? all : `\n${HEADING_START}${title}${HEADING_END}\n`
  })
  return plainText(
    marked
      .replaceAll(/^\s*(?:```.*|#+|>+|[-*+]|\d+\.|\|?[-:| ]+\|?$)/gm, ' ')
      // Remove link URLs, because readers do not see them.
      .replaceAll(/!?\[([^\]]*)\]\([^)\s]*(?:\s[^)]*)?\)/g, '$1')
      .replaceAll(/[*`|]|__/g, ''),
  )
    .replaceAll(/\s{2,}|[^\S ]/g, ' ')
    .replaceAll(/ (?=[,.;:!?])/g, '')
    .trim()
}

/** Returns the heading above a position in readable text, or undefined if the position is before the first heading. */
export function sectionAt(text: string, position: number): string | undefined {
  const start = text.lastIndexOf(HEADING_START, position)
  return start === -1 ? undefined : text.slice(start + 1, text.indexOf(HEADING_END, start)).trim()
}

/** Removes the delimiters around headings. */
export function withoutDelimiters(text: string): string {
  return text.replaceAll(HEADING_START, '').replaceAll(HEADING_END, '')
}

// Marks the end of each folded word so that `withoutFolded` can remove the word from any part of the text.
const FOLDED_END = '\u001F'
const FOLDED = new RegExp(`(?:^|\\s)\\S*${FOLDED_END}`, 'g')

/**
 * Appends the folded form of each word that FTS5 folds differently, because FTS5 folds only case and the accents of
 * Latin letters and does not split words without spaces. For example, "ﬁle" is also indexed as "file".
 */
export function withFolded(text: string): string {
  const parts = text.match(/\S*\P{ASCII}\S*/gu) ?? []
  const written = parts.flatMap((part) =>
    tokenize(part).filter(({ word, start, end }, index, tokens) => {
      // FTS5 indexes words without a space between them as one word.
      const isJoined = tokens[index - 1]?.end === start || tokens[index + 1]?.start === end
      return isJoined || !isIndexedAs(part.slice(start, end), word)
    }),
  )
  // The folded form of a single character can contain several words.
  const folded = written.flatMap(({ word }) => word.split(/\s+/))
  return text + folded.map((word) => ` ${word}${FOLDED_END}`).join('')
}

function isIndexedAs(written: string, word: string): boolean {
  const lower = written.toLowerCase()
  if (lower === word) return !UNSPACED.test(word)
  const plain = lower.normalize('NFD').replaceAll(/(\p{sc=Latin})\p{M}+/gu, '$1')
  return plain.normalize('NFC') === word
}

/** Returns the words that `withFolded` appended. */
export function foldedIn(text: string): string[] {
  return text.match(FOLDED) ?? []
}

/** Removes the words that `withFolded` appended. */
export function withoutFolded(text: string): string {
  return text.replaceAll(FOLDED, '')
}
