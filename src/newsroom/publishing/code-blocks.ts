import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'

/** What the line that opens a code block says: its language, its file name, and its part in a run. */
export type Fence = {
  language: string | null
  file: string | null
  /** Its code is executed, and the block after it holds what it prints. */
  run: boolean
  /** It holds what the block before it prints. */
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

/** Every block marked `run` with the output that the article prints for it; null when no output block follows. */
export function runnableBlocks(markdown: string): { code: string; output: string | null }[] {
  const blocks = codeBlocks(markdown)
  return blocks.flatMap(({ run, code }, index) => {
    const next = blocks[index + 1]
    return run ? [{ code, output: next?.output ? next.code : null }] : []
  })
}
