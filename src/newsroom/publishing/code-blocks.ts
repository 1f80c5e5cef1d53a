import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'

/** The opening line of a code block. */
export type Fence = {
  language: string | null
  file: string | null
  /** True if its code is executed. The next block has its output. */
  run: boolean
  /** True if it has the output of the block before it. */
  output: boolean
}

/** Reads the opening line of a code block: a language, then `run`, `output` and `file=NAME` in any order. */
export function readFence(language: string | null | undefined, rest: string | null | undefined): Fence {
  const words = (rest ?? '').split(/\s+/)
  const file = words.find((word) => word.startsWith('file='))?.slice('file='.length)
  return {
    language: language || null,
    file: file || null,
    run: words.includes('run'),
    output: words.includes('output'),
  }
}

function codeBlocks(markdown: string): (Fence & { code: string })[] {
  const blocks: (Fence & { code: string })[] = []
  visit(unified().use(remarkParse).parse(markdown), 'code', (node) => {
    blocks.push({ ...readFence(node.lang, node.meta), code: node.value })
  })
  return blocks
}

/** Finds every block marked `run` with its output in the article. The output is null if no output block follows. */
export function runnableBlocks(markdown: string): { code: string; output: string | null }[] {
  const blocks = codeBlocks(markdown)
  return blocks.flatMap(({ run, code }, index) => {
    const next = blocks[index + 1]
    return run ? [{ code, output: next?.output ? next.code : null }] : []
  })
}
