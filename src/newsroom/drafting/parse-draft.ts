import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { Source } from '#blog/post.ts'
import { CITATION, citedNumbers } from '#text/citations.ts'
import { textOf, type Block, type Draft } from '#newsroom/drafting/draft.ts'

type Written = { title: string; excerpt: string; tags: string[]; markdown: string }

/**
 * Reads an article as the draft that it was set from, or that it would be set from as a person has edited it. `S1` is the
 * first of the listed sources; a citation of none of them stays in `sources`, as `S9`. A first section has no heading when
 * the article begins without one. What a draft cannot hold (HTML, links, pictures) stays in its text as it is written.
 */
export function parseDraft({ title, excerpt, tags, markdown }: Written, sources: Source[]): Draft {
  const nodes = parse(markdown)
  const text = publisherAlone(markdown, sources) === null ? nodes : nodes.slice(1)
  const sections = sectionsOf(text, markdown)
  const why = sections.findLastIndex(({ heading }) => WHY.test(heading))
  return {
    title,
    excerpt,
    tags,
    sections: sections.filter((_, index) => index !== why),
    why_it_matters: sections[why]?.blocks.map(textOf).join('\n') ?? '',
  }
}

/** The listed publisher whom an article's first line names as the only one; null when it begins with another line. */
export function publisherAlone(markdown: string, sources: Source[]): string | null {
  const [first] = parse(markdown)
  if (first?.type !== 'paragraph') return null
  const line = bare(read(first.children, markdown).text)
  const named = sources.find(
    ({ publisher }) => line === bare(`Everything below comes from one publisher, ${publisher}.`),
  )
  return named?.publisher ?? null
}

/** The numbers of all citations that a reader sees in a text, in its order; what stands in code cites nothing. */
export function citationsOf(markdown: string): number[] {
  const cited = (nodes: readonly Node[]): number[] =>
    nodes.flatMap((node) => {
      // The caption of a figure is HTML, and may cite.
      if (node.type === 'text' || node.type === 'html')
        return [...node.value.matchAll(CITATION)].flatMap(([, list = '']) => citedNumbers(list))
      return 'children' in node ? cited(node.children) : []
    })
  return cited(parse(markdown))
}

const WHY = /^why it matters$/i
const CAPTION = /^Table:\s*/
const AS_PUBLISHED = 'As published.'

type Node = ReturnType<typeof parse>[number]
type Inline = Extract<Node, { type: 'paragraph' }>['children'][number]
type List = Extract<Node, { type: 'list' }>
type Table = Extract<Node, { type: 'table' }>

/** Words with the citations that stood among them. */
type Cited = { text: string; sources: string[] }

function parse(markdown: string) {
  return unified().use(remarkParse).use(remarkGfm).parse(markdown).children
}

function sectionsOf(nodes: Node[], markdown: string): Draft['sections'] {
  const heads = nodes.flatMap((node, index) => (node.type === 'heading' ? [index] : []))
  const starts = heads[0] === 0 ? heads : [-1, ...heads]
  return starts.flatMap((start, index) => {
    const head = nodes[start]
    const blocks = blocksOf(nodes.slice(start + 1, starts[index + 1]), markdown)
    if (head?.type !== 'heading') return blocks.length === 0 ? [] : [{ heading: '', blocks }]
    // A heading cites nothing: whatever looks like it stays.
    return [
      {
        heading: head.children
          .map((child) => inline(child, markdown, null))
          .join('')
          .trim(),
        blocks,
      },
    ]
  })
}

function blocksOf(nodes: Node[], markdown: string): Block[] {
  const words = (node: Node | undefined) => (node?.type === 'paragraph' ? read(node.children, markdown) : null)
  const captionOf = (node: Node | undefined, next: Node | undefined) => {
    const caption = next?.type === 'table' ? words(node) : null
    return caption !== null && CAPTION.test(caption.text) ? caption : null
  }
  // The line below a block of code carries its citations.
  const publishedAs = (node: Node | undefined, before: Node | undefined) => {
    const line = before?.type === 'code' ? words(node) : null
    return line?.text === AS_PUBLISHED ? line : null
  }
  return nodes.flatMap((node, index): Block[] => {
    const [before, next] = [nodes[index - 1], nodes[index + 1]]
    // A rule between two blocks says nothing.
    if (node.type === 'thematicBreak' || captionOf(node, next) !== null || publishedAs(node, before) !== null) return []
    if (node.type === 'list') return listsOf(itemsOf(node, markdown))
    if (node.type === 'table') return [tableOf(node, captionOf(before, node), markdown)]
    if (node.type === 'blockquote') return [block('quote', joined(node.children, '\n', markdown))]
    if (node.type !== 'code') return [block('paragraph', words(node) ?? written(node, markdown))]
    const { text, sources } = { text: node.value, sources: publishedAs(next, node)?.sources ?? [] }
    return [{ ...block('code', { text, sources }), language: node.lang ?? '' }]
  })
}

