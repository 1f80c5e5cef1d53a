import type { Source } from '#blog/post.ts'
import { words, type Block, type Draft, type Section, type Sentence } from '#newsroom/article/draft.ts'
import { openRecord, type EvidenceRecord } from '#newsroom/article/evidence-record.ts'
import { headingOf, nodesOf, runsOf, wholeOf, type MarkdownNode, type Run } from '#newsroom/article/read-markdown.ts'
import { SHORTEST_REPORT, withoutMarks } from '#newsroom/article/read-draft.ts'
import { cutSentences } from '#newsroom/article/read-sentences.ts'
import { WHAT_CHANGES, type SentenceEvidence } from '#newsroom/article/render-markdown.ts'

type Written = { title: string; excerpt: string; tags: string[]; markdown: string }

/**
 * Reads an article as the draft that it was set from, or that it would be set from as a person has edited it. Sentences that
 * are unchanged keep the units on record, by their text; of others a citation stays as the name of its source, `S1` for the
 * first of the listed ones. In an article without a record a citation covers all that is before it in its block. What a
 * draft cannot hold (HTML, links, pictures) stays in its text as it is written.
 */
export function parseDraft(
  { title, excerpt, tags, markdown }: Written,
  sources: Source[],
  recorded: { sources: Source[]; evidence: SentenceEvidence[] } | null = null,
): Draft {
  const record = openRecord(recorded, sources)
  const nodes = nodesOf(markdown).slice(publisherAlone(markdown, sources) === null ? 0 : 1)
  const changes = changesIn(nodes[0], { markdown, record })
  const sections = sectionsOf(changes === null ? nodes : nodes.slice(1), { markdown, record })
  const why = sections.findLastIndex(({ heading }) => heading !== null && WHY.test(heading.text))
  const draft: Draft = {
    angle: '',
    form: 'report',
    title: record.sentence(title, []),
    excerpt: sentencesOf([{ text: excerpt, numbers: [] }], record),
    tags,
    leave_out: [],
    sections: sections.filter((_, index) => index !== why),
    what_changes: [...(changes ?? []), ...(sections[why]?.blocks ?? []).flatMap(sentencesIn)],
  }
  return { ...draft, form: words(draft) < SHORTEST_REPORT ? 'brief' : 'report' }
}

/** The listed publisher whom an article's first line names as the only one; null when it begins with another line. */
export function publisherAlone(markdown: string, sources: Source[]): string | null {
  const [first] = nodesOf(markdown)
  if (first?.type !== 'paragraph') return null
  const line = bare(wholeOf([first], { markdown }).text)
  const named = sources.find(
    ({ publisher }) => line === bare(`Everything below comes from one publisher, ${publisher}.`),
  )
  return named?.publisher ?? null
}

// As articles of before end.
const WHY = /^why it matters$/i
const CAPTION = /^Table:\s*/
const AS_PUBLISHED = 'As published.'

type Reading = { markdown: string; record: EvidenceRecord }

// Null when the article does not begin with what is different now.
function changesIn(first: MarkdownNode | undefined, { markdown, record }: Reading): Sentence[] | null {
  if (first?.type !== 'paragraph') return null
  const [label, ...children] = first.children
  if (label?.type !== 'strong' || wholeOf([{ type: 'paragraph', children: [label] }], { markdown }).text !== LABEL)
    return null
  return sentencesOf(runsOf([{ type: 'paragraph', children }], { markdown, isKnown: record.knows }), record)
}

const LABEL = `**${WHAT_CHANGES}**`

function sectionsOf(nodes: MarkdownNode[], reading: Reading): Section[] {
  const heads = nodes.flatMap((node, index) => (node.type === 'heading' ? [index] : []))
  const starts = heads[0] === 0 ? heads : [-1, ...heads]
  return starts.flatMap((start, index): Section[] => {
    const head = nodes[start]
    const blocks = blocksOf(nodes.slice(start + 1, starts[index + 1]), reading)
    if (head?.type !== 'heading') return blocks.length === 0 ? [] : [{ heading: null, blocks }]
    return [{ heading: reading.record.sentence(headingOf(head, reading.markdown), []), blocks }]
  })
}

