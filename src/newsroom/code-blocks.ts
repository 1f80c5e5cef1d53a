import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

/** A block of code with the line that opens it. */
export type CodeBlock = Fence & { code: string }

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

/** The code blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
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

/**
 * What an ES module prints, run by this Node in a folder of its own. Rejects when it fails or takes over `timeout`
 * milliseconds. The folder is no wall: run only code that a person has read.
 */
export async function runCode(code: string, timeout = 20_000): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-code-'))
  try {
    const file = join(folder, 'article.mjs')
    await writeFile(file, code)
    const env = { TMPDIR: tmpdir(), NO_COLOR: '1' }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder, env, timeout })
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
