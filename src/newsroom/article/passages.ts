import { claimsOf, type Claim, type Draft } from '#newsroom/article/draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A piece of a draft's text, also one without a claim. */
export type Passage = Pick<Claim, 'where' | 'block' | 'text' | 'from'> & {
  kind: Claim['kind'] | 'tag' | 'speaker' | 'head'
}

/** Returns all text of a draft that readers see: its claims, tags, speakers of quotations and heads of tables. */
export function passages(draft: Draft): Passage[] {
  const claims = claimsOf(draft)
  const speakers = claims
    .filter(({ kind, speaker }) => kind === 'quote' && speaker !== '')
    .map(({ where, block, speaker, from }): Passage => ({ where, block, text: speaker, from, kind: 'speaker' }))
  const heads = draft.sections.flatMap(({ blocks }, section) =>
    blocks.flatMap((block, index): Passage[] => {
      if (block.kind !== 'table') return []
      const where = `sections.${section}.blocks.${index}`
      return [{ where, block: where, text: block.head.join(' | '), from: block.caption.from, kind: 'head' }]
    }),
  )
  const tags = draft.tags.map((text, index): Passage => {
    return { where: `tags.${index}`, block: 'tags', text, from: [], kind: 'tag' }
  })
  return [...claims, ...tags, ...speakers, ...heads]
}

/** Returns the text of a source: its title, its publisher, and one line per paragraph, item, row and line of code. */
export function sourceText({ title, publisher, units }: NumberedSource): string {
  const lines: string[] = []
  let last = -1
  for (const { kind, block, text } of units) {
    if (block < 0) continue
    if (kind === 'sentence' && block === last) lines.push(`${lines.pop() ?? ''} ${text}`)
    else lines.push(text)
    last = block
  }
  return [title, publisher, ...lines].join('\n')
}
