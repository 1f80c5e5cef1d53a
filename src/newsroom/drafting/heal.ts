import type { Block, Draft, Section, Sentence } from '#newsroom/article/draft.ts'

/**
 * A draft whose claims were taken out, well-formed again: what holds nothing goes, a list of one becomes a sentence, a
 * section without a heading joins the one before it, and the first has none. No sentence is lost by it but a heading that
 * has come to stand first.
 */
export function heal(draft: Draft): Draft {
  const sections: Section[] = []
  for (const { heading, blocks } of draft.sections) {
    const healed = blocksOf(blocks)
    const before = sections.at(-1)
    if (healed.length === 0) continue
    if (before === undefined) sections.push({ heading: null, blocks: healed })
    else if (heading === null || isBlank(heading)) before.blocks.push(...healed)
    else sections.push({ heading, blocks: healed })
  }
  return {
    angle: draft.angle,
    form: draft.form,
    title: draft.title,
    excerpt: draft.excerpt.filter(hasText),
    tags: draft.tags.filter((tag) => tag.trim() !== ''),
    leave_out: draft.leave_out,
    sections,
    what_changes: draft.what_changes.filter(hasText),
  }
}

function blocksOf(given: Block[]): Block[] {
  const blocks: Block[] = []
  for (const block of given.flatMap(contentOf)) {
    const before = blocks.at(-1)
    const [only, ...more] = block.kind === 'list' ? block.items : []
    if (only === undefined || more.length > 0) blocks.push(block)
    // "The versions are:" keeps what it leads to.
    else if (before?.kind === 'paragraph' && announces(before)) before.sentences.push(closed(only))
    else blocks.push({ kind: 'paragraph', sentences: [closed(only)] })
  }
  return blocks.map((block, index) => {
    const isLeft = blocks[index + 1] === undefined || blocks[index + 1]?.kind === 'paragraph'
    return block.kind === 'paragraph' && isLeft && announces(block) ? concluded(block.sentences) : block
  })
}

function contentOf(block: Block): Block[] {
  switch (block.kind) {
    case 'paragraph': {
      const sentences = block.sentences.filter(hasText)
      return sentences.length === 0 ? [] : [{ kind: block.kind, sentences }]
    }
    case 'list': {
      const items = block.items.filter(hasText)
      return items.length === 0 ? [] : [{ kind: block.kind, items }]
    }
    case 'table': {
      const rows = block.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
      return rows.length === 0 ? [] : [{ kind: block.kind, caption: block.caption, head: block.head, rows }]
    }
    default:
      return block.text.trim() === '' ? [] : [block]
  }
}

function announces({ sentences }: Extract<Block, { kind: 'paragraph' }>): boolean {
  return sentences.at(-1)?.text.endsWith(':') === true
}

function concluded(sentences: Sentence[]): Block {
  return {
    kind: 'paragraph',
    sentences: sentences.map(({ text, from, compute }, index) => {
      return { text: index === sentences.length - 1 ? text.replace(/:$/, '.') : text, from, compute }
    }),
  }
}

// An item may do without its full stop, a sentence may not.
function closed({ text, from, compute }: Sentence): Sentence {
  return { text: /[.!?…:]["”’)]*$/.test(text) ? text : `${text}.`, from, compute }
}

function hasText(sentence: Sentence): boolean {
  return !isBlank(sentence)
}

function isBlank({ text }: Sentence): boolean {
  return text.trim() === ''
}
