import { toString } from 'hast-util-to-string'
import remarkSmartypants from 'remark-smartypants'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { quotedIn } from '#text/quoted.ts'
import type { Element, ElementContent, Root, Text } from 'hast'
import type { Node } from 'unist'

// Dashes and ellipses stay as they were written: `--force`, `v1.2...v1.3`.
const QUOTES_ONLY = { backticks: false, dashes: false, ellipses: false }

/** Elements whose text is not changed. Quotation marks next to them still take them into account. */
export const VERBATIM: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'svg', 'math'])
const INLINE = new Set(['a', 'strong', 'em', 'b', 'i', 'del', 'sup', 'sub', 'mark', 'abbr', 'br'])

// Technical words outside code: addresses, options with their values, assignments, calls, JSON, and paths.
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

// The nodes of a Markdown tree that smartypants reads.
type Mirror = Node & { value?: string; children?: Mirror[] }

/** Sets curly quotation marks and no-break spaces in the text of an article, but not in code, technical words or quotations. */
export function setTypography(tree: Root): void {
  const texts: { original: Text; mirror: Mirror; block: Element | null }[] = []

  // Smartypants only reads Markdown trees, so give it one of the same shape and take over its texts.
  function reflect(node: Root['children'][number] | ElementContent, block: Element | null): Mirror[] {
    if (node.type === 'text') {
      const mirror = { type: 'text', value: node.value }
      texts.push({ original: node, mirror, block })
      return [mirror]
    }
    if (node.type !== 'element' || node.tagName === 'blockquote') return []
    if (VERBATIM.has(node.tagName)) return [{ type: 'inlineCode', value: toString(node) }]
    if (INLINE.has(node.tagName))
      return [{ type: 'emphasis', children: node.children.flatMap((child) => reflect(child, block)) }]
    return [{ type: 'paragraph', children: node.children.flatMap((child) => reflect(child, node)) }]
  }

  const root: Mirror = { type: 'root', children: tree.children.flatMap((node) => reflect(node, null)) }
  unified().use(remarkSmartypants, QUOTES_ONLY).runSync(root)
  for (const own of Map.groupBy(texts, ({ block }) => block).values()) {
    const whole = own.map(({ original }) => original.value).join('')
    const kept = keptIn(whole)
    let start = 0
    for (const { original, mirror } of own) {
      const { value } = original
      original.value = keep(value, insertNoBreakSpaces(mirror.value ?? value), kept.slice(start, start + value.length))
      start += value.length
    }
  }
}

/** Sets curly quotation marks and apostrophes in a title or an excerpt, which is not Markdown. */
export function setQuotes(text: string): string {
  const value: Mirror = { type: 'text', value: text }
  const root: Mirror = { type: 'root', children: [{ type: 'paragraph', children: [value] }] }
  unified().use(remarkSmartypants, QUOTES_ONLY).runSync(root)
  return keep(text, value.value ?? text, keptIn(text))
}

// For each UTF-16 unit, true if it stays as it was written. Typography replaces units one by one.
function keptIn(text: string): boolean[] {
  const kept = Array.from({ length: text.length }, () => false)
  for (const { at, end } of quotedIn(text)) kept.fill(true, at, end)
  for (const { 0: word, index } of text.matchAll(TECHNICAL)) kept.fill(true, index, index + word.length)
  return kept
}

function keep(text: string, set: string, kept: boolean[]): string {
  return kept.map((isKept, at) => (isKept ? text : set).charAt(at)).join('')
}

const UNITS = [
  '(?:[nµμm]?s|min|h|[kKMGTP]?B|[KMGT]iB|[kMGT]?bit(?:/s)?|[kMG]?bps|[kMGT]?Hz|[mkMGT]?W|[kMGT]Wh|mAh|[nµμmck]?m|[mk]?g|°[CF]|px|dB|%',
  'million|billion|trillion)',
].join('|')

const BEFORE_UNIT = new RegExp(`(?<=\\d) (?=${UNITS}(?![\\p{L}\\p{N}]))`, 'gu')
const AFTER_SIGN = /(?<= [×÷=≈≠≤≥±+−<>]) (?=[\d(\p{L}])/gu
// Between a name with two capitals and its number or version.
const BEFORE_NUMBER = /(?<=\p{Lu}\p{L}*\p{Lu}\p{L}*) (?=\d)/gu
const BEFORE_TIMES = /(?<=\d) (?=[×÷]\u00a0)/g

// Keeps a number and its unit, a name and its number, and a sign and its operand on one line: `10 ms`, `TLS 1.3`, `= 320`.
// A long sum can still break before its next sign.
function insertNoBreakSpaces(text: string): string {
  return [BEFORE_UNIT, BEFORE_NUMBER, AFTER_SIGN, BEFORE_TIMES].reduce(
    (set, gap) => set.replaceAll(gap, '\u00a0'),
    text,
  )
}

/** Replaces matches in the text of a tree, except inside `skip`. If `replace` returns null, the match stays text. */
export function replaceText(
  tree: Root,
  options: { pattern: RegExp; skip: ReadonlySet<string>; replace: (match: RegExpExecArray) => Element | null },
): void {
  const { pattern, skip, replace } = options
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && skip.has(node.tagName)) return SKIP
    if (node.type !== 'text' || parent === undefined || index === undefined) return undefined
    const parts: ElementContent[] = []
    let end = 0
    for (const match of node.value.matchAll(pattern)) {
      const made = replace(match)
      if (made === null) continue
      parts.push({ type: 'text', value: node.value.slice(end, match.index) }, made)
      end = match.index + match[0].length
    }
    parent.children.splice(index, 1, ...parts, { type: 'text', value: node.value.slice(end) })
    return index + parts.length + 1
  })
}
