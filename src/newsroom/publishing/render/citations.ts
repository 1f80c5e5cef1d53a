import { h } from 'hastscript'
import { replaceText } from '#newsroom/publishing/render/typography.ts'
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
    const replace = ([, list = '']: RegExpExecArray) => {
      const numbers = citedNumbers(list)
      return numbers.every((number) => number <= sourceCount) ? mark(numbers, mentions) : null
    }
    replaceText(tree, { pattern: CITATION, skip: UNTOUCHED, replace })
  }
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
