/** A part of an article that is read, and checked, at once; `cited` are the numbers of its sources, in reading order. */
export type ArticleBlock = { text: string; cited: number[] }

/**
 * The blocks of a Markdown text: split at blank lines, with code kept whole and every item of a list by itself. Code
 * stands with the line below it that names its source, and a table with its caption.
 */
export function articleBlocks(markdown: string): ArticleBlock[] {
  const parts = partsOf(markdown)
  const blocks: ArticleBlock[] = []
  for (let index = 0; index < parts.length; index++) {
    const [part = '', next = ''] = [parts[index], parts[index + 1]]
    const together = (isFence(part) && next.startsWith('As published.')) || (isCaption(part) && isTable(next))
    if (together) index++
    const texts = together ? [`${part}\n\n${next}`] : isList(part) ? itemsOf(part) : [part]
    blocks.push(...texts.map((text) => ({ text, cited: citedIn(text) })))
  }
  return blocks
}

/** The words of a block: without its citations, tags and addresses, and without the backslashes before marks. */
export function wordsOnly(block: string): string {
  return block
    .replaceAll(CITATION, ' ')
    .replaceAll(/<\/?[a-z][^>]*>|https?:\/\/\S+/gi, ' ')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
}

const CITATION = /\[(S[1-9]\d*(?:,\s?S[1-9]\d*)*)\]/g

const FENCE = /^ {0,3}(`{3,}|~{3,})/

function partsOf(markdown: string): string[] {
  const parts: string[][] = [[]]
  let fence: string | null = null
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    const [, mark = null] = FENCE.exec(line) ?? []
    if (fence === null) {
      if (line.trim() === '' || mark !== null) parts.push([])
      if (line.trim() !== '') parts.at(-1)?.push(line)
      fence = mark
      continue
    }
    parts.at(-1)?.push(line)
    if (closes(line, fence)) {
      fence = null
      parts.push([])
    }
  }
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n').trimEnd())
}

// A fence is closed by one of its own kind, at least as long, with nothing behind it.
function closes(line: string, fence: string): boolean {
  const mark = line.trim()
  return mark.startsWith(fence) && mark === mark.charAt(0).repeat(mark.length)
}

function isFence(part: string): boolean {
  return FENCE.test(part)
}

function isCaption(part: string): boolean {
  return part.startsWith('Table:') && !part.includes('\n')
}

function isTable(part: string): boolean {
  return part.startsWith('|')
}

function isList(part: string): boolean {
  return /^(?:[-*+]|\d+[.)])\s/.test(part)
}

function itemsOf(part: string): string[] {
  return part.split(/\n(?=(?:[-*+]|\d+[.)])\s)/)
}

// What stands in code is no citation.
function citedIn(text: string): number[] {
  const prose = partsOf(text)
    .filter((part) => !isFence(part))
    .join('\n\n')
    .replaceAll(/(`+)[^`]+\1/g, ' ')
  const numbers = [...prose.matchAll(CITATION)].flatMap(([, names = '']) => names.match(/\d+/g) ?? []).map(Number)
  return [...new Set(numbers)]
}
