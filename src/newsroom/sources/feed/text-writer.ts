import { visibleCharacters } from '#newsroom/sources/feed/characters.ts'

export type Writer = ReturnType<typeof createWriter>

/** Writes a text from words and from what stands between them: of the gaps that meet between two words, the widest. */
export function createWriter() {
  const parts: string[] = []
  let gap: Gap = NONE
  let mark = ''
  let [isQuoted, isAfterTerm] = [false, false]
  let [quotes, items] = [0, 0]
  const lists: { next: number | null }[] = []
  let heading: { level: number; at: number } | null = null

  function apart(layout: 'paragraph' | 'line' | 'inline'): void {
    if (layout !== 'inline') widen(layout === 'line' || items > 0 ? LINE : PARAGRAPH)
  }

  function widen(wanted: Gap): void {
    if (wanted > gap) gap = wanted
  }

  function newline(): void {
    if (heading !== null) widen(SPACE)
    else widen(gap < LINE || items > 0 ? LINE : PARAGRAPH)
  }

  function text(data: string): void {
    // Unseen characters first: one of them is white space to JavaScript.
    const words = visibleCharacters(data).replace(/\s+/g, ' ')
    if (words.startsWith(' ')) widen(SPACE)
    if (words.trim() !== '') push(words.trim())
    if (words.endsWith(' ')) widen(SPACE)
  }

  function push(words: string): void {
    if (parts.length === 0 || gap === LINE || gap === PARAGRAPH) startLine()
    else if (gap === TERM) parts.push(last() === ':' ? ' ' : ': ')
    else if (gap === SPACE) parts.push(' ')
    parts.push(words)
    gap = NONE
  }

  function startLine(): void {
    breakLine()
    // The line of an item begins where its list does, what else is in it two blanks further.
    const depth = mark === '' ? items : items - 1
    parts.push('  '.repeat(Math.min(Math.max(depth, 0), DEEPEST)))
    if (heading?.at === 0) heading.at = parts.push('') - 1
    // What goes over two lines was never closed.
    else heading = null
    parts.push(mark)
    mark = ''
  }

  function breakLine(): void {
    if (parts.length > 0) parts.push(gap === LINE ? '\n' : isQuoted && quotes > 0 ? '\n>\n' : '\n\n')
    isQuoted = quotes > 0
    if (isQuoted) parts.push('> ')
  }

  function lines(all: string[]): void {
    if (all.length === 0) return
    gap = PARAGRAPH
    breakLine()
    parts.push(all.join(isQuoted ? '\n> ' : '\n'))
  }

  function closeHeading(): void {
    const length = heading === null ? 0 : parts.slice(heading.at).reduce((sum, part) => sum + part.length, 0)
    if (heading !== null && heading.at > 0 && length <= LONGEST_HEADING)
      parts[heading.at] = `${'#'.repeat(heading.level)} `
    heading = null
  }

  function openItem(): void {
    const list = lists.at(-1)
    items += 1
    mark = typeof list?.next === 'number' ? `${list.next++}. ` : '- '
  }

  function closeItem(): void {
    items = Math.max(0, items - 1)
    mark = ''
    if (gap === TERM) gap = LINE
  }

  // Only the first explanation of a term stands in its line.
  function openDefinition(): void {
    items += 1
    if (isAfterTerm) gap = TERM
    isAfterTerm = false
  }

  function last(): string {
    return parts.at(-1)?.at(-1) ?? ''
  }

  return {
    apart,
    newline,
    text,
    last,
    lines,
    /** Words that belong to those before them. */
    attach: (words: string) => {
      if (gap === SPACE) gap = NONE
      push(words)
    },
    /** What the next line begins with. */
    mark: (begin: string) => void (mark = begin),
    // An item is a line whatever is in it.
    openHeading: (level: number) => void (heading = items > 0 ? null : { level, at: 0 }),
    closeHeading,
    openList: (next: number | null) => void lists.push({ next }),
    closeList: () => void lists.pop(),
    openItem,
    closeItem,
    closeTerm: () => {
      closeItem()
      isAfterTerm = true
    },
    openDefinition,
    openQuote: () => void (quotes += 1),
    closeQuote: () => void (quotes -= 1),
    done: () => parts.join(''),
  }
}

type Gap = 0 | 1 | 2 | 3 | 4
const [NONE, SPACE, LINE, PARAGRAPH, TERM] = [0, 1, 2, 3, 4] as const

// What is nested deeper is not indented further: a hostile page may be nested without end.
const DEEPEST = 3
const LONGEST_HEADING = 300
