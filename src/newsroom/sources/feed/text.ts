import { Readability } from '@mozilla/readability'
import { isHidden, parseFragment, parsePage, type DomElement, type DomNode } from '#newsroom/sources/feed/dom.ts'

/** The longest text of an entry, in UTF-16 units. */
export const LONGEST_TEXT = 40_000

/** The longest title, in UTF-16 units. */
export const LONGEST_TITLE = 300

/**
 * HTML as plain text: paragraphs apart by a blank line, list items and rows on lines, cells apart by " | ", what is
 * hidden dropped. Text without any tag keeps its own lines.
 */
export function textOfHtml(html: string): string {
  if (TAG.test(html)) return textOfElement(parseFragment(html))
  const lines = visibleCharacters(decoded(html)).split('\n')
  return tidy(lines.map(oneLine).join('\n'))
}

/** The text of an element and what is in it, as `textOfHtml` has it. */
export function textOfElement(root: DomElement): string {
  const writer = createWriter()
  // Without recursion: a hostile page may be nested deeper than the stack.
  let node: DomNode = root
  let next = enter(root, writer)
  for (;;) {
    if (next !== null) {
      node = next
      next = enter(node, writer)
      continue
    }
    leave(node, writer)
    if (node === root) return tidy(writer.done())
    next = node.nextSibling
    if (next === null) node = node.parentNode ?? root
  }
}

/** The shortest text that is an article, in UTF-16 units. */
export const SHORTEST_PAGE = 400

/** The article of a page of HTML as plain text; null when there is none of at least 400 characters. */
export function textOfPage(html: string): string | null {
  // The parser adds no body to a page that leaves its tag out, as it may.
  const document = /<body[\s>]/i.test(html) ? parsePage(html) : parseFragment(html).ownerDocument
  // Readability drops the very attributes that hide an element.
  for (const element of document.querySelectorAll(HIDING)) if (isHidden(element)) element.remove()
  const article = new Readability(document, {
    charThreshold: SHORTEST_PAGE,
    maxElemsToParse: MOST_ELEMENTS,
    disableJSONLD: true,
  }).parse()
  const text = article?.content ? textOfElement(parseFragment(article.content)) : ''
  return text.length < SHORTEST_PAGE ? null : text
}

/** A title that may hold HTML as one line of plain text of at most 300 characters. */
export function titleOfHtml(html: string): string {
  const text = TAG.test(html) ? textOfElement(parseFragment(html)) : decoded(html)
  return cut(oneLine(text), LONGEST_TITLE)
}

/** A text without characters that a reader cannot see; line ends are `\n`, and other white space is kept. */
export function visibleCharacters(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]/g, ' ')
  return lines.toWellFormed().replace(UNSEEN, '')
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

// What has no shape of its own (zero-width, bidi controls, variation selectors, tags), private use, and control characters.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}]|(?!\n)\p{Cc}/gu

const HIDING = '[hidden], [aria-hidden], [style], noscript, template'
const MOST_ELEMENTS = 50_000

const TEXT = 3
const ELEMENT = 1
const TAG = /<\/?[a-z][^<>]*>|<!--/i
const SHORTEST_ARTICLE = 1_200
const BROKEN_OFF = /(?:…|\.{3}|(?:read more|continue reading))[\])\s.:»›→>]*$/i
const INVITATION = /\n\W*(?:read more|continue reading)\b[^\n]*$/i

const PARAGRAPHS = new Set(
  'p div section article main header footer aside nav h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure figcaption hr address details form fieldset'.split(
    ' ',
  ),
)
const LINES = new Set(['li', 'tr', 'dt', 'dd', 'caption', 'summary', 'legend', 'option'])
const CELLS = new Set(['td', 'th'])

function decoded(html: string): string {
  return html.includes('&') ? (parseFragment(html.replaceAll('<', '&lt;')).textContent ?? '') : html
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

function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT
}

function enter(node: DomNode, writer: Writer): DomNode | null {
  if (node.nodeType === TEXT) writer.text(node.textContent ?? '')
  // A comment has no text, and neither has what is hidden.
  if (!isElement(node) || isHidden(node)) return null
  if (node.localName === 'br') writer.newline()
  if (node.localName === 'pre') writer.verbatim(1)
  writer.apart(CELLS.has(node.localName) ? CELL : gapOf(node.localName))
  return node.firstChild
}

function leave(node: DomNode, writer: Writer): void {
  if (!isElement(node) || isHidden(node)) return
  if (node.localName === 'pre') writer.verbatim(-1)
  writer.apart(gapOf(node.localName))
}

function gapOf(name: string): number {
  if (PARAGRAPHS.has(name)) return PARAGRAPH
  return LINES.has(name) ? LINE : NONE
}

type Writer = ReturnType<typeof createWriter>

// Gaps, from the narrowest to the widest: of those that meet between two words, the widest is written.
const GAPS = ['', ' ', ' | ', '\n', '\n\n'] as const
const [NONE, SPACE, CELL, LINE, PARAGRAPH] = [0, 1, 2, 3, 4] as const

function createWriter() {
  const parts: string[] = []
  let gap: number = NONE
  let preserved = 0

  function apart(wanted: number): void {
    gap = Math.max(gap, wanted)
  }

  function text(data: string): void {
    if (preserved > 0) return push(data)
    // Unseen characters first: one of them is white space to JavaScript.
    const words = visibleCharacters(data).replace(/\s+/g, ' ')
    if (words.startsWith(' ')) apart(SPACE)
    if (words.trim() !== '') push(words.trim())
    if (words.endsWith(' ')) apart(SPACE)
  }

  function push(words: string): void {
    parts.push(GAPS[gap] ?? '', words)
    gap = NONE
  }

  return {
    apart,
    text,
    newline: () => apart(gap < LINE ? LINE : PARAGRAPH),
    verbatim: (change: number) => void (preserved += change),
    done: () => parts.join(''),
  }
}
