import { withShortWords } from '#blog/short-words.ts'

// All real articles are below these limits, which keep parsers and sanitisers fast. Their time grows with the square of
// the nesting depth and of the number of attributes per element.
const MAX_CHARACTERS = 2_000_000
const MAX_ELEMENTS = 20_000
const MAX_ATTRIBUTES = 100
const MAX_DEPTH = 100

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const VOID = setOf('br hr img')

// Elements that are removed, either because they have no content or because their content is not parsed as HTML.
const EMPTY = setOf('area base basefont bgsound col embed frame image input keygen link meta param source track wbr')
const RAW = setOf('iframe noembed noframes plaintext script style textarea title xmp')

// Maps each start tag to the open elements that it closes implicitly.
const ENDS = new Map([
  ['p', setOf('p')],
  ['li', setOf('li')],
  ...['dt', 'dd'].map((name) => [name, setOf('dt dd')] as const),
  ...['td', 'th'].map((name) => [name, setOf('td th')] as const),
  ['tr', setOf('td th tr')],
  ...['thead', 'tbody', 'tfoot'].map((name) => [name, setOf('td th tr thead tbody tfoot')] as const),
])

// These expressions match tags, comments and attributes as in the HTML standard's tokenizer (section 13.2.5). None of
// them backtracks.
const MARKUP = /<(?:(\/?)([a-z][^\t\n\f\r />]*)|!--|[!?/])/iy
const COMMENT = /<!--(?:-?>|[^]*?--!?>)/y
const CDATA = /<!\[CDATA\[([^]*?)(?:\]\]>|$)/y
const ATTRIBUTE =
  /([\t\n\f\r /]*)([^\t\n\f\r />][^\t\n\f\r />=]*(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"?|'[^']*'?|[^\t\n\f\r >"'][^\t\n\f\r >]*)?)?)?/y

type Tag = { start: number; end: number; attributes: number; isSelfClosing: boolean }

/**
 * Makes HTML safe to parse: limits its size, depth and number of elements, nests elements properly, and removes
 * comments. Elements beyond a limit lose their tags but keep their text. Words in headings are truncated to 500
 * characters. Other tags are not changed. The function reads the text once, without recursion, so it runs in linear
 * time.
 */
export function boundedHtml(unbounded: string): string {
  const html = unbounded.slice(0, MAX_CHARACTERS)
  const open: { name: string; isKept: boolean }[] = []
  const openByName = new Map<string, number>()
  let depth = 0
  let elements = 0
  let result = ''
  let copied = 0
  let textStart = 0

  function replace(start: number, end: number, text: string): void {
    result += html.slice(copied, start) + text
    copied = end
  }

  function endText(end: number): void {
    if (HEADINGS.some((name) => openByName.get(name)))
      replace(textStart, end, withShortWords(html.slice(textStart, end)))
  }

  // Closes the innermost element. Returns its end tag, or an empty string if its start tag was removed.
  function pop(): { name: string; endTag: string } {
    const { name, isKept } = open.pop() ?? { name: '', isKept: false }
    openByName.set(name, (openByName.get(name) ?? 0) - 1)
    if (isKept) depth -= 1
    return { name, endTag: isKept ? `</${name}>` : '' }
  }

  function startElement(name: string, tag: Tag): void {
    let endTags = ''
    while (ENDS.get(name)?.has(open.at(-1)?.name ?? '')) endTags += unlessParagraph(pop())
    const isKept = depth < MAX_DEPTH && elements < MAX_ELEMENTS && tag.attributes <= MAX_ATTRIBUTES
    if (isKept) elements += 1
    if (!isKept) replace(tag.start, tag.end, endTags)
    else if (endTags !== '') replace(tag.start, tag.start, endTags)
    if (VOID.has(name)) return
    if (tag.isSelfClosing) {
      if (isKept) replace(tag.end, tag.end, `</${name}>`)
      return
    }
    if (isKept) depth += 1
    open.push({ name, isKept })
    openByName.set(name, (openByName.get(name) ?? 0) + 1)
  }

  function endElement(name: string, tag: Tag): void {
    let endTags = ''
    // If no such element is open, remove the end tag, because parsers create elements for some stray end tags.
    if (openByName.get(name)) {
      let last = pop()
      for (; last.name !== name; last = pop()) endTags += unlessParagraph(last)
      if (endTags === '' && last.endTag !== '') return
      endTags += last.endTag
    }
    replace(tag.start, tag.end, endTags)
  }

  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', Math.max(at + 1, copied))) {
    endText(at)
    MARKUP.lastIndex = at
    const [markup, slash, spelling] = MARKUP.exec(html) ?? []
    const cdata = markup === '<!' && (openByName.get('svg') || openByName.get('math')) ? cdataAt(html, at) : null
    // Escape a lone "<" so that it cannot begin a tag if the text after it is removed.
    if (markup === undefined) replace(at, at + 1, '&lt;')
    else if (cdata !== null) replace(at, CDATA.lastIndex, cdata.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    else if (spelling === undefined) replace(at, endOfComment(html, at), '')
    else {
      const tag = readTag(html, at, MARKUP.lastIndex)
      const name = spelling.toLowerCase()
      if (tag === null) replace(at, html.length, '')
      else if (EMPTY.has(name) || !/^[a-z][a-z0-9-]*$/i.test(spelling)) replace(at, tag.end, '')
      else if (slash) endElement(name, tag)
      else if (RAW.has(name)) replace(at, tag.isSelfClosing ? tag.end : endOfRaw(html, name, tag.end), '')
      else startElement(name, tag)
      at = (tag?.end ?? html.length) - 1
    }
    textStart = Math.max(at + 1, copied)
  }
  if (textStart < html.length) endText(html.length)
  return result + html.slice(copied)
}

// Omits the end tag of a paragraph, because parsers close the paragraph before the next block anyway, and a second end
// tag would create an empty paragraph.
function unlessParagraph({ name, endTag }: { name: string; endTag: string }): string {
  return name === 'p' ? '' : endTag
}

// Returns null if the text ends inside the tag.
function readTag(html: string, start: number, afterName: number): Tag | null {
  if (html[afterName] === '>') return { start, end: afterName + 1, attributes: 0, isSelfClosing: false }
  ATTRIBUTE.lastIndex = afterName
  for (let attributes = 0; ; attributes += 1) {
    const [, blank = '', attribute] = ATTRIBUTE.exec(html) ?? []
    const end = ATTRIBUTE.lastIndex
    if (end >= html.length) return null
    if (html[end] !== '>') continue
    const isSelfClosing = attribute === undefined && blank.endsWith('/')
    return { start, end: end + 1, attributes: attribute === undefined ? attributes : attributes + 1, isSelfClosing }
  }
}

// Returns a CDATA section's text, or null if there is none. Only SVG and MathML elements can contain CDATA sections.
function cdataAt(html: string, start: number): string | null {
  CDATA.lastIndex = start
  return CDATA.exec(html)?.[1] ?? null
}

function endOfComment(html: string, start: number): number {
  COMMENT.lastIndex = start
  if (COMMENT.test(html)) return COMMENT.lastIndex
  const end = html.startsWith('<!--', start) ? -1 : html.indexOf('>', start)
  return end === -1 ? html.length : end + 1
}

function endOfRaw(html: string, name: string, start: number): number {
  const endTag = new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi')
  endTag.lastIndex = start
  const found = endTag.exec(html)
  return found === null ? html.length : (readTag(html, found.index, endTag.lastIndex - 1)?.end ?? html.length)
}

function setOf(words: string): Set<string> {
  return new Set(words.split(' '))
}
