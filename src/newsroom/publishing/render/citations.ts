import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { ONE_PUBLISHER } from '#newsroom/article/render-markdown.ts'
import { VERBATIM } from '#newsroom/publishing/render/typography.ts'
import { CITATION, citedNumbers } from '#text/citations.ts'
import { sentencesOf } from '#text/sentences.ts'
import type { Element, ElementContent, Root, Text } from 'hast'
import type { Source } from '#blog/post.ts'

const BLOCKS = new Set(['p', 'li', 'tr', 'figcaption'])
const STARTS_SECTION = /^(?:h\d|section|figure)$/
const IS_SECTION = /^(?:section|figure)$/

/** A citation: its source numbers, the index of its section, and the text since the previous citation. */
type Citation = { element: Element; numbers: number[]; section: number; before: string }

/** The source numbers of each citation's element. */
type Marks = Map<unknown, number[]>

/**
 * Links citations (`[S1]`, `[S2, S3]`) to the list of sources. Consecutive sentences with the same sources share one
 * number, after the last of them. A heading, figure or table ends such a run. In a newsroom article (`isCited`), a
 * sentence without a number also ends in a link, which has no text and lets the page show the evidence. An article with
 * a single source gets a first line about that source instead of numbers. Otherwise, the first mention of each source
 * links to it. A citation of an unlisted source remains text.
 */
export function linkCitations(sources: readonly Source[], { isCited }: { isCited: boolean }): (tree: Root) => void {
  return (tree) => {
    const marks = markCitations(tree, sources.length)
    const [only, ...others] = sources
    if (others.length > 0) linkSources(tree, { sources, marks, isCited })
    const all = citationsOf(tree, marks)
    const mentions = new Map<number, number>()
    for (const [index, { element, numbers, section }] of all.entries()) {
      const next = all[index + 1]
      const continues =
        next?.section === section &&
        next.numbers.join() === numbers.join() &&
        // A sentence without a citation ends the run.
        (isCited || sentencesOf(next.before).length === 1)
      if (sources.length > 1 && !continues) element.children = separated(numbers.map(numberLink))
      else Object.assign(element, isCited ? h('span.quiet', numbers.map(quietLink)) : textNode(''))
    }
    if (only !== undefined && others.length === 0) nameOnlySource(tree, only)

    function numberLink(number: number): Element {
      // Each citation has its own id (ref-1, ref-1-2, ref-1-3) so that the list of sources can link back to each.
      const mention = (mentions.get(number) ?? 0) + 1
      mentions.set(number, mention)
      const id = mention === 1 ? `ref-${number}` : `ref-${number}-${mention}`
      const source = sources[number - 1]
      const ariaLabel = `Source ${number}${source === undefined ? '' : `: ${nameOf(source)}`}`
      return h('a', { href: `#s${number}`, id, ariaLabel }, String(number))
    }
  }
}

// Creates the link at the end of a sentence without a number. The next number refers to the same source.
function quietLink(number: number): Element {
  return h('a', { href: `#s${number}`, ariaLabel: `Source ${number}` })
}

function nameOf({ publisher, title }: Source): string {
  return [publisher, title].filter(Boolean).join(', ')
}

// Replaces each citation with an empty element.
function markCitations(tree: Root, sourceCount: number): Marks {
  const marks: Marks = new Map()
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && (VERBATIM.has(node.tagName) || node.tagName === 'a')) return SKIP
    if (node.type !== 'text' || parent === undefined || index === undefined) return undefined
    const parts: ElementContent[] = []
    let end = 0
    for (const { 0: citation, 1: list = '', index: at } of node.value.matchAll(CITATION)) {
      const numbers = citedNumbers(list)
      if (numbers.some((number) => number > sourceCount)) continue
      const element = h('sup')
      marks.set(element, numbers)
      parts.push(textNode(node.value.slice(end, at)), element)
      end = at + citation.length
    }
    parent.children.splice(index, 1, ...parts, textNode(node.value.slice(end)))
    return index + parts.length + 1
  })
  return marks
}

// Returns the citations in reading order.
function citationsOf(tree: Root, marks: Marks): Citation[] {
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
  return links.flatMap((link, index) => (index === 0 ? [link] : [textNode(', '), link]))
}

// Adds a first line about the only source, which replaces the line about the only publisher.
function nameOnlySource(tree: Root, source: Source): void {
  const title = `“${source.title.replaceAll('“', '‘').replaceAll('”', '’')}”`
  const link = source.url === '' ? title : h('a.source', { href: source.url }, title)
  const publisher = source.publisher === '' ? '' : `, published by ${source.publisher}`
  const [first] = tree.children
  const line = h('p', h('em', 'Everything below comes from one source: ', link, publisher, '.'))
  const isNamed = first?.type === 'element' && ONE_PUBLISHER.test(toString(first))
  tree.children.splice(0, isNamed ? 1 : 0, line, ...(isNamed ? [] : [textNode('\n')]))
}

/** A text node that can contain a link, and its parent. */
type Place = { node: Text; parent: Element | Root }