function blocksOf(nodes: MarkdownNode[], { markdown, record }: Reading): Block[] {
  const wordsOf = (node: MarkdownNode | undefined) =>
    node?.type === 'paragraph' ? wholeOf([node], { markdown }) : null
  const captionOf = (node: MarkdownNode | undefined, next: MarkdownNode | undefined) => {
    const caption = next?.type === 'table' ? wordsOf(node) : null
    return caption !== null && CAPTION.test(caption.text) ? caption : null
  }
  // The line below a block of code carries its citations.
  const publishedAs = (node: MarkdownNode | undefined, before: MarkdownNode | undefined) => {
    const line = before?.type === 'code' ? wordsOf(node) : null
    return line?.text === AS_PUBLISHED ? line : null
  }
  return nodes.flatMap((node, index): Block[] => {
    const [before, next] = [nodes[index - 1], nodes[index + 1]]
    // A rule between two blocks says nothing.
    if (node.type === 'thematicBreak' || captionOf(node, next) !== null || publishedAs(node, before) !== null) return []
    if (node.type === 'list') return [{ kind: 'list', items: itemsOf(itemsIn(node, markdown), record) }]
    if (node.type === 'table') return [tableOf(node, captionOf(before, node), { markdown, record })]
    if (node.type === 'blockquote') return [quoteOf(wholeOf(node.children, { markdown, glue: '\n' }), record)]
    if (node.type === 'code') {
      const { from } = record.sentence(node.value, publishedAs(next, node)?.numbers ?? [])
      return [{ kind: 'code', text: node.value, language: node.lang ?? '', from }]
    }
    const sentences = sentencesOf(runsOf([node], { markdown, isKnown: record.knows }), record)
    return sentences.length === 0 ? [] : [{ kind: 'paragraph', sentences }]
  })
}

function sentencesOf(runs: Run[], record: EvidenceRecord): Sentence[] {
  return runs.flatMap(({ text, numbers }) => {
    const cut = record.knows(text) ? [text] : cutSentences(text)
    // What is on record as one sentence is one; others may stand before it without a citation.
    const known = cut.findIndex((_, index) => record.knows(cut.slice(index).join(' ')))
    const pieces = known < 0 ? cut : [...cut.slice(0, known), cut.slice(known).join(' ')]
    return pieces.map((piece, index) => {
      const isCited = record.isEmpty || index === pieces.length - 1
      return record.sentence(piece, isCited ? numbers : [])
    })
  })
}

function itemsIn(list: Extract<MarkdownNode, { type: 'list' }>, markdown: string): Run[] {
  return list.children.flatMap(({ children }) => [
    wholeOf(
      children.filter(({ type }) => type !== 'list'),
      { markdown },
    ),
    ...children.flatMap((child) => (child.type === 'list' ? itemsIn(child, markdown) : [])),
  ])
}

function itemsOf(items: Run[], record: EvidenceRecord): Sentence[] {
  return items.map(({ text, numbers }, index) => {
    // In an article of before a citation covers the items since the last one.
    const next = items.slice(index).find((item) => item.numbers.length > 0)
    return record.sentence(text, record.isEmpty ? (next?.numbers ?? []) : numbers)
  })
}

function quoteOf({ text, numbers }: Run, record: EvidenceRecord): Block {
  const [, quoted = text, speaker = ''] = /^([“"][^]*[”"])(?:\s+[—–-]+\s+([^“”"]*))?$/.exec(text) ?? []
  const inner = /^“[^]*”$/.test(quoted) ? quoted.slice(1, -1) : withoutMarks(quoted)
  return { kind: 'quote', text: inner, speaker, from: record.sentence(inner, numbers).from }
}

function tableOf(
  table: Extract<MarkdownNode, { type: 'table' }>,
  caption: Run | null,
  { markdown, record }: Reading,
): Block {
  const [head = [], ...rows] = table.children.map((row) => row.children.map((cell) => wholeOf([cell], { markdown })))
  const above = caption?.numbers ?? []
  return {
    kind: 'table',
    caption: record.sentence(caption?.text.replace(CAPTION, '') ?? '', above),
    head: head.map(({ text }) => text),
    rows: rows.map((row) => {
      const cells = row.map(({ text }) => text)
      const own = row.flatMap(({ numbers }) => numbers)
      const cited = record.isEmpty && own.length === 0 ? above : own
      return { cells, from: record.sentence(cells.join(' | '), cited).from }
    }),
  }
}

function sentencesIn(block: Block): Sentence[] {
  if (block.kind === 'paragraph') return block.sentences
  if (block.kind === 'list') return block.items
  return []
}

function bare(text: string): string {
  return text.replaceAll(/[*`\s]+/g, ' ').trim()
}
