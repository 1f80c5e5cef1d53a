// More than any article has, and little enough that no parser and no sanitiser takes long over it: their work grows with
// the square of the depth, and with that of the attributes of one element.
const MOST_CHARACTERS = 2_000_000
const MOST_ELEMENTS = 20_000
const MOST_ATTRIBUTES = 100
const DEEPEST = 100

const VOID = setOf('br hr img')

// Elements without content that no article may have, and those whose content a parser reads by rules of its own: both
// are taken out, these with their content.
const EMPTY = setOf('area base basefont bgsound col embed frame image input keygen link meta param source track wbr')
const RAW = setOf('iframe noembed noframes plaintext script style textarea title xmp')

// The elements that a start tag ends without their end tags.
const ENDS = new Map([
  ['p', setOf('p')],
  ['li', setOf('li')],
  ...['dt', 'dd'].map((name) => [name, setOf('dt dd')] as const),
  ...['td', 'th'].map((name) => [name, setOf('td th')] as const),
  ['tr', setOf('td th tr')],
  ...['thead', 'tbody', 'tfoot'].map((name) => [name, setOf('td th tr thead tbody tfoot')] as const),
])

// What a `<` can begin, and what comes before the `>` of a tag, as the HTML standard reads them (13.2.5). None of these
// goes back over what it has read.
const MARKUP = /<(?:(\/?)([a-z][^\t\n\f\r />]*)|!--|[!?/])/iy
const COMMENT = /<!--(?:-?>|[^]*?--!?>)/y
const ATTRIBUTE =
  /([\t\n\f\r /]*)([^\t\n\f\r />][^\t\n\f\r />=]*(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"?|'[^']*'?|[^\t\n\f\r >"'][^\t\n\f\r >]*)?)?)?/y

type Tag = { start: number; end: number; attributes: number; isSelfClosing: boolean }

/**
 * The same HTML, safe to parse: bounded in size, depth and number of elements, each element closed in its turn, without
 * comments. What is too deep or too many loses its tags and keeps its words; every other tag stays as it was written. It
 * reads the text once and without recursion, so that its time grows with the length alone, whatever the text holds.
 */
export function boundedHtml(unbounded: string): string {
  const html = unbounded.slice(0, MOST_CHARACTERS)
  const open: { name: string; isKept: boolean }[] = []
  const openByName = new Map<string, number>()
  let depth = 0
  let elements = 0
  let result = ''
  let copied = 0

  function replace(start: number, end: number, text: string): void {
    result += html.slice(copied, start) + text
    copied = end
  }

  // Gives the end tag that the innermost element needs.
  function pop(): { name: string; endTag: string } {
    const { name, isKept } = open.pop() ?? { name: '', isKept: false }
    openByName.set(name, (openByName.get(name) ?? 0) - 1)
    if (isKept) depth -= 1
    return { name, endTag: isKept ? `</${name}>` : '' }
  }

  function startElement(name: string, tag: Tag): void {
    let endTags = ''
    while (ENDS.get(name)?.has(open.at(-1)?.name ?? '')) endTags += unlessParagraph(pop())
    const isKept = depth < DEEPEST && elements < MOST_ELEMENTS && tag.attributes <= MOST_ATTRIBUTES
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
    // Without an element to end, the tag goes: a parser makes a new element of some.
    if (openByName.get(name)) {
      let last = pop()
      for (; last.name !== name; last = pop()) endTags += unlessParagraph(last)
      if (endTags === '' && last.endTag !== '') return
      endTags += last.endTag
    }
    replace(tag.start, tag.end, endTags)
  }

  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', Math.max(at + 1, copied))) {
    MARKUP.lastIndex = at
    const [markup, slash, spelling] = MARKUP.exec(html) ?? []
    // Escaped, so that it begins nothing when what follows it is taken out.
    if (markup === undefined) replace(at, at + 1, '&lt;')
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
  }
  return result + html.slice(copied)
}

// A parser ends paragraphs by itself where a block begins; told once more, it would make an empty one.
function unlessParagraph({ name, endTag }: { name: string; endTag: string }): string {
  return name === 'p' ? '' : endTag
}

// Null when the text ends before the tag does.
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
