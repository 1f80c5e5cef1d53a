import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  ALLOWED_TAGS,
  DROPPED_TAGS,
  allowedValue,
} from '#site/data/allowed.ts'
import { keepTexts } from '#site/data/kept-texts.ts'

// Some thousand articles: a change of the archive, which makes all pages anew, costs no text a second cleaning.
const KEPT = 32 * 1024 * 1024

const TAGS = new Set([...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS])
const DROPPED = new Set(DROPPED_TAGS)
const ATTRIBUTES = new Set([...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES])

// Those of the allowed elements that have no end tag, and those that are nothing outside a table.
const VOID = new Set(['br', 'hr', 'img'])
const TABLE_PARTS = new Set(['thead', 'tbody', 'tfoot', 'tr', 'th', 'td'])

// Those of the allowed attributes that say all by being there.
const BOOLEAN = new Set(['reversed', 'open'])

/** Article HTML without anything that could run or dress up as the site, on the server. */
export const sanitise = keepTexts({
  // The parser of browsers, without scripts as here; what is written is only what the list names, with all text escaped.
  make: (html) => written(parseFragment(html, { scriptingEnabled: false }), { inTable: false }),
  characters: KEPT,
})

// By hand, from the parser's own tree: steps over trees of their own would take most of a cold page's time.
function written({ childNodes }: DefaultTreeAdapterTypes.ParentNode, { inTable }: { inTable: boolean }): string {
  let text = ''
  for (const node of childNodes) {
    if ('value' in node) text += escapedText(node.value)
    // Comments and doctypes have no tag, and go.
    if (!('tagName' in node) || DROPPED.has(node.tagName)) continue
    const isAllowed = TAGS.has(node.tagName) && (inTable || !TABLE_PARTS.has(node.tagName))
    const content = VOID.has(node.tagName) ? '' : written(node, { inTable: inTable || node.tagName === 'table' })
    text += isAllowed ? writtenElement(node, content) : content
  }
  return text
}

function writtenElement({ tagName, attrs }: DefaultTreeAdapterTypes.Element, content: string): string {
  let tag = `<${tagName}`
  for (const { name, prefix, value } of attrs) {
    // One with a prefix, such as `xlink:href`, is another attribute.
    if (prefix || !ATTRIBUTES.has(name)) continue
    const kept = allowedValue(name, value.trim())
    if (kept !== null) tag += BOOLEAN.has(name) ? ` ${name}` : ` ${name}="${escapedValue(kept)}"`
  }
  return VOID.has(tagName) ? `${tag}>` : `${tag}>${content}</${tagName}>`
}

function escapedText(text: string): string {
  return text.replace(/[&<]/g, reference)
}

// Backquotes too: old parsers took them for quotes.
function escapedValue(value: string): string {
  return value.replace(/[&"'`]/g, reference)
}

function reference(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`
}
