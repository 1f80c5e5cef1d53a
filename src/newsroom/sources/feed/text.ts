import { Readability } from '@mozilla/readability'
import { decodeHTML } from 'entities'
import { toText } from 'hast-util-to-text'
import { parseHTML } from 'linkedom'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { EXIT, SKIP, visit } from 'unist-util-visit'
import { dateOf } from '#newsroom/sources/feed/date.ts'
import { parseHtml } from '#newsroom/sources/feed/html.ts'
import type { PageArticle, PageLink } from '#newsroom/sources/feed/reader.ts'
import { dropEnd, markdownOf } from '#newsroom/sources/feed/markdown.ts'
import { cutAt, oneLine, visibleCharacters } from '#newsroom/sources/feed/markdown-text.ts'
import { authorIn, withoutParentheses } from '#newsroom/sources/marks.ts'
import type { Root } from 'hast'

/** Maximum length of an entry's text, in UTF-16 code units. */
export const MAX_TEXT = 40_000

/** Maximum length of a title, in UTF-16 code units. */
export const MAX_TITLE = 300

// Minimum length of a page's article, in UTF-16 code units.
const MIN_PAGE_TEXT = 400

/** Converts HTML, or plain text with HTML's entities, to Markdown of at most 40,000 UTF-16 code units. */
export function textOfHtml(html: string): string {
  if (html.split('<', MAX_TAGS + 1).length > MAX_TAGS) throw new RangeError('The text has too many tags.')
  const isHtml = MARKUP.test(html) || START_TAG.test(html)
  return isHtml ? markdownOf(parseHtml(html), MAX_TEXT) : textOfPlain(decodeHTML(html))
}

// Converts plain text to Markdown. The text may already contain Markdown-style blocks.
function textOfPlain(text: string): string {
  const lines = visibleCharacters(text).split('\n')
  const prepared = lines.map((line) => literalLine(line).trimEnd()).join('\n')
  return cutAt(prepared.replace(/\n{3,}/g, '\n\n').trim(), MAX_TEXT)
}

/**
 * Extracts the article from an HTML page. Returns null if it has fewer than 400 characters. `url` is the page's URL.
 */
export function articleOfPage(html: string, url: string): PageArticle | null {
  const page = parseHtml(html, { isPage: true })
  dropEnd(page, MAX_PAGE_TEXT)
  const visible = unified().use(rehypeStringify).stringify(page)
  const options = { charThreshold: MIN_PAGE_TEXT, maxElemsToParse: MAX_ELEMENTS }
  const article = new Readability(parseHTML(visible).document, options).parse()
  if (!article?.content) return null
  const content = parseHtml(article.content)
  const links = linksIn(content, url)
  const text = markdownOf(content, MAX_TEXT)
  if (text.length < MIN_PAGE_TEXT) return null
  const [, structured] = /"datePublished"\s*:\s*"([^"]{8,40})"/.exec(html) ?? []
  const dates = [article.publishedTime, structured, timeIn(page)].map(dateOf)
  const title = cutAt(oneLine(article.title ?? ''), MAX_TITLE)
  return { text: withAuthor(text, article.byline ?? ''), title, date: dates.find((date) => date !== null) ?? '', links }
}

// Returns the first `<time>` element on a page, if it comes before the first long paragraph.
function timeIn(page: Root): string | null {
  let time: string | null = null
  visit(page, 'element', (node) => {
    if (/^(?:nav|aside|footer)$/.test(node.tagName)) return SKIP
    if (node.tagName === 'time') time = String(node.properties.dateTime ?? toText(node))
    return time !== null || (node.tagName === 'p' && toText(node).length > MAX_HEAD_LINE) ? EXIT : undefined
  })
  return time
}

/**
 * Prepends a byline such as `By Ada Byron` to text, unless the beginning of the text already names the author or
 * `given` is not a name.
 */
export function withAuthor(text: string, given: string): string {
  const author = authorIn(`By ${oneLine(given).replace(/^by:? /i, '')}`)
  const isNamed = author === null || withoutParentheses(text.slice(0, OPENING)).includes(author)
  return isNamed ? text : cutAt(`By ${author}\n\n${text}`, MAX_TEXT)
}

/** Converts a title that may contain HTML to one line of plain text. Keeps words such as `vector<int>` or `<p>`. */
export function titleOfHtml(html: string): string {
  return cutAt(oneLine(MARKUP.test(html) ? toText(parseHtml(html)) : decodeHTML(html)), MAX_TITLE)
}

/** Returns true if a feed's text seems to be only the beginning of a page's text, because it is short or breaks off. */
export function isTeaser(text: string): boolean {
  const end = text.slice(-300).trimEnd()
  return text.length < MIN_WHOLE_TEXT || BROKEN_OFF.test(end) || INVITATION.test(end)
}

// Hostile documents with more tags take minutes to parse or fill the memory.
const MAX_TAGS = 50_000

// Finding the article in a longer page takes seconds. The end of such a page contains comments, or text that is cut
// anyway.
const MAX_PAGE_TEXT = 8 * MAX_TEXT
const MAX_ELEMENTS = 20_000
const MAX_LINKS = 200
const MAX_LINK_TEXT = 200
const MAX_HEAD_LINE = 200

// The length of the opening that may contain a byline, in UTF-16 code units.
const OPENING = 1_000

// Text without an end tag, a comment or an attribute is not HTML, but may contain words such as `vector<int>`.
const MARKUP = /<(?:\/[a-z]|!--|[a-z][^<>]*=["'])/i
const START_TAG = /<(?:br|div|hr|li|p|span|td|tr|wbr)(?:\s[^<>]*)?\/?>/i
const MIN_WHOLE_TEXT = 2_400
const BROKEN_OFF = /(?:…|\.{3}|(?:read more|continue reading))\\?[\])\s.:»›→>]*$/i
const INVITATION = /\n\W*(?:read more|continue reading)\b[^\n]*$/i

function linksIn(tree: Root, url: string): PageLink[] {
  const links = new Map<string, string>()
  visit(tree, 'element', (node) => {
    const address = node.tagName === 'a' ? URL.parse(String(node.properties.href ?? ''), url)?.href : undefined
    if (address === undefined || !/^https?:/.test(address) || links.has(address)) return
    if (links.size < MAX_LINKS) links.set(address, cutAt(oneLine(toText(node)), MAX_LINK_TEXT))
  })
  return [...links].map(([address, text]) => ({ url: address, text }))
}

// Escapes characters that a Markdown parser would remove from a line of plain text.
function literalLine(line: string): string {
  return line
    .replace(/\\(?=[!-/:-@[-`{-~])|&(?=#?\w{1,32};)/g, String.raw`\$&`)
    .replace(/^( *\d{4,9})([.)])/, String.raw`$1\$2`)
    .replace(/^>(?= ?\d)/, String.raw`\>`)
}