/**
 * Links some words of the text to each source: its first mention in a sentence that cites it. In a newsroom article
 * (`isCited`), if no such sentence mentions it, links a kind of document (`the advisory`) in a sentence that cites only
 * this source. Other words would not tell readers where a link leads. A source that the author linked is left out.
 */
function linkSources(tree: Root, options: { sources: readonly Source[]; marks: Marks; isCited: boolean }): void {
  const { sources, marks, isCited } = options
  for (const [index, source] of sources.entries()) {
    const { cited, linked } = readText(tree, marks)
    if (!/^https?:/i.test(source.url) || linked.has(source.url)) continue
    const citing = cited.filter(({ numbers }) => numbers.includes(index + 1))
    const alone = citing.filter(({ numbers }) => isCited && numbers.length === 1)
    const head = `${source.title} ${source.url}`
    const isShared = sources.some((other) => other !== source && other.publisher === source.publisher)
    const isOfKind = (kind: string) => ANY_KIND.test(kind) || new RegExp(`\\b${kind.slice(0, 4)}`, 'i').test(head)
    const found =
      matchesIn(citing, mentionOf(source, isShared))[0] ??
      matchesIn(alone, DOCUMENT).find(({ words }) => isOfKind(words))
    if (found === undefined) continue
    const { node, parent, words, at } = found
    const link = h('a.source', { href: source.url, title: nameOf(source) }, words)
    const place = parent.children.findIndex((child) => child === node)
    const [before, after] = [node.value.slice(0, at), node.value.slice(at + words.length)]
    parent.children.splice(place, 1, textNode(before), link, textNode(after))
  }
}

// Text inside these elements is never linked.
const UNLINKED = new Set([...VERBATIM, 'a', 'blockquote', 'figure', 'table', 'h2', 'h3', 'h4'])

// Returns the text before each citation in paragraphs and lists, and the URLs of all links.
function readText(tree: Root, marks: Marks) {
  const cited: { numbers: number[]; places: Place[] }[] = []
  const linked = new Set<string>()
  let places: Place[] = []
  visit(tree, (node, _, parent) => {
    if (node.type === 'text' && parent !== undefined) places.push({ node, parent })
    if (node.type !== 'element') return undefined
    if (typeof node.properties.href === 'string') linked.add(node.properties.href)
    const numbers = marks.get(node)
    if (numbers !== undefined) cited.push({ numbers, places })
    if (numbers !== undefined || node.tagName === 'p' || node.tagName === 'li') places = []
    return UNLINKED.has(node.tagName) ? SKIP : undefined
  })
  return { cited, linked }
}

function matchesIn(sentences: { places: Place[] }[], pattern: RegExp): (Place & { words: string; at: number })[] {
  return sentences
    .flatMap(({ places }) => places)
    .flatMap((place) => {
      const found = pattern.exec(place.node.value)
      return found === null ? [] : [{ ...place, words: found[0], at: found.index }]
    })
}

// Matches a kind of document after a word such as "the" and, possibly, a name. "Smith's post" may be another document.
const DOCUMENT =
  /(?<=\b(?:[Tt]he|[Ii]ts|[Tt]heir|[Tt]his)\s(?:[\p{Lu}\d]\S*\s){0,3})(?:release notes|change ?log|advisory|bulletin|preprint|paper|study|survey|report|specification|proposal|patch|pull request|post-?mortem|announcement|documentation|filing|statement|post)(?![\p{L}-])/u
// Any source can be called one of these. For other kinds, its title or URL must name them, as in `/advisories/`.
const ANY_KIND = /^(?:post|announcement|documentation|report|paper|preprint|study|survey|statement)$/

const GENERAL = /\b(?:the|blog|news|newsroom|engineering|security|status|team|project)\b/gi
const NO_LONGER_NAME = String.raw`(?!(?-i:\s\p{Lu}))`
const IDENTIFIER = /\b\p{Lu}{2,}[- ]?\d[\w.-]*\b/gu

// Returns a pattern for the title, identifiers such as `RFC 9162`, and the publisher, unless it has several sources. The
// longest names come first. `Git` in `Git LFS` does not match.
function mentionOf({ publisher, title }: Source, isShared: boolean): RegExp {
  const short = publisher.split(/[,(]/)[0]?.replace(/ et al\.?/, '') ?? ''
  const identifiers = `${publisher} ${title}`.match(IDENTIFIER) ?? []
  const publishers = isShared ? [] : [publisher, short, short.replaceAll(GENERAL, '')]
  const names = [...publishers, title, ...identifiers]
    .map((name) => name.trim())
    .filter((name) => name.length > 2)
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.split(/\s+/).map(RegExp.escape).join('\\s') + (publishers.includes(name) ? NO_LONGER_NAME : ''))
  // Without a name, the pattern matches nothing.
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names.join('|') || '(?!)'})(?![\p{L}\p{N}])`, 'iu')
}

function textNode(value: string): Text {
  return { type: 'text', value }
}
