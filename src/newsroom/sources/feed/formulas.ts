import { toString } from 'hast-util-to-string'
import { visibleCharacters } from '#newsroom/sources/feed/markdown-text.ts'
import type { Element, Nodes } from 'hast'

/** Writes a formula on one line, for example as 1/2 instead of 12. Returns null if the element is not a formula. */
export function formulaOf(element: Element): string | null {
  const { tagName, properties } = element
  if (tagName === 'math')
    return lineOf(element) || toString(element).trim() || String(properties.altText ?? properties.alttext ?? '')
  if (tagName === 'script' && String(properties.type).startsWith('math/tex')) return toString(element)
  const isPicture =
    tagName === 'img' &&
    (/latex|math|tex\b/i.test(String(properties.className)) || FORMULA_URL.test(String(properties.src)))
  return isPicture && properties.alt ? String(properties.alt) : null
}

// The URLs of services that render formulas as images.
const FORMULA_URL = /\/(?:latex(?:\.php)?|render\/math)\?|codecogs\.com/i

// The signs that separate the parts of a formula.
const SIGNS = new Map([
  ['mfrac', ['/']],
  ['msup', ['^']],
  ['msub', ['_']],
  ['munder', ['_']],
  ['msubsup', ['_', '^']],
  ['munderover', ['_', '^']],
  ['mroot', ['^1/']],
])

function lineOf(node: Nodes): string {
  if (node.type === 'text') return visibleCharacters(node.value).trim()
  if (node.type !== 'element' || /^(?:annotation|mphantom)/.test(node.tagName)) return ''
  const parts = node.children.map(lineOf).filter(Boolean)
  const signs = SIGNS.get(node.tagName)
  if (signs !== undefined) return parts.map((part, index) => `${signs[index - 1] ?? ''}${bracketed(part)}`).join('')
  if (node.tagName === 'mmultiscripts') return parts.join(' ')
  if (node.tagName === 'mtable' || node.tagName === 'mtr') return parts.join(node.tagName === 'mtr' ? ' ' : '; ')
  if (node.tagName === 'mfenced') return fenced(node, parts)
  const line = joined(parts)
  return node.tagName === 'msqrt' ? `√(${line})` : line
}

// Joins the parts of a formula and keeps adjacent numbers apart.
function joined(parts: string[]): string {
  return parts.reduce((line, part) => line + (/\d$/.test(line) && /^[\d(]/.test(part) ? ' ' : '') + part, '')
}

// Encloses parts in the brackets that an element names, or in parentheses. The last separator is repeated if there are
// more parts than separators.
function fenced({ properties }: Element, parts: string[]): string {
  const { open = '(', close = ')', separators = ',' } = properties
  const signs = [...String(separators).replace(/\s/g, '')]
  const line = parts.flatMap((part, index) => {
    const sign = index === 0 ? undefined : (signs[index - 1] ?? signs.at(-1))
    return sign === undefined ? [part] : [/[,;]/.test(sign) ? `${sign} ` : sign, part]
  })
  // The parser reads `open=""` as true, because other elements have an attribute of this name without a value.
  return `${open === true ? '' : String(open)}${joined(line)}${String(close)}`
}

function bracketed(part: string): string {
  return /^[-−+]?[\p{L}\p{N}.,]+$/u.test(part) ? part : `(${part})`
}

/**
 * Returns the text of a formula, superscript or subscript in a form that does not merge with the number `before` it:
 * 10^6, 255_10, 2 1/2. Puts a note's number in brackets: [1]. Returns null if the element needs no change.
 */
export function separatedText(
  element: Element,
  { before, after, isLink }: { before: string; after: string; isLink: boolean },
): string | null {
  const value = toString(element).trim()
  const isRaised = element.tagName === 'sup'
  const followsNumber = /\d$/.test(before)
  if (element.tagName === 'math') return `${followsNumber && /^[\d(]/.test(value) ? ' ' : ''}${value}`
  if (value === '') return null
  // The element is the numerator or the denominator of a fraction, as in `3<sup>1</sup>/<sub>2</sub>`.
  if (/^\s*[/⁄]/.test(after) && isRaised) return `${followsNumber ? ' ' : ''}${value}`
  if (/[/⁄]\s*$/.test(before)) return value
  const mayBeNote = isRaised && (isLink || /(?:\p{L}{4}|[.,;:!?"”’])$/u.test(before))
  const [, note] = (mayBeNote && /^[([]?(\d{1,4}|[a-z*†‡])[.)\]]*$/.exec(value)) || []
  if (note !== undefined) return `[${note}]`
  // Writes log_2 8 instead of log28.
  const isJoined = /\d$/.test(value) && /^\d/.test(after)
  const follows = isRaised ? /[\p{L})\]]$/u : /[A-F]{2}$/
  const needsSign = isJoined || followsNumber ? !ORDINAL.test(value) : /^[-−+]?\d/.test(value) && follows.test(before)
  return needsSign ? `${isRaised ? '^' : '_'}${bracketed(value)}${isJoined ? ' ' : ''}` : null
}

// Matches the endings of 1st, 2nd and 3º, and marks such as ™.
const ORDINAL = /^(?:st|nd|rd|th|er|re|e|o|a|º|ª|\W)$/i
