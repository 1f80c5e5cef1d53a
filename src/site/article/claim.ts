// The words that a citation stands behind.

const BLOCKS = 'p, li, td, th, dd, dt, caption, figcaption, blockquote'

/**
 * The sentence before a citation, within its block: of a quotation whose speaker is named, the quotation. `length` is that of the
 * sentence on record in characters, as a sentence may hold what looks like the end of one.
 */
export function claimBefore(citation: Element, length: number): Range {
  const range = new Range()
  const mark = citation.closest('sup') ?? citation
  const quotation = mark.closest('figcaption')?.parentElement?.querySelector('blockquote')
  if (quotation) {
    range.selectNodeContents(quotation)
    return range
  }
  range.selectNodeContents(mark.closest(BLOCKS) ?? mark)
  const marks = [...(mark.closest(BLOCKS)?.querySelectorAll('sup:has(> [id^="ref-"])') ?? [])]
  const previous = marks[marks.indexOf(mark) - 1]
  if (previous) range.setStartAfter(previous)
  range.setEndBefore(mark)
  skip(range, startOfLast(range.toString(), length))
  return range
}

// The last sentence of a text, and those before it that the recorded length takes in: typography may have made it shorter.
function startOfLast(text: string, length: number): number {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.trimEnd())]
  const start = sentences.findLast(({ index }) => text.length - index >= SHARE * length)?.index ?? 0
  return start + (text.slice(start).length - text.slice(start).trimStart().length)
}

const SHARE = 0.9

function skip(range: Range, characters: number): void {
  const texts = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT)
  let left = characters
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { length } = node.textContent ?? ''
    if (!range.intersectsNode(node)) continue
    if (left < length) {
      range.setStart(node, left)
      return
    }
    left -= length
  }
}