function block(kind: Block['kind'], { text, sources }: Cited): Block {
  return { kind, text, items: [], rows: [], language: '', sources: [...new Set(sources)] }
}

// A citation covers the items since the last one: a list whose items rest on different sources is several.
function listsOf(items: Cited[]): Block[] {
  const lists: Block[] = []
  let uncited: string[] = []
  for (const { text, sources } of items) {
    const texts = [...uncited, text]
    uncited = []
    const last = lists.at(-1)
    if (sources.length === 0) uncited = texts
    else if (last?.sources.join() === sources.join()) last.items.push(...texts)
    else lists.push({ ...block('list', { text: '', sources }), items: texts })
  }
  if (uncited.length > 0) lists.push({ ...block('list', { text: '', sources: [] }), items: uncited })
  return lists
}

function itemsOf(list: List, markdown: string): Cited[] {
  return list.children.flatMap(({ children }) => {
    const own = joined(
      children.filter(({ type }) => type !== 'list'),
      ' ',
      markdown,
    )
    const inner = children.flatMap((child) => (child.type === 'list' ? itemsOf(child, markdown) : []))
    return [{ text: own.text, sources: [...new Set(own.sources)] }, ...inner]
  })
}

function tableOf(table: Table, caption: Cited | null, markdown: string): Block {
  const rows = table.children.map((row) => row.children.map((cell) => read(cell.children, markdown)))
  const sources = [...(caption?.sources ?? []), ...rows.flat().flatMap((cell) => cell.sources)]
  const text = caption?.text.replace(CAPTION, '') ?? ''
  return { ...block('table', { text, sources }), rows: rows.map((row) => row.map((cell) => cell.text)) }
}

function joined(nodes: readonly Node[], glue: string, markdown: string): Cited {
  const parts = nodes.map((node) =>
    node.type === 'paragraph' ? read(node.children, markdown) : written(node, markdown),
  )
  return { text: parts.map(({ text }) => text).join(glue), sources: parts.flatMap(({ sources }) => sources) }
}

function read(nodes: readonly Inline[], markdown: string): Cited {
  const sources: string[] = []
  return {
    text: nodes
      .map((node) => inline(node, markdown, sources))
      .join('')
      .trim(),
    sources,
  }
}

// What a draft has no block for, as it stands in the file.
function written(node: Node, markdown: string): Cited {
  const sources: string[] = []
  return { text: withoutCitations(source(node, markdown), sources), sources }
}

// Text with bold, italic and code in Markdown, as a draft has it; its citations go to `cited`.
function inline(node: Inline, markdown: string, cited: string[] | null): string {
  const inner = (children: readonly Inline[]) => children.map((child) => inline(child, markdown, cited)).join('')
  if (node.type === 'text') {
    const text = cited === null ? node.value : withoutCitations(node.value, cited)
    return text.replaceAll(/[ \t\r\n]+/g, ' ')
  }
  if (node.type === 'break') return ' '
  if (node.type === 'strong') return `**${inner(node.children)}**`
  if (node.type === 'emphasis') return `*${inner(node.children)}*`
  if (node.type === 'inlineCode' && !node.value.includes('`')) return `\`${node.value.replaceAll('\n', ' ')}\``
  // An address that became a link by itself has no place of its own in the file: it is its words.
  if (node.position === undefined && 'children' in node) return inner(node.children)
  return source(node, markdown)
}

function withoutCitations(text: string, cited: string[]): string {
  return text.replaceAll(CITATION, (_, list: string) => {
    cited.push(...citedNumbers(list).map((number) => `S${number}`))
    return ''
  })
}

function source({ position }: Node, markdown: string): string {
  return markdown.slice(position?.start.offset, position?.end.offset)
}

function bare(text: string): string {
  return text.replaceAll(/[*`\s]+/g, ' ').trim()
}
