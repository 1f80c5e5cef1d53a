import { Readability } from '@mozilla/readability'
import { visibleCharacters } from '#newsroom/sources/feed/characters.ts'
import { isHidden, parseFragment, parsePage, type DomElement } from '#newsroom/sources/feed/dom.ts'
import { layoutOf } from '#newsroom/sources/feed/layout.ts'
import { plainTextOf } from '#newsroom/sources/feed/plain-text.ts'
import { walk } from '#newsroom/sources/feed/walk.ts'
import { readByline } from '#newsroom/sources/units/byline.ts'

/** The longest text of an entry, in UTF-16 units. */
export const LONGEST_TEXT = 40_000

/** The longest title, in UTF-16 units. */
export const LONGEST_TITLE = 300

/** HTML as plain text that keeps its structure as `plainTextOf` writes it, at most 40,000 UTF-16 units. Text without any tag keeps its own lines. */
export function textOfHtml(html: string): string {
  return tidy(TAG.test(html) ? plainTextOf(parseFragment(html)) : withoutIndents(decoded(html)))
}

/** The shortest text that is an article, in UTF-16 units. */
export const SHORTEST_PAGE = 400

/** The article of a page as plain text, with the byline that the page gives; the page's title, and where its article links. */
export type PageArticle = { text: string; title: string; links: string[] }

/** Reads the article of a page of HTML that was found at `url`; null when there is none of at least 400 characters. */
export function articleOfPage(html: string, url: string): PageArticle | null {
  // The parser adds no body to a page that leaves its tag out, as it may.
  const document = /<body[\s>]/i.test(html) ? parsePage(html) : parseFragment(html).ownerDocument
  // Readability drops the very attributes that hide an element.
  for (const element of document.querySelectorAll(HIDING)) if (isHidden(element)) element.remove()
  const article = new Readability(document, {
    charThreshold: SHORTEST_PAGE,
    maxElemsToParse: MOST_ELEMENTS,
    disableJSONLD: true,
  }).parse()
  const text = article?.content ? textOfHtml(article.content) : ''
  if (!article?.content || text.length < SHORTEST_PAGE) return null
  return {
    text: withAuthor(text, article.byline ?? ''),
    title: cut(oneLine(article.title ?? ''), LONGEST_TITLE),
    links: linksIn(article.content, url),
  }
}

/** A text with its author in front, as `By Ada Byron`; as it is where it names the author itself, or what is given is no name. */
export function withAuthor(text: string, given: string): string {
  const author = readByline(`By ${oneLine(given).replace(/^by:? /i, '')}`)?.author ?? null
  const isNamed = author === null || text.slice(0, OPENING).includes(author)
  return isNamed ? text : cut(`By ${author}\n\n${text}`, LONGEST_TEXT)
}

const MOST_LINKS = 200

function linksIn(html: string, url: string): string[] {
  const found = [...parseFragment(html).ownerDocument.querySelectorAll('a[href]')].slice(0, MOST_LINKS)
  const addresses = found.map((link) => URL.parse(link.getAttribute('href') ?? '', url)?.href ?? '')
  return [...new Set(addresses.filter((address) => /^https?:/.test(address)))]
}

/** A title that may hold HTML as one line of plain text of at most 300 characters. */
export function titleOfHtml(html: string): string {
  return cut(oneLine(TAG.test(html) ? wordsOf(parseFragment(html)) : decoded(html)), LONGEST_TITLE)
}

/** A text on one line, without unseen characters, its white space collapsed. */
export function oneLine(text: string): string {
  return visibleCharacters(text).replace(/\s+/g, ' ').trim()
}

/** The first `length` UTF-16 units of a text, never half a character. */
export function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
}

/** Whether a feed's text is only the beginning of what its page has: short, or broken off. */
export function isTeaser(text: string): boolean {
  const end = text.slice(-300).trimEnd()
  return text.length < SHORTEST_ARTICLE || BROKEN_OFF.test(end) || INVITATION.test(end)
}

const HIDING = '[hidden], [aria-hidden], [style], noscript, template'
const MOST_ELEMENTS = 50_000

// Where a text names its author itself, in UTF-16 units.
const OPENING = 1_000

const TAG = /<\/?[a-z][^<>]*>|<!--/i
const SHORTEST_ARTICLE = 1_200
const BROKEN_OFF = /(?:…|\.{3}|(?:read more|continue reading))[\])\s.:»›→>]*$/i
const INVITATION = /\n\W*(?:read more|continue reading)\b[^\n]*$/i

function decoded(html: string): string {
  return html.includes('&') ? (parseFragment(html.replaceAll('<', '&lt;')).textContent ?? '') : html
}

function wordsOf(element: DomElement): string {
  const parts: string[] = []
  const apart = ({ localName: name }: DomElement) => void (layoutOf(name) !== 'inline' && parts.push(' '))
  const enter = (child: DomElement) => {
    apart(child)
    return 'into' as const
  }
  walk(element, { text: (data) => void parts.push(data), enter, leave: apart })
  return parts.join('')
}

// Blanks at the start of a line mean something only in code.
function withoutIndents(text: string): string {
  let isCode = false
  const lines = visibleCharacters(text).split('\n')
  return lines
    .map((line) => {
      const isFence = /^ {0,3}`{3}/.test(line)
      if (isFence) isCode = !isCode
      return isCode && !isFence ? line : oneLine(line)
    })
    .join('\n')
}

function tidy(text: string): string {
  const lines = visibleCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
  return cut(
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    LONGEST_TEXT,
  )
}
