const BLOCKS = 'p, li, td, th, dd, dt, caption, figcaption, blockquote'

// Typography may make a sentence shorter than its record.
const MIN_SHARE = 0.9

/**
 * Returns the range of the sentence before a citation, within its block. For a quotation with a named speaker it is the
 * quotation. `length` is the recorded length of the sentence in characters, because a sentence may contain text that looks
 * like the end of one.
 */
export function claimBefore(citation: Element, length: number): Range {
  const range = new Range()
  const mark = citation.closest('sup, .quiet') ?? citation
  const quotation = mark.closest('figcaption')?.parentElement?.querySelector('blockquote')
  if (quotation) {
    range.selectNodeContents(quotation)
    return range
  }
  const block = mark.closest(BLOCKS)
  range.selectNodeContents(block ?? mark)
  const marks = [...(block?.querySelectorAll(':is(sup, .quiet):has(> [href^="#s"])') ?? [])]
  const previous = marks[marks.indexOf(mark) - 1]
  if (previous) range.setStartAfter(previous)
  range.setEndBefore(mark)
  skip(range, startOfLastSentence(range.toString(), length))
  return range
}

function startOfLastSentence(text: string, length: number): number {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.trimEnd())]
  const start = sentences.findLast(({ index }) => text.length - index >= MIN_SHARE * length)?.index ?? 0
  return start + (text.slice(start).length - text.slice(start).trimStart().length)
}

// Moves the start of a range forward by a number of characters.
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
