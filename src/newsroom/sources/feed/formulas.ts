import { toString } from 'hast-util-to-string'
import { visibleCharacters } from '#newsroom/sources/feed/markdown-text.ts'
import type { Element, Nodes } from 'hast'

/** Returns a formula on one line, as TeX if the page contains it. Returns null if the element is not a formula. */
export function formulaOf(element: Element): string | null {
  const { tagName, properties } = element
  if (tagName === 'math') return String(properties.alttext ?? '') || texIn(element) || lineOf(element)
  if (tagName === 'script' && String(properties.type).startsWith('math/tex')) return toString(element)
  const isPicture = tagName === 'img' && /latex|math|tex\b/.test(String(properties.className))
  return isPicture && properties.alt ? String(properties.alt) : null
}

function texIn({ children }: Element): string {
  const elements = children.filter((child) => child.type === 'element')
  const annotation = elements.find(({ properties }) => String(properties.encoding).endsWith('tex'))
  return annotation ? toString(annotation).trim() : elements.map(texIn).join('')
}

// The signs that separate the parts of a formula. Without them, a half would become 12.
const SIGNS = new Map([
  ['mfrac', '/'],
  ['msup', '^'],
  ['msub', '_'],
])

function lineOf(node: Nodes): string {
  if (node.type === 'text') return visibleCharacters(node.value).trim()
  if (node.type !== 'element') return ''
  const parts = node.children.map(lineOf).filter(Boolean)
  const sign = SIGNS.get(node.tagName)
  if (sign !== undefined) return parts.map(bracketed).join(sign)
  return parts.reduce((line, part) => line + (/\d$/.test(line) && /^[\d(]/.test(part) ? ' ' : '') + part, '')
}

function bracketed(part: string): string {
  return /^[-−+]?[\p{L}\p{N}.,]+$/u.test(part) ? part : `(${part})`
}

/**
 * Returns the text of a formula, superscript or subscript in a form that does not merge with the number `before` it,
 * such as 10^6 or 255_10. Puts a note's number in brackets: [1]. Returns null if the element needs no change.
 */
export function separatedText(element: Element, before: string, isLink: boolean): string | null {
  const value = toString(element).trim()
  const isRaised = element.tagName === 'sup'
  const followsNumber = /\d$/.test(before)
  if (element.tagName === 'math') return `${followsNumber && /^[\d(]/.test(value) ? ' ' : ''}${value}`
  const mayBeNote = isRaised && (isLink || /(?:\p{L}{4}|[.,;:!?"”’])$/u.test(before))
  const [, note] = (mayBeNote && /^[([]?(\d{1,4}|[a-z*†‡])[.)\]]*$/.exec(value)) || []
  if (note !== undefined) return `[${note}]`
  const isPower = isRaised && /^[-−+]?\d/.test(value) && /[\p{L})\]]$/u.test(before)
  const needsSign = isPower || (followsNumber && value !== '' && !ORDINAL.test(value))
  return needsSign ? `${isRaised ? '^' : '_'}${bracketed(value)}` : null
}

// Matches the endings of 1st, 2nd and 3º, and marks such as ™.
const ORDINAL = /^(?:st|nd|rd|th|er|re|e|o|a|º|ª|\W)$/i
