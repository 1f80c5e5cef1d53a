import { toString } from 'hast-util-to-string'
import { visibleCharacters } from '#newsroom/sources/feed/markdown-text.ts'
import type { Element, Nodes } from 'hast'

/** Writes a formula on one line: 1/2 instead of 12, x^2 instead of x2. Null for other elements. */
export function formulaOf(element: Element): string | null {
  const { tagName, properties } = element
  if (tagName === 'math') return lineOf(element) || toString(element).trim()
  if (tagName === 'script' && String(properties.type).startsWith('math/tex')) return toString(element)
  const isPicture = tagName === 'img' && /latex|math|tex\b/.test(String(properties.className))
  return isPicture && properties.alt ? String(properties.alt) : null
}

// The signs between the parts of an element.
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
  if (node.type !== 'element' || node.tagName.startsWith('annotation')) return ''
  const parts = node.children.map(lineOf).filter(Boolean)
  const signs = SIGNS.get(node.tagName)
  if (signs !== undefined) return parts.map((part, index) => `${signs[index - 1] ?? ''}${bracketed(part)}`).join('')
  if (node.tagName === 'mtable' || node.tagName === 'mtr') return parts.join(node.tagName === 'mtr' ? ' ' : '; ')
  const line = parts.reduce((line, part) => line + (/\d$/.test(line) && /^[\d(]/.test(part) ? ' ' : '') + part, '')
  return node.tagName === 'msqrt' ? `√(${line})` : line
}

function bracketed(part: string): string {
  return /^[-−+]?[\p{L}\p{N}.,]+$/u.test(part) ? part : `(${part})`
}

/**
 * Returns the signs around a formula or around raised or lowered text, so that it does not join the number `before` it:
 * 10^6, 255_10, 2 1/2. The number of a note is put in brackets. Null if the text needs no sign.
 */
export function signsOf(
  { tagName, children }: Element,
  { before, after, isLink }: { before: string; after: string; isLink: boolean },
): { open: string; close: string } | null {
  const value = children
    .map((child) => toString(child))
    .join('')
    .trim()
  if (tagName === 'math') return { open: /\d$/.test(before) && /^[\d(]/.test(value) ? ' ' : '', close: '' }
  if (value === '') return null
  if (/^\s*[/⁄]/.test(after) && tagName === 'sup') return { open: /\d$/.test(before) ? ' ' : '', close: '' }
  if (/[/⁄]\s*$/.test(before)) return { open: '', close: '' }
  const isNumber = /^[-−+]?\d/.test(value)
  const isNote = tagName === 'sup' && (isLink || /(?:\p{L}{4}|[.,;:!?"”’])$/u.test(before))
  if (isNote && /^(?:\d{1,4}|[a-z*†‡])$/.test(value)) return { open: '[', close: ']' }
  const follows = tagName === 'sup' ? /[\p{L})\]]$/u : /[A-F]{2}$/
  // log_2 8 instead of log28.
  const isJoined = /\d$/.test(value) && /^\d/.test(after)
  const needsSign = isJoined || /\d$/.test(before) ? !ORDINAL.test(value) : isNumber && follows.test(before)
  if (!needsSign) return null
  const [sign, end] = [tagName === 'sup' ? '^' : '_', isJoined ? ' ' : '']
  return bracketed(value) === value ? { open: sign, close: end } : { open: `${sign}(`, close: `)${end}` }
}

// The endings of 1st, 2nd and 3º, and marks such as ™.
const ORDINAL = /^(?:st|nd|rd|th|er|re|e|o|a|º|ª|\W)$/i
