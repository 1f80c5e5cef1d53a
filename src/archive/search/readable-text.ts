import { plainText } from '#archive/search/tokenize.ts'

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
