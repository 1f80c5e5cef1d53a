import { h } from 'hastscript'
import { SKIP, visit } from 'unist-util-visit'
import { CITATION, citedNumbers } from '#text/citations.ts'
import type { Element, ElementContent, Root } from 'hast'

const UNTOUCHED = new Set(['code', 'pre', 'kbd', 'svg', 'a'])

/**
 * Links `[S1]` and `[S2, S3]` in the text to the list of sources, the lowest number first. A citation of a source that is not
 * in the list stays text.
 */
export function linkCitations(sourceCount: number): (tree: Root) => void {
  return (tree) => {
    const mentions = new Map<number, number>()
    visit(tree, (node, index, parent) => {
      if (node.type === 'element' && UNTOUCHED.has(node.tagName)) return SKIP
      if (node.type !== 'text' || parent === undefined || index === undefined) return undefined
      const parts = split(node.value, (numbers) => {
        const known = numbers.every((number) => number <= sourceCount)
        return known ? mark(numbers, mentions) : null
      })
      parent.children.splice(index, 1, ...parts)
      return index + parts.length
    })
  }
}

function split(text: string, markOf: (numbers: number[]) => Element | null): ElementContent[] {
  const parts: ElementContent[] = []
  let end = 0
  for (const match of text.matchAll(CITATION)) {
    const sup = markOf(citedNumbers(match[1] ?? ''))
    if (sup === null) continue
    if (match.index > end) parts.push({ type: 'text', value: text.slice(end, match.index) })
    parts.push(sup)
    end = match.index + match[0].length
  }
  if (end < text.length || parts.length === 0) parts.push({ type: 'text', value: text.slice(end) })
  return parts
}

function mark(numbers: number[], mentions: Map<number, number>): Element {
  const children = numbers.flatMap((number, index): ElementContent[] => {
    // Every mention has its own id, so that the list of sources can link back to each: ref-1, ref-1-2, ref-1-3.
    const mention = (mentions.get(number) ?? 0) + 1
    mentions.set(number, mention)
    const id = mention === 1 ? `ref-${number}` : `ref-${number}-${mention}`
    const link = h('a', { href: `#s${number}`, id, ariaLabel: `Source ${number}` }, String(number))
    return index === 0 ? [link] : [{ type: 'text', value: ', ' }, link]
  })
  return h('sup', children)
}
