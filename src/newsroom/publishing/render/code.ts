import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import http from 'highlight.js/lib/languages/http'
import { common, createLowlight } from 'lowlight'
import { SKIP, visit } from 'unist-util-visit'
import { nodesOf } from '#newsroom/article/read-markdown.ts'
import type { Element, ElementContent, Root, RootContent } from 'hast'

// Language names for the bar above a code block. Any language that is not listed is shown as the author wrote it.
const NAMES = new Map(
  `js JavaScript,javascript JavaScript,ts TypeScript,typescript TypeScript,json JSON,http HTTP,python Python,py Python,
  sh Shell,bash Shell,solidity Solidity,sql SQL,html HTML,css CSS,yaml YAML,go Go,rust Rust,c C,text Text`
    .split(/,\s*/)
    .map((line): [string, string] => [line.replace(/ .*/, ''), line.replace(/.* /, '')]),
)

const lowlight = createLowlight({ ...common, http })

// The class names of highlight.js, by kind of token. Text with another class, such as `subst`, is not highlighted.
const KINDS = new Map<string, string>(
  Object.entries({
    k: 'keyword literal type name tag selector-tag meta built_in',
    s: 'string regexp char symbol',
    n: 'number',
    f: 'title attribute section',
    c: 'comment quote',
  }).flatMap(([kind, names]) => names.split(' ').map((name) => [`hljs-${name}`, kind] as const)),
)

/**
 * The remark-rehype handler for code blocks. Stores the words after the fence on `pre`, where the sanitiser keeps them.
 */
export function keepFence(_: unknown, node: { lang?: string | null; meta?: string | null; value: string }): Element {
  const { language, file, output } = readFence(node.lang, node.meta)
  const dataSpoken = language === 'math' ? node.meta : null
  const fence = { dataLanguage: language, dataFile: file, dataOutput: output ? 'true' : null, dataSpoken }
  return h('pre', fence, h('code', node.value))
}

/**
 * Adds a bar with name and citation above each code block, and adds classes to the code's tokens. Marks the words in
 * inline code that may not break at a hyphen.
 */
export function frameCode(tree: Root): void {
  visit(tree, 'element', (block, index, parent) => {
    if (block.tagName === 'code') block.children = block.children.flatMap(keepHyphenated)
    if (block.tagName !== 'pre' || parent === undefined || index === undefined) return undefined
    const { dataLanguage, dataFile, dataOutput } = block.properties
    const language = String(dataLanguage ?? '').toLowerCase()
    const known = NAMES.get(language) ?? String(dataLanguage ?? 'Text')
    const name = dataOutput === undefined ? String(dataFile ?? known) : 'Output'
    const tokens = highlight(toString(block).replace(/\n+$/, ''), language)
    const pre = h('pre', { tabIndex: 0 }, h('code', tokens))
    const next = parent.children.findIndex((node, place) => place > index && node.type === 'element')
    const cited = citationIn(parent.children[next])
    if (cited !== null) parent.children.splice(next, 1)
    Object.assign(block, h('.code', h('.code-bar', h('span', name, cited)), pre))
    return SKIP
  })
}

// Matches a word with a hyphen, such as `--max-old-space-size`, that fits on one line of a 320 px viewport.
const HYPHENATED = /(?<!\S)(?=\S*-)(\S{3,26})(?!\S)/

function keepHyphenated(node: ElementContent): ElementContent[] {
  if (node.type !== 'text') return [node]
  return node.value
    .split(HYPHENATED)
    .map((text, index) => (index % 2 === 1 ? h('span.nowrap', text) : { type: 'text' as const, value: text }))
    .filter((part) => part.type === 'element' || part.value !== '')
}

// Returns a paragraph's citation if that is all it contains, otherwise null.
function citationIn(paragraph: RootContent | undefined): Element | null {
  if (paragraph?.type !== 'element' || paragraph.tagName !== 'p') return null
  const [only, ...others] = paragraph.children.filter((child) => child.type !== 'text' || child.value !== '')
  return only?.type === 'element' && /^(?:sup|span)$/.test(only.tagName) && others.length === 0 ? only : null
}

// Returns the tokens of code. Code in an unknown language is a single plain token.
function highlight(code: string, language: string): ElementContent[] {
  if (!lowlight.registered(language)) return [{ type: 'text', value: code }]
  return tokensIn(lowlight.highlight(language, code).children, null)
}

function tokensIn(nodes: RootContent[], kind: string | null): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [kind === null ? node : h(`span.tok-${kind}`, node.value)]
    if (node.type !== 'element') return []
    const names = [node.properties.className ?? []].flat().map(String)
    // Do not highlight class names, in any language.
    return tokensIn(node.children, names.includes('class_') ? null : (KINDS.get(names[0] ?? '') ?? null))
  })
}

// Parses the words after a code block's opening fence: a language, then in any order `run` (the code is executed),
// `output` (the block contains the previous block's output) and `file=NAME`.
function readFence(language: string | null | undefined, rest: string | null | undefined) {
  const words = (rest ?? '').split(/\s+/)
  const file = words.find((word) => word.startsWith('file='))?.slice('file='.length) || null
  return { language: language || null, file, run: words.includes('run'), output: words.includes('output') }
}

/** Returns every code block marked `run` with the output that the article shows (null if no output block follows). */
export function runnableBlocks(markdown: string): { code: string; output: string | null }[] {
  const blocks = nodesOf(markdown).flatMap((node) =>
    node.type === 'code' ? [{ ...readFence(node.lang, node.meta), code: node.value }] : [],
  )
  return blocks.flatMap(({ run, code }, index) => {
    const next = blocks[index + 1]
    return run ? [{ code, output: next?.output ? next.code : null }] : []
  })
}
