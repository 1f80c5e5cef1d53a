import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { ONE_PUBLISHER } from '#newsroom/article/render-markdown.ts'
import { replaceText, VERBATIM } from '#newsroom/publishing/render/typography.ts'
import { CITATION, citedNumbers } from '#text/citations.ts'
import { sentencesOf } from '#text/sentences.ts'
import type { Element, ElementContent, Root } from 'hast'
import type { Source } from '#blog/post.ts'

const BLOCKS = new Set(['p', 'li', 'tr', 'figcaption'])
const STARTS_SECTION = /^(?:h\d|section|figure)$/
const IS_SECTION = /^(?:section|figure)$/

/** A citation in the text: the numbers of its sources, its part of the text, and the text since the citation before it. */
type Citation = { element: Element; numbers: number[]; section: number; before: string }

/**
 * Links citations (`[S1]`, `[S2, S3]`) to the list of sources. Consecutive sentences with the same sources have one number,
 * after the last of them. A heading, figure or table ends such a run. An article with one source has no numbers, but a first line that names the source. If every
 * sentence is cited, the sentences without a number end in a link without text, by which a page shows their evidence. A
 * citation of a source that is not in the list stays text.
 */
export function linkCitations(sources: readonly Source[], { isCited }: { isCited: boolean }): (tree: Root) => void {
  return (tree) => {
    const all = markCitations(tree, sources.length)
    const mentions = new Map<number, number>()
    for (const [index, { element, numbers, section }] of all.entries()) {
      const next = all[index + 1]
      const continues =
        next?.section === section &&
        next.numbers.join() === numbers.join() &&
        // A sentence without a citation ends the run.
        (isCited || sentencesOf(next.before).length === 1)
      if (sources.length > 1 && !continues) element.children = separated(numbers.map(numberLink))
      else Object.assign(element, isCited ? h('span.quiet', numbers.map(quietLink)) : { type: 'text', value: '' })
    }
    const [only, ...others] = sources
    if (only !== undefined && others.length === 0) nameOnlySource(tree, only)

    function numberLink(number: number): Element {
      // Every mention has its own id, so that the list of sources can link back to each: ref-1, ref-1-2, ref-1-3.
      const mention = (mentions.get(number) ?? 0) + 1
      mentions.set(number, mention)
      const id = mention === 1 ? `ref-${number}` : `ref-${number}-${mention}`
      return h('a', { href: `#s${number}`, id, ariaLabel: labelOf(number) }, String(number))
    }

    function quietLink(number: number): Element {
      return h('a', { href: `#s${number}`, ariaLabel: labelOf(number) })
    }

    function labelOf(number: number): string {
      const { publisher = '', title = '' } = sources[number - 1] ?? {}
      return `Source ${number}: ${[publisher, title].filter(Boolean).join(', ')}`
    }
  }
}

// Replaces each citation by an empty element, and returns them in reading order.
function markCitations(tree: Root, sourceCount: number): Citation[] {
  const marks = new Map<unknown, number[]>()
  replaceText(tree, {
    pattern: CITATION,
    skip: new Set([...VERBATIM, 'a']),
    replace: ([, list = '']) => {
      const numbers = citedNumbers(list)
      if (numbers.some((number) => number > sourceCount)) return null
      const element = h('sup')
      marks.set(element, numbers)
      return element
    },
  })
  const citations: Citation[] = []
  let [section, before, isAfterSection] = [0, '', false]
  visit(tree, (node, _, parent) => {
    if (node.type === 'text') before += node.value
    if (node.type !== 'element') return undefined
    if (parent === tree && (isAfterSection || STARTS_SECTION.test(node.tagName))) section += 1
    if (parent === tree) isAfterSection = IS_SECTION.test(node.tagName)
    if (BLOCKS.has(node.tagName)) before += '\n'
    const numbers = marks.get(node)
    if (numbers === undefined) return undefined
    citations.push({ element: node, numbers, section, before })
    before = ''
    return SKIP
  })
  return citations
}

function separated(links: Element[]): ElementContent[] {
  return links.flatMap((link, index) => (index === 0 ? [link] : [{ type: 'text' as const, value: ', ' }, link]))
}

// Replaces the line about the only publisher.
function nameOnlySource(tree: Root, { publisher, title, url }: Source): void {
  const name = [publisher, title].filter(Boolean).join(', ')
  const link = url === '' ? name : h('a.source', { href: url }, name)
  const [first] = tree.children
  const line = h('p', h('em', 'Everything below comes from one source: ', link, '.'))
  const isNamed = first?.type === 'element' && ONE_PUBLISHER.test(toString(first))
  tree.children.splice(0, isNamed ? 1 : 0, line, ...(isNamed ? [] : [{ type: 'text' as const, value: '\n' }]))
}
