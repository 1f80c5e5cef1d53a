import {
  claimsOf,
  isWithin,
  words,
  type Block,
  type Claim,
  type Draft,
  type Section,
  type Sentence,
} from '#newsroom/article/draft.ts'

/** The replacement of a claim. A `speaker` is for a quotation, which otherwise keeps its own. */
export type Piece = Sentence & { speaker?: string }

/**
 * Returns the draft with each claim replaced by the pieces that `edit` returns for it. No piece removes the claim. If there is
 * room for one claim only, the first piece is used. The cells of a row are separated by ` | `. The result can have empty
 * blocks, which `normalizeDraft` removes.
 */
export function mapClaims(draft: Draft, edit: (claim: Claim) => Piece[]): Draft {
  const edited = new Map(claimsOf(draft).map((claim) => [claim.where, edit(claim)]))
  const all = (where: string, sentences: Sentence[]) =>
    sentences.flatMap((sentence, index) => (edited.get(`${where}.${index}`) ?? [sentence]).map(sentenceOf))
  const first = (where: string, sentence: Sentence) => (edited.get(where) ?? [sentence]).slice(0, 1).map(sentenceOf)
  const blockAt = (block: Block, where: string): Block[] => {
    switch (block.kind) {
      case 'paragraph':
        return [{ ...block, sentences: all(`${where}.sentences`, block.sentences) }]
      case 'list':
        return [{ ...block, items: block.items.flatMap((item, index) => first(`${where}.items.${index}`, item)) }]
      case 'table': {
        const [caption = BLANK] = first(`${where}.caption`, block.caption)
        const rows = block.rows.flatMap(({ cells, from }, index) => {
          const text = cells.join(CELL_SEPARATOR)
          return first(`${where}.rows.${index}`, { text, from, compute: '' }).map((row) => {
            return { cells: row.text === text ? cells : row.text.split(CELL_SEPARATOR), from: row.from }
          })
        })
        return [{ ...block, caption, rows }]
      }
      case 'quote':
        return (edited.get(where) ?? []).slice(0, 1).map(({ text, from, speaker = block.speaker }) => {
          return { ...block, text, speaker, from }
        })
      case 'code':
        return first(where, BLANK).map(({ text, from }) => ({ ...block, text, from }))
    }
  }
  const [title = BLANK] = first('title', draft.title)
  return {
    ...draft,
    title,
    excerpt: all('excerpt', draft.excerpt),
    sections: draft.sections.map(({ heading, blocks }, index) => {
      const [head = null] = heading === null ? [] : first(`sections.${index}.heading`, heading)
      return {
        heading: head,
        blocks: blocks.flatMap((block, place) => blockAt(block, `sections.${index}.blocks.${place}`)),
      }
    }),
    what_changes: all('what_changes', draft.what_changes),
  }
}

const CELL_SEPARATOR = ' | '
const BLANK: Sentence = { text: '', from: [], compute: '' }

function sentenceOf({ text, from, compute }: Piece): Sentence {
  return { text, from, compute }
}

/** Removes claims and tags (`tags.0`) by their addresses. A title is never removed. */
export function removeClaims(draft: Draft, addresses: string[]): Draft {
  const isRemoved = (where: string) => addresses.some((address) => isWithin(where, address))
  const left = mapClaims(draft, (claim) => (claim.kind !== 'title' && isRemoved(claim.where) ? [] : [claim]))
  return normalizeDraft({ ...left, tags: left.tags.filter((_, index) => !isRemoved(`tags.${index}`)) })
}

/**
 * Makes a draft well-formed after claims were removed: without empty parts, and without a heading of the first section. A
 * section without a heading joins the section before it.
 */
export function normalizeDraft(draft: Draft): Draft {
  const sections: Section[] = []
  for (const { heading, blocks } of draft.sections) {
    const kept = blocks.flatMap(withoutEmptyParts)
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
    sections: sections.map(({ heading, blocks }) => ({ heading, blocks: blocks.map(withoutOpenColon) })),
    what_changes: draft.what_changes.filter(hasText),
  }
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

// "The versions are:" ends in a full stop if its list was removed.
function withoutOpenColon(block: Block, index: number, blocks: Block[]): Block {
  const last = block.kind === 'paragraph' ? block.sentences.at(-1) : undefined
  if (block.kind !== 'paragraph' || last === undefined || (blocks[index + 1]?.kind ?? 'paragraph') !== 'paragraph')
    return block
  return { ...block, sentences: [...block.sentences.slice(0, -1), { ...last, text: last.text.replace(/:$/, '.') }] }
}

function hasText({ text }: { text: string }): boolean {
  return text.trim() !== ''
}

/**
 * Removes the claims at the `failing` addresses. A sentence of the article that does not fail replaces a failing title or
 * lead. Returns null if no title, lead or text is left.
 */
export function cutDraft(draft: Draft, failing: string[]): Draft | null {
  const left = removeClaims(draft, failing)
  const isFailing = (where: string) => failing.some((address) => isWithin(where, address))
  const passing = claimsOf(draft).filter(({ where }) => !isFailing(where))
  const title = isFailing('title') ? titleFrom(passing, draft.title.text) : draft.title
  const sentences = passing.filter(({ kind, text }) => kind === 'sentence' && standsAlone(text, LONGEST_LEAD))
  const excerpt = left.excerpt.length > 0 ? left.excerpt : sentences.slice(0, 1).map(sentenceOf)
  if (title === null || excerpt.length === 0 || words(left) === 0) return null
  return { ...left, title, excerpt }
}

const LONGEST_TITLE = 12
const LONGEST_LEAD = 35

// A sentence that refers to the sentence before it cannot be a title or a lead.
const REFERS_BACK =
  /^(?:it|its|they|their|them|this|that|these|those|he|she|his|her|but|and|or|so|however|also|both|then|there|here|such|instead|still|meanwhile|yet|neither|either|each|another|others?|the (?:latter|former|same|other|others|second|third|two|three))\b/i

// The lead is the last choice, because it would repeat the title.
const TITLE_KINDS: Claim['kind'][] = ['heading', 'sentence', 'change', 'lead']

function titleFrom(passing: Claim[], failed: string): Sentence | null {
  const fits = ({ text, from }: Claim) =>
    from.length > 0 && standsAlone(text, LONGEST_TITLE) && withoutFullStop(text) !== withoutFullStop(failed)
  const [found] = TITLE_KINDS.flatMap((kind) => passing.filter((claim) => claim.kind === kind && fits(claim)))
  return found === undefined ? null : { ...sentenceOf(found), text: withoutFullStop(found.text) }
}

function standsAlone(text: string, most: number): boolean {
  return !REFERS_BACK.test(text) && !/[:?]$/.test(text) && text.split(/\s+/).length <= most
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '')
}
