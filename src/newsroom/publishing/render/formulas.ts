import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import rehypeParse from 'rehype-parse'
import temml from 'temml'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import type { Element, Root } from 'hast'

const WHERE = /^Where:\s*/

// A single letter is a variable, set in italics. Anything longer is a word or a sign.
const LETTER = /^\p{L}$/u

/**
 * Renders each code block in the language `math` (TeX) as a numbered MathML formula. The other words after the opening
 * fence are the formula's spoken form. A paragraph `Where: …` after the block explains its letters. Invalid TeX stays a
 * code block.
 */
export function setFormulas(tree: Root): void {
  let count = 0
  visit(tree, 'element', (block, index, parent) => {
    if (block.tagName !== 'pre' || parent === undefined || index === undefined) return undefined
    const math = block.properties.dataLanguage === 'math' ? mathOf(toString(block)) : null
    if (math === null) return SKIP
    const { dataSpoken } = block.properties
    if (typeof dataSpoken === 'string') math.properties.ariaLabel = dataSpoken
    count += 1
    parent.children[index] = h('.formula', h('div', math), h('span.no', `(${count})`))
    setWhere(parent.children.slice(index + 1).find((node) => node.type === 'element'))
    return SKIP
  })
}

function mathOf(tex: string): Element | null {
  const parsed = unified().use(rehypeParse, { fragment: true }).parse(mathmlOf(tex))
  const [math] = parsed.children
  if (math?.type !== 'element' || math.tagName !== 'math') return null
  visit(math, 'element', (node) => {
    if (node.tagName === 'mi' && !LETTER.test(toString(node))) node.properties.mathvariant = 'normal'
  })
  return math
}

// Returns an empty string if the text is not valid TeX.
function mathmlOf(tex: string): string {
  try {
    return temml.renderToString(tex.trim(), { displayMode: true, throwOnError: true })
  } catch (error) {
    if (error instanceof Error && error.name === 'ParseError') return ''
    throw error
  }
}

function setWhere(paragraph: Element | undefined): void {
  const first = paragraph?.children[0]
  if (paragraph?.tagName !== 'p' || first?.type !== 'text' || !WHERE.test(first.value)) return
  first.value = first.value.replace(WHERE, '')
  paragraph.properties.className = ['where']
}
