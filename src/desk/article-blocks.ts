import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { CITATION, citedNumbers } from '#text/citations.ts'

/** A part of an article that is read, and checked, at once; `cited` are the numbers of its sources, in reading order. */
export type ArticleBlock = { text: string; cited: number[] }

/**
 * The blocks of a Markdown text, every item of a list by itself. Code stands with the line below it that names its source,
 * and a table with its caption.
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
    // What stands in code is no citation, and is no text to a parser either.
    visit(node, 'text', ({ value }) => {
      for (const [, list = ''] of value.matchAll(CITATION)) block.cited.push(...citedNumbers(list))
    })
  }
  return blocks.map(({ text, cited }) => ({ text, cited: [...new Set(cited)] }))
}

/** The words of a block: without its citations, tags and addresses, and without the backslashes before marks. */
export function wordsOnly(block: string): string {
  return block
    .replaceAll(CITATION, ' ')
    .replaceAll(/<\/?[a-z][^>]*>|https?:\/\/\S+/gi, ' ')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
}
