import { toString } from 'hast-util-to-string'
import { visibleCharacters } from '#newsroom/sources/feed/markdown-text.ts'
import type { Element, Nodes } from 'hast'

/** Writes a formula on one line, for example as 1/2 instead of 12. Returns null if the element is not a formula. */
export function formulaOf(element: Element): string | null {
  const { tagName, properties } = element
  if (tagName === 'math') return lineOf(element) || toString(element).trim() || String(properties.alttext ?? '')
  if (tagName === 'script' && String(properties.type).startsWith('math/tex')) return toString(element)
  const isPicture = tagName === 'img' && /latex|math|tex\b/i.test(String(properties.className))
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
  ['mroot', ['^1/']],
])

function lineOf(node: Nodes): string {
  if (node.type === 'text') return visibleCharacters(node.value).trim()
  if (node.type !== 'element' || /^(?:annotation|mphantom)/.test(node.tagName)) return ''
  const parts = node.children.map(lineOf).filter(Boolean)
  const signs = SIGNS.get(node.tagName)
  if (signs !== undefined) return parts.map((part, index) => `${signs[index - 1] ?? ''}${bracketed(part)}`).join('')
  if (/^(?:mtable|mtr|mmultiscripts)$/.test(node.tagName)) return parts.join(' ')
  // Keep adjacent numbers apart.
  const line = parts.reduce((line, part) => line + (/\d$/.test(line) && /^[\d(]/.test(part) ? ' ' : '') + part, '')
  return node.tagName === 'msqrt' ? `√(${line})` : line
}

function bracketed(part: string): string {
  return /^[-−+]?[\p{L}\p{N}.,]+$/u.test(part) ? part : `(${part})`
}

/**
 * Returns the text of a formula, superscript or subscript in a form that does not merge with the number `before` it:
 * 10^6, 255_10, 2 1/2. Puts the number of a note, which is a link or follows a punctuation mark, in brackets: [1].
 */
export function separatedText(element: Element, { before, isNote }: { before: string; isNote: boolean }): string {
  const value = toString(element).trim()
  const followsNumber = /\d$/.test(before)
  if (element.tagName === 'math') return `${followsNumber && /^[\d(]/.test(value) ? ' ' : ''}${value}`
  const isRaised = element.tagName === 'sup'
  if (isRaised && value !== '' && (isNote || /[.,;:!?"”’]$/.test(before))) return `[${value.replace(/[[\]().]/g, '')}]`
  const isPlain = isRaised ? /^\s?$/.test(before) || NOT_AN_EXPONENT.test(value) : !followsNumber
  return isPlain ? value : `${isRaised ? '^' : '_'}${bracketed(value)}`
}

// Matches the endings of 1st and 2nd, marks such as ™, and notes such as [1].
const NOT_AN_EXPONENT = /^(?:st|nd|rd|th|tm|sm|\W|\[.*\])?$/i
