import { decodeHTML, escapeText } from 'entities'
import type { Evidence } from '#blog/post.ts'
import { sentencesOf } from '#text/sentences.ts'

/**
 * A sentence in an article, as readers see it. `evidence` contains its recorded units, or is null if the sentence
 * claims nothing or the article has no recorded evidence. `cited` contains the numbers of the sources that its
 * paragraph cites.
 */
export type Sentence = { text: string; evidence: Evidence[] | null; cited: number[] }

// A sentence, with its position in the text of a block.
type Part = { start: number; end: number; evidence: Evidence[] | null }

// A paragraph, list item, heading or table row. `pieces` lists the tokens that contain its text, and the position at
// which each one starts. A citation becomes a line break in `text`, because it ends a sentence.
type Block = { text: string; pieces: { token: number; start: number }[]; cited: Set<number>; isClaim: boolean }

const BLOCK = /^<\/?(?:p|li|ul|ol|tr|blockquote|figure|figcaption|pre|section|div|h[1-4]|d[tdl]|table)\b/

// Headings, speakers and header rows need no evidence.
const CLAIMLESS = /^<(?:h[1-4]|figcaption)\b|^<tr>\s*(?:<td>\s*<\/td>\s*)?<th[^>]* scope="col"/

// The line that code adds to an article with a single publisher or source.
const ADDED = /^Everything below comes from one (?:publisher, |source: )/

// Matches tags, and elements whose text is not part of a sentence: citations, the name above a code block, and
// formulas, which cannot contain a span.
const LEFT_OUT = /<sup\b[^]*?<\/sup>|<math\b[^]*?<\/math>|<div class="code-bar"[^]*?<\/div>|<[^>]*>/g

const CITED = /^<(?:sup|span class="quiet")\b/

/**
 * Finds the sentences in sanitised HTML and wraps each in `<span data-sentence="0">`. They are compared with the record
 * by their letters and digits, so that markup and typography do not matter.
 */
export function markSentences(html: string, evidence: Evidence[] | undefined): { html: string; sentences: Sentence[] } {
  const tokens = html.split(new RegExp(`(${LEFT_OUT.source})`))
  // An article can contain a sentence twice, for example as its lead.
  const units = new Map(evidence?.map((entry) => [`${lettersOf(entry.text)} ${entry.unit}`, entry]))
  const record = Map.groupBy(units.values(), ({ text }) => lettersOf(text))
  const sentences: Sentence[] = []
  for (const { text, pieces, cited, isClaim } of blocksOf(tokens, evidence !== undefined)) {
    const none = evidence === undefined || !isClaim || ADDED.test(text.trim()) ? null : []
    const parts = partsOf(text, record).map((part) => ({ ...part, evidence: part.evidence ?? none }))
    for (const { token, start } of pieces) {
      const piece = decodeHTML(tokens[token] ?? '')
      let [marked, at] = ['', 0]
      for (const [index, part] of parts.entries()) {
        const [from, to] = [part.start, part.end].map((place) => Math.min(piece.length, Math.max(at, place - start)))
        const words = escapeText(piece.slice(from, to))
        if (words === '') continue
        marked += `${escapeText(piece.slice(at, from))}<span data-sentence="${sentences.length + index}">${words}</span>`
        at = to ?? at
      }
      tokens[token] = marked + escapeText(piece.slice(at))
    }
    for (const { start, end, evidence } of parts)
      sentences.push({ text: text.slice(start, end), evidence, cited: [...cited] })
  }
  return { html: tokens.join(''), sentences }
}

/** Returns the letters and digits in text. */
export function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

// Tokens with an even index are text. All others match LEFT_OUT. If `isCited`, every sentence ends with a citation.
function blocksOf(tokens: string[], isCited: boolean): Block[] {
  const blocks: Block[] = []
  let isNew = true
  // The index of the last opening tag of a block.
  let opening = 0
  for (const [token, value] of tokens.entries()) {
    const last = blocks.at(-1)
    if (token % 2 === 1) {
      if (isCited && !isNew && last !== undefined && CITED.test(value)) last.text += '\n'
      if (value.startsWith('<sup'))
        for (const [number] of value.replaceAll(/<[^>]*>/g, '').matchAll(/\d+/g)) last?.cited.add(Number(number))
      else if (BLOCK.test(value)) isNew = true
      if (BLOCK.test(value) && !value.startsWith('</')) opening = token
    } else if (value.trim() !== '' || !isNew) {
      const block =
        isNew || last === undefined
          ? {
              text: '',
              pieces: [],
              cited: new Set<number>(),
              isClaim: !CLAIMLESS.test(tokens.slice(opening, token).join('')),
            }
          : last
      if (block !== last) blocks.push(block)
      isNew = false
      block.pieces.push({ token, start: block.text.length })
      block.text += decodeHTML(value)
    }
  }
  return blocks
}

// Returns the sentences of a block. Sentences that the record treats as one stay together.
function partsOf(text: string, record: Map<string, Evidence[]>): Part[] {
  let end = 0
  const sentences = sentencesOf(text).flatMap((sentence) => {
    const start = text.indexOf(sentence, end)
    end = start + sentence.length
    const letters = lettersOf(sentence)
    return letters === '' ? [] : [{ start, end, letters, evidence: null }]
  })
  const parts: Part[] = []
  for (let next = 0; next < sentences.length;) {
    const rest = sentences.slice(next)
    const joined = rest.map((last, index) => {
      const letters = rest.slice(0, index + 1).map((sentence) => sentence.letters)
      return { start: rest[0]?.start ?? 0, end: last.end, evidence: record.get(letters.join('')) ?? null }
    })
    const count = Math.max(1, joined.findLastIndex(({ evidence }) => evidence !== null) + 1)
    parts.push(...joined.slice(count - 1, count))
    next += count
  }
  return parts
}
