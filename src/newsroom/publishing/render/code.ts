import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { readFence } from '#newsroom/publishing/code-blocks.ts'
import { highlight } from '#newsroom/publishing/render/highlight.ts'
import type { Element, ElementContent, Root } from 'hast'

const NAMES: Record<string, string> = {
  js: 'JavaScript',
  javascript: 'JavaScript',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  json: 'JSON',
  http: 'HTTP',
  python: 'Python',
  py: 'Python',
  sh: 'Shell',
  bash: 'Shell',
  solidity: 'Solidity',
  sql: 'SQL',
  html: 'HTML',
  css: 'CSS',
  yaml: 'YAML',
  go: 'Go',
  rust: 'Rust',
  c: 'C',
  text: 'Text',
}

/** The handler of remark-rehype for code blocks. It puts the words of the fence on the `pre`, where the sanitiser keeps them. */
export function keepFence(_: unknown, node: { lang?: string | null; meta?: string | null; value: string }): Element {
  const { language, file, output } = readFence(node.lang, node.meta)
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties: {},
    children: [{ type: 'text', value: node.value }],
  }
  const properties = {
    dataLanguage: language,
    dataFile: file,
    dataOutput: output ? 'true' : null,
    dataSpoken: language === 'math' ? node.meta : null,
  }
  return { type: 'element', tagName: 'pre', properties, children: [code] }
}

/** Puts each block of code under a bar with its name, and gives its tokens classes. */
export function frameCode(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'pre') return undefined
    frame(node)
    return SKIP
  })
}

function frame(block: Element): void {
  const { dataLanguage, dataFile, dataOutput } = block.properties
  const language = String(dataLanguage ?? '').toLowerCase()
  const known = NAMES[language] ?? String(dataLanguage ?? NAMES.text)
  const name = dataOutput === undefined ? String(dataFile ?? known) : 'Output'
  const tokens = highlight(toString(block).replace(/\n+$/, ''), language)
  const code = element(
    'code',
    {},
    tokens.map(({ text, kind }) => {
      const value: ElementContent = { type: 'text', value: text }
      return kind === null ? value : element('span', { className: [`tok-${kind}`] }, [value])
    }),
  )
  const label = element('span', {}, [{ type: 'text', value: name }])
  block.tagName = 'div'
  block.properties = { className: ['code'] }
  block.children = [element('div', { className: ['code-bar'] }, [label]), element('pre', { tabIndex: 0 }, [code])]
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
