import type { Evidence, Post, Provenance, Source } from '#blog/post.ts'
import { type Block, type Draft, type Section, type Sentence } from '#newsroom/article/draft.ts'
import {
  headingOf,
  nodesOf,
  runsOf,
  textOf,
  wholeOf,
  type MarkdownNode,
  type Run,
} from '#newsroom/article/read-markdown.ts'
import { readQuotation, splitSentences } from '#newsroom/article/read-draft.ts'
import { onlyPublisherLine, WHAT_CHANGES } from '#newsroom/article/render-markdown.ts'

/** An article after a person edited it. */
export type EditedArticle = Pick<Post, 'title' | 'excerpt' | 'tags'> &
  Partial<Pick<Provenance, 'links'>> & { markdown: string; sources: Source[] }

/** The sources and evidence that were recorded for an article before a person edited it. */
export type Recorded = { sources: Source[]; evidence: Evidence[] }

/**
 * Parses an article, which a person may have edited, as a draft. Unchanged sentences keep their recorded units. In a
 * changed sentence, a citation becomes a source id, such as `S1` for the first listed source. Content that a draft cannot
 * represent (HTML, links, images) stays in the text.
 */
export function parseDraft({ title, excerpt, tags, markdown, sources }: EditedArticle, recorded: Recorded): Draft {
  const reading = openReading(markdown, recorded, sources)
  const nodes = nodesOf(markdown).slice(publisherAlone(markdown, sources) === null ? 0 : 1)
  const changes = changesIn(nodes[0], reading)
  return {
    title: reading.sentence(title, []),
    excerpt: sentencesOf([{ text: excerpt, numbers: [] }], reading),
    tags,
    leave_out: [],
    sections: sectionsOf(changes === null ? nodes : nodes.slice(1), reading),
    what_changes: changes ?? [],
  }
}

/** Returns the publisher that an article's first line names as the only one, or null if there is no such line. */
export function publisherAlone(markdown: string, sources: Source[]): string | null {
  const [first] = nodesOf(markdown)
  if (first?.type !== 'paragraph') return null
  const line = comparable(wholeOf([first], markdown).text)
  return sources.find(({ publisher }) => line === comparable(onlyPublisherLine(publisher)))?.publisher ?? null
}

/** An article that is being parsed, and functions that look up the evidence recorded for its sentences. */
type Reading = {
  markdown: string
  isRecorded: (text: string) => boolean
  /**
   * Returns a sentence with the units that the record lists for it. Ignores units from sources other than those in
   * `cited`, unless `cited` is empty. A cited source that has no recorded unit is represented by its id.
   */
  sentence: (text: string, cited: number[]) => Sentence
}

// Matches sources by URL, because a person may have added, removed or moved some.
function openReading(markdown: string, recorded: Recorded, sources: Source[]): Reading {
  const units = recorded.evidence.map(({ text, compute, source, unit }) => {
    const url = recorded.sources[source]?.url
    const number = sources.findIndex((listed) => listed.url === url) + 1
    return { text: comparable(text), number, id: unit.replace(/^S\d+/, `S${number}`), compute }
  })
  const byText = Map.groupBy(units, ({ text }) => text)
  return {
    markdown,
    isRecorded: (text) => byText.has(comparable(text)),
    sentence: (text, cited) => {
      const own = (byText.get(comparable(text)) ?? []).filter(
        ({ number }) => number > 0 && (cited.length === 0 || cited.includes(number)),
      )
      const others = cited.filter((number) => !own.some((unit) => unit.number === number)).map((number) => `S${number}`)
      return { text, from: [...new Set([...own.map(({ id }) => id), ...others])], compute: own[0]?.compute ?? '' }
    },
  }
}

// Normalises text for comparisons, because titles and excerpts have typographic quotes and Markdown has escapes.
function comparable(text: string): string {
  return text.replaceAll('\\', '').replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim()
}

const LABEL = `**${WHAT_CHANGES}**`

// Returns null if the article does not start with a "What changes" paragraph.
function changesIn(first: MarkdownNode | undefined, reading: Reading): Sentence[] | null {
  const text = first?.type === 'paragraph' ? textOf(first, reading.markdown) : ''
  return text.startsWith(LABEL) ? sentencesIn(text.slice(LABEL.length), reading) : null
}

