import { h } from 'hastscript'
import { SKIP, visit } from 'unist-util-visit'
import { VERBATIM } from '#newsroom/publishing/render/typography.ts'
import { CITATION, citedNumbers } from '#text/citations.ts'
import { isFunctionWord } from '#text/common-words.ts'
import type { Root, Text } from 'hast'
import type { Source } from '#blog/post.ts'

/** A part of a text node. */
type Part = { node: Text; at: number; end: number }

/** The text before a citation, and the numbers of the citation. */
type Cited = { numbers: number[]; parts: Part[] }

/**
 * Links words of the text to each source, in the first sentence that cites and names it. In an article in which every sentence
 * is cited, the kind of document (`the advisory`) and words of its title also name a source, and a source that is not named
 * is linked by the last words of the first sentence that cites it. A source that the author has linked is left alone.
 */
export function linkSources(sources: readonly Source[], { isCited }: { isCited: boolean }): (tree: Root) => void {
  return (tree) => {
    const { cited, linked } = readText(tree)
    const links: (Part & { url: string })[] = []
    for (const [index, source] of sources.entries()) {
      if (!/^https?:/i.test(source.url) || linked.has(source.url)) continue
      const own = cited.filter(({ numbers }) => numbers.includes(index + 1))
      const patterns = isCited ? [...namesOf(source), DOCUMENT, ...wordsOf(source.title)] : namesOf(source)
      const found = [
        ...own.flatMap(({ parts }) => matchesIn(parts, patterns)),
        ...(isCited ? own.slice(0, 1).flatMap(({ parts }) => matchesIn(parts, [LAST_WORDS])) : []),
      ].find((match) => !links.some(({ node, at, end }) => node === match.node && match.at < end && at < match.end))
      if (found !== undefined) links.push({ ...found, url: source.url })
    }
    const byNode = Map.groupBy(links, ({ node }) => node)
    visit(tree, 'text', (node, index, parent) => {
      const own = byNode.get(node)?.toSorted((one, other) => one.at - other.at)
      if (own === undefined || parent === undefined || index === undefined) return undefined
      const ends = [0, ...own.map(({ end }) => end)]
      const pieces = own.flatMap(({ at, end, url }, place) => [
        textOf(node.value.slice(ends[place], at)),
        h('a.source', { href: url }, node.value.slice(at, end)),
      ])
      parent.children.splice(index, 1, ...pieces, textOf(node.value.slice(ends.at(-1))))
      return index + pieces.length + 1
    })
  }
}

// Text in these elements is not linked.
const UNLINKED = new Set([...VERBATIM, 'a', 'blockquote', 'figure', 'table', 'h2', 'h3', 'h4'])

function readText(tree: Root): { cited: Cited[]; linked: Set<string> } {
  const cited: Cited[] = []
  const linked = new Set<string>()
  let parts: Part[] = []
  visit(tree, (node) => {
    if (node.type === 'element') {
      if (typeof node.properties.href === 'string') linked.add(node.properties.href)
      if (node.tagName === 'p' || node.tagName === 'li') parts = []
      return UNLINKED.has(node.tagName) ? SKIP : undefined
    }
    if (node.type !== 'text') return undefined
    let at = 0
    for (const { 0: citation, 1: list = '', index } of node.value.matchAll(CITATION)) {
      cited.push({ numbers: citedNumbers(list), parts: [...parts, { node, at, end: index }] })
      parts = []
      at = index + citation.length
    }
    parts.push({ node, at, end: node.value.length })
    return undefined
  })
  return { cited, linked }
}

function matchesIn(parts: Part[], patterns: RegExp[]): Part[] {
  return patterns.flatMap((pattern) =>
    parts.flatMap(({ node, at, end }) => {
      const found = pattern.exec(node.value.slice(at, end))
      return found === null ? [] : [{ node, at: at + found.index, end: at + found.index + found[0].length }]
    }),
  )
}

const DOCUMENT = new RegExp(
  '(?:release notes|change ?log|(?:security )?(?:advisory|bulletin)|disclosure|pre-?print|paper|stud(?:y|ies)|survey|' +
    'report|specification|standard|proposal|draft|patch|pull request|commit|post-?mortem|announcement|documentation|' +
    'filing|statement|interview|(?:open )?letter|(?:blog )?post)',
)
const LAST_WORDS =
  /(?<!\S)(?!(?:an?|the|and|or|of|in|on|at|to|by|for|from|with|is|are|was|were)\s)(?:[\p{L}\p{N}][^\s.!?…]*\s){0,2}[\p{L}\p{N}]\S*?(?=[.!?…:,]*["”’)]*\s*$)/u
const IDENTIFIER = /\b\p{Lu}{2,}[- ]?\d[\w.-]*\b/gu
const GENERAL = /\b(?:the|blog|news|newsroom|engineering|security|team|project)\b| et al\.?/gi

// The publisher, the title, and identifiers in them such as `RFC 9162`, the longest first.
function namesOf({ publisher, title }: Source): RegExp[] {
  const [short = ''] = publisher.split(/[,(]/)
  const names = [
    title,
    publisher,
    short,
    short.replaceAll(GENERAL, ''),
    ...(`${publisher} ${title}`.match(IDENTIFIER) ?? []),
  ]
  const distinct = new Set(names.map((name) => name.trim()).filter((name) => name.length > 2))
  return [...distinct].toSorted((one, other) => other.length - one.length).map(phrase)
}

// Runs of the title's words, the longest first. A single word is too vague.
function wordsOf(title: string): RegExp[] {
  const words = title.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  const runs = words.flatMap((_, start) =>
    words.slice(start + 1).map((_, more) => words.slice(start, start + more + 2)),
  )
  return runs
    .filter(([first = '', ...rest]) => ![first, rest.at(-1) ?? ''].some((word) => isFunctionWord(word.toLowerCase())))
    .toSorted((one, other) => other.length - one.length)
    .map((run) => phrase(run.join(' ')))
}

function phrase(words: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${words
      .split(/\s+/)
      .map(RegExp.escape)
      .join(String.raw`\s`)}(?![\p{L}\p{N}])`,
    'iu',
  )
}

function textOf(value: string): Text {
  return { type: 'text', value }
}
