import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { CITATION, citedNumbers } from '#text/citations.ts'

/** A block of an article, which a reviewer checks as a unit. `cited` are the numbers of its sources, in reading order. */
export type ArticleBlock = { text: string; cited: number[] }

/**
 * Splits a Markdown text into blocks. Each list item is a block. Code includes the line below it with its source, and a
 * table includes its caption.
 */
export function articleBlocks(markdown: string): ArticleBlock[] {
  const text = markdown.replaceAll('\r\n', '\n')
  const { children } = unified().use(remarkParse).use(remarkGfm).parse(text)
  const blocks: (ArticleBlock & { kind: string; start: number })[] = []
  for (const node of children.flatMap((child) => (child.type === 'list' ? child.children : [child]))) {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
    const before = blocks.at(-1)
    const isSourceOfCode = before?.kind === 'code' && text.startsWith('As published.', start)
    const isCaptioned = node.type === 'table' && before !== undefined && /^Table:.*$/.test(before.text)
    const block =
      before !== undefined && (isSourceOfCode || isCaptioned) ? before : { kind: node.type, start, text: '', cited: [] }
    if (block !== before) blocks.push(block)
    block.text = text.slice(block.start, end).trimEnd()
    // Code is not a text node, so citations in code are ignored.
    visit(node, 'text', ({ value }) => {
      for (const [, list = ''] of value.matchAll(CITATION)) block.cited.push(...citedNumbers(list))
    })
  }
  return blocks.map(({ text, cited }) => ({ text, cited: [...new Set(cited)] }))
}

/** Returns the words of a block, without citations, tags, URLs and backslash escapes. */
export function wordsOnly(block: string): string {
  return block
    .replaceAll(CITATION, ' ')
    .replaceAll(/<\/?[a-z][^>]*>|https?:\/\/\S+/gi, ' ')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
}
