import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import remarkSmartypants from 'remark-smartypants'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import type { Element, ElementContent, Root, Text } from 'hast'
import type { Node } from 'unist'

// Dashes and ellipses stay as they were written: `--force`, `v1.2...v1.3`.
const QUOTES_ONLY = { backticks: false, dashes: false, ellipses: false }

// Not changed. Quotation marks next to them still take them into account.
const VERBATIM = new Set(['code', 'pre', 'kbd', 'svg', 'math'])
const INLINE = new Set(['a', 'strong', 'em', 'b', 'i', 'del', 'sup', 'sub', 'mark', 'abbr', 'br'])

// The nodes of a Markdown tree that smartypants reads.
type Mirror = Node & { value?: string; children?: Mirror[] }

/** Sets curly quotation marks and no-break spaces in the text of an article, but never in code. */
export function setTypography(tree: Root): void {
  const texts: { original: Text; mirror: Mirror }[] = []

  // Smartypants only reads Markdown trees, so give it one of the same shape and take over its texts.
  function reflect(node: Root['children'][number] | ElementContent): Mirror[] {
    if (node.type === 'text') {
      const mirror = { type: 'text', value: node.value }
      texts.push({ original: node, mirror })
      return [mirror]
    }
    if (node.type !== 'element') return []
    if (VERBATIM.has(node.tagName)) return [{ type: 'inlineCode', value: toString(node) }]
    const type = INLINE.has(node.tagName) ? 'emphasis' : 'paragraph'
    return [{ type, children: node.children.flatMap(reflect) }]
  }

  const root: Mirror = { type: 'root', children: tree.children.flatMap(reflect) }
  unified().use(remarkSmartypants, QUOTES_ONLY).runSync(root)
  for (const { original, mirror } of texts) original.value = insertNoBreakSpaces(mirror.value ?? original.value)
}

/** Sets curly quotation marks and apostrophes in a title or an excerpt, which is not Markdown. */
export function setQuotes(text: string): string {
  const value: Mirror = { type: 'text', value: text }
  const root: Mirror = { type: 'root', children: [{ type: 'paragraph', children: [value] }] }
  unified().use(remarkSmartypants, QUOTES_ONLY).runSync(root)
  return value.value ?? text
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

// A number and its noun, or two short names: 64-bit, I/O. Browsers do not break compounds such as SHA-256.
const COMPOUND = /(?<![\p{L}\p{N}/-])(?:\d[\d.,]*-\p{L}[\p{L}\p{N}]*|\p{Lu}\p{L}*\/\p{Lu}\p{L}*)(?![\p{L}\p{N}/-])/gu

// Longer compounds may break, because the lines of a phone are short.
const MAX_COMPOUND = 12

/** Keeps short compounds on one line. Their characters stay the same, so that readers can copy and find them. */
export function keepCompounds(tree: Root): void {
  replaceText(tree, {
    pattern: COMPOUND,
    skip: VERBATIM,
    replace: ([value]) => (value.length > MAX_COMPOUND ? null : h('span.nb', value)),
  })
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