function sectionsOf(nodes: MarkdownNode[], reading: Reading): Section[] {
  const heads = nodes.flatMap((node, index) => (node.type === 'heading' ? [index] : []))
  const starts = heads[0] === 0 ? heads : [-1, ...heads]
  return starts.flatMap((start, index): Section[] => {
    const head = nodes[start]
    const blocks = blocksOf(nodes.slice(start + 1, starts[index + 1]), reading)
    if (head?.type !== 'heading') return blocks.length === 0 ? [] : [{ heading: null, blocks }]
    return [{ heading: reading.sentence(headingOf(head, reading.markdown), []), blocks }]
  })
}

const CAPTION = /^Table:\s*/

function blocksOf(nodes: MarkdownNode[], reading: Reading): Block[] {
  const { markdown } = reading
  const paragraphAt = (index: number) => {
    const node = nodes[index]
    return node?.type === 'paragraph' ? wholeOf([node], markdown) : null
  }
  const captionOf = (table: number) => {
    const caption = nodes[table]?.type === 'table' ? paragraphAt(table - 1) : null
    return caption !== null && CAPTION.test(caption.text) ? caption : null
  }
  // A paragraph that contains only citations belongs to the code block above it.
  const citationsOfCode = (code: number) => {
    const line = nodes[code]?.type === 'code' ? paragraphAt(code + 1) : null
    return line?.text === '' ? line.numbers : null
  }
  return nodes.flatMap((node, index): Block[] => {
    if (node.type === 'thematicBreak' || captionOf(index + 1) !== null || citationsOfCode(index - 1) !== null) return []
    if (node.type === 'list') {
      const items = node.children.map(({ children }) => wholeOf(children, markdown))
      const kind = node.ordered ? 'steps' : 'list'
      return [{ kind, items: items.map(({ text, numbers }) => reading.sentence(text, numbers)) }]
    }
    if (node.type === 'table') return [tableOf(node, captionOf(index), reading)]
    if (node.type === 'blockquote') return [quoteOf(wholeOf(node.children, markdown), reading)]
    if (node.type === 'code') {
      const { from } = reading.sentence(node.value, citationsOfCode(index) ?? [])
      return [{ kind: 'code', text: node.value, language: node.lang ?? '', from }]
    }
    const sentences = sentencesIn(textOf(node, markdown), reading)
    return sentences.length === 0 ? [] : [{ kind: 'paragraph', sentences }]
  })
}

function sentencesIn(text: string, reading: Reading): Sentence[] {
  return sentencesOf(runsOf(text, reading.isRecorded), reading)
}

function sentencesOf(runs: Run[], { isRecorded, sentence }: Reading): Sentence[] {
  return runs.flatMap(({ text, numbers }) => {
    const split = isRecorded(text) ? [text] : splitSentences(text)
    // A recorded sentence is not split. Sentences without a citation may come before it.
    const known = split.findIndex((_, index) => isRecorded(split.slice(index).join(' ')))
    const pieces = known < 0 ? split : [...split.slice(0, known), split.slice(known).join(' ')]
    return pieces.map((piece, index) => sentence(piece, index === pieces.length - 1 ? numbers : []))
  })
}

function quoteOf({ text, numbers }: Run, reading: Reading): Block {
  const { quoted, speaker = '' } = readQuotation(text)
  return { kind: 'quote', text: quoted, speaker, from: reading.sentence(quoted, numbers).from }
}

function tableOf(table: Extract<MarkdownNode, { type: 'table' }>, caption: Run | null, reading: Reading): Block {
  const [head = [], ...rows] = table.children.map((row) =>
    row.children.map((cell) => wholeOf([cell], reading.markdown)),
  )
  return {
    kind: 'table',
    caption: reading.sentence(caption?.text.replace(CAPTION, '') ?? '', caption?.numbers ?? []),
    head: head.map(({ text }) => text),
    rows: rows.map((row) => {
      const cells = row.map(({ text }) => text)
      const cited = row.flatMap(({ numbers }) => numbers)
      return { cells, from: reading.sentence(cells.join(' | '), cited).from }
    }),
  }
}
