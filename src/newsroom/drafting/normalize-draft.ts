import type { Block, Draft, Section, Sentence } from '#newsroom/article/draft.ts'

/**
 * Makes a draft well-formed after claims were removed. Empty parts are removed, a list with one item becomes a sentence, and
 * a section without a heading joins the section before it. The first section loses its heading.
 */
export function normalizeDraft(draft: Draft): Draft {
  const sections: Section[] = []
  for (const { heading, blocks } of draft.sections) {
    const kept = normalizeBlocks(blocks)
    const before = sections.at(-1)
    if (kept.length === 0) continue
    if (before === undefined) sections.push({ heading: null, blocks: kept })
    else if (heading === null || !hasText(heading)) before.blocks.push(...kept)
    else sections.push({ heading, blocks: kept })
  }
  return {
    ...draft,
    excerpt: draft.excerpt.filter(hasText),
    tags: draft.tags.filter((tag) => tag.trim() !== ''),
    sections,
    what_changes: draft.what_changes.filter(hasText),
  }
}

function normalizeBlocks(given: Block[]): Block[] {
  const blocks: Block[] = []
  for (const block of given.flatMap(withoutEmptyParts)) {
    const before = blocks.at(-1)
    const [only, ...more] = block.kind === 'list' ? block.items : []
    if (only === undefined || more.length > 0) blocks.push(block)
    // "The versions are:" keeps the one item that is left.
    else if (before?.kind === 'paragraph' && introduces(before)) before.sentences.push(withFullStop(only))
    else blocks.push({ kind: 'paragraph', sentences: [withFullStop(only)] })
  }
  return blocks.map((block, index) => {
    const next = blocks[index + 1]
    const isAlone = next === undefined || next.kind === 'paragraph'
    return block.kind === 'paragraph' && isAlone && introduces(block) ? withoutColon(block) : block
  })
}

function withoutEmptyParts(block: Block): Block[] {
  switch (block.kind) {
    case 'paragraph': {
      const sentences = block.sentences.filter(hasText)
      return sentences.length === 0 ? [] : [{ ...block, sentences }]
    }
    case 'list': {
      const items = block.items.filter(hasText)
      return items.length === 0 ? [] : [{ ...block, items }]
    }
    case 'table': {
      const rows = block.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
      return rows.length === 0 ? [] : [{ ...block, rows }]
    }
    default:
      return hasText(block) ? [block] : []
  }
}

type Paragraph = Extract<Block, { kind: 'paragraph' }>

function introduces({ sentences }: Paragraph): boolean {
  return sentences.at(-1)?.text.endsWith(':') === true
}

function withoutColon({ sentences, ...block }: Paragraph): Block {
  const last = sentences.length - 1
  return {
    ...block,
    sentences: sentences.map((sentence, index) => {
      return index === last ? { ...sentence, text: sentence.text.replace(/:$/, '.') } : sentence
    }),
  }
}

function withFullStop(sentence: Sentence): Sentence {
  return /[.!?…:]["”’)]*$/.test(sentence.text) ? sentence : { ...sentence, text: `${sentence.text}.` }
}

function hasText({ text }: { text: string }): boolean {
  return text.trim() !== ''
}
