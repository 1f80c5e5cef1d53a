import { toString } from 'hast-util-to-string'
import { visibleCharacters } from '#newsroom/sources/feed/markdown-text.ts'
import type { Element, Nodes } from 'hast'

/** Writes a formula on one line, for example as 1/2 instead of 12. Returns null if the element is not a formula. */
export function formulaOf(element: Element): string | null {
  const { tagName, properties } = element
  if (tagName === 'math') return lineOf(element)
  if (tagName === 'script' && String(properties.type).startsWith('math/tex')) return toString(element)
  const isPicture = tagName === 'img' && /latex|math|tex\b/.test(String(properties.className))
  return isPicture && properties.alt ? String(properties.alt) : null
}

// The signs that separate the parts of a formula.
const SIGNS = new Map([
  ['mfrac', ['/']],
  ['msup', ['^']],
  ['msub', ['_']],
  ['munder', ['_']],
  ['msubsup', ['_', '^']],
  ['munderover', ['_', '^']],
])

function lineOf(node: Nodes): string {
  if (node.type === 'text') return visibleCharacters(node.value).trim()
  // Readers do not see annotations.
  if (node.type !== 'element' || node.tagName.startsWith('annotation')) return ''
  const parts = node.children.map(lineOf).filter(Boolean)
  const signs = SIGNS.get(node.tagName)
  if (signs !== undefined) return parts.map((part, index) => `${signs[index - 1] ?? ''}${bracketed(part)}`).join('')
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
