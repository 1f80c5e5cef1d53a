import { toString } from 'hast-util-to-string'
import { quotedIn } from '#text/quoted.ts'
import type { Element, ElementContent, Root, Text } from 'hast'

/** Elements whose text is not changed, but which still affect how quotation marks next to them are set. */
export const VERBATIM: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'svg', 'math'])
const INLINE = new Set(['a', 'strong', 'em', 'b', 'i', 'del', 'sup', 'sub', 'mark', 'abbr', 'br'])

// Matches technical words outside code: URLs, options with their values, assignments, calls, JSON and paths.
const QUOTED = String.raw`(?:"[^"\n]*"|'[^'\n]*')`
const TECHNICAL = new RegExp(
  [
    String.raw`\b[a-z][a-z0-9+.-]*:\/\/\S+`,
    String.raw`(?<!\S)--?[A-Za-z][\w-]*(?:[ =]${QUOTED}|=\S+)?`,
    String.raw`[\w.\]-]+=${QUOTED}`,
    String.raw`[\w.]*[\w\])][([]${QUOTED}(?:,\s?${QUOTED})*[)\]]`,
    String.raw`[{[]\s?${QUOTED}[^{}[\]\n]*[}\]]`,
    String.raw`(?<!\S)(?:~|\.{1,2})?\/\S+`,
    String.raw`[<>]=?\sv?\d\S*|\S*[\\$_{}<>|]\S*`,
  ].join('|'),
  'g',
)

// The signs for feet and inches, as in 5'10".
const MEASURE = /(?<=\d)(?:'(?![A-Za-z])|")/g

/**
 * Sets curly quotation marks and no-break spaces in an article's text, but not in code, technical words or quotations.
 */
export function setTypography(tree: Root): void {
  const blocks: (Text | Element)[][] = []
  collect(tree.children, [])
  for (const parts of blocks) {
    const text = parts.map(wordsOf).join('')
    const set = typeset(text, (words) => insertNoBreakSpaces(setMarks(words)))
    let start = 0
    for (const part of parts) {
      const end = start + wordsOf(part).length
      if (part.type === 'text') part.value = set.slice(start, end)
      start = end
    }
  }

  // Collects each block's text, excluding the text of blocks nested in it.
  function collect(nodes: Root['children'] | ElementContent[], parts: (Text | Element)[]): void {
    if (!blocks.includes(parts)) blocks.push(parts)
    for (const node of nodes) {
      if (node.type === 'text' || (node.type === 'element' && VERBATIM.has(node.tagName))) parts.push(node)
      else if (node.type === 'element' && node.tagName !== 'blockquote')
        collect(node.children, INLINE.has(node.tagName) ? parts : [])
    }
  }
}

// Returns a part's text. A quotation mark in code must not pair with one in the text.
function wordsOf(part: Text | Element): string {
  return part.type === 'text' ? part.value : 'x'.repeat(toString(part).length)
}

/** Sets curly quotation marks and apostrophes in a title or excerpt, which is not Markdown. */
export function setQuotes(text: string): string {
  return typeset(text, setMarks)
}

// Applies a change that replaces single characters, but leaves quotations and technical words as written.
function typeset(text: string, change: (text: string) => string): string {
  const quotations = quotedIn(text)
  const placesOf = (pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({ at: index, end: index + word.length }))
  const measures = placesOf(MEASURE).filter(({ at }) => !quotations.some(({ end }) => end === at))
  const kept = [...quotations, ...placesOf(TECHNICAL), ...measures]
  let set = change(text)
  for (const { at, end } of kept) set = `${set.slice(0, at)}${text.slice(at, end)}${set.slice(end)}`
  return set
}

// A mark after a space or a bracket opens a quotation, unless it replaces missing digits, as in '90s.
function setMarks(text: string): string {
  return text
    .replaceAll(/(?<=^|[\s([{“‘—–/-])"(?=\S)/g, '“')
    .replaceAll('"', '”')
    .replaceAll(/(?<=^|[\s([{“—–/-])'(?=\S)(?!\d\ds?\b)/g, '‘')
    .replaceAll("'", '’')
}

const UNITS = [
  '(?:[nµμm]?s|min|h|[kKMGTP]?B|[KMGT]iB|[kMGT]?bit(?:/s)?|[kMG]?bps|[kMGT]?Hz|[mkMGT]?W|[kMGT]Wh|mAh|[nµμmck]?m|[mk]?g|°[CF]|px|dB|%',
  'million|billion|trillion)',
].join('|')

const BEFORE_UNIT = new RegExp(`(?<=\\d) (?=${UNITS}(?![\\p{L}\\p{N}]))`, 'gu')
const AFTER_SIGN = /(?<= [×÷=≈≠≤≥±+−<>]) (?=[\d(\p{L}])/gu
// Matches the space between a name with two capital letters and its number or version.
const BEFORE_NUMBER = /(?<=\p{Lu}\p{L}*\p{Lu}\p{L}*) (?=\d)/gu
const BEFORE_TIMES = /(?<=\d) (?=[×÷]\u00a0)/g

// Prevents a line break between a number and its unit, a name and its number, or an operator and its operand (`10 ms`,
// `TLS 1.3`, `= 320`). A long sum can still break before its next operator.
function insertNoBreakSpaces(text: string): string {
  return [BEFORE_UNIT, BEFORE_NUMBER, AFTER_SIGN, BEFORE_TIMES].reduce(
    (set, gap) => set.replaceAll(gap, '\u00a0'),
    text,
  )
}
