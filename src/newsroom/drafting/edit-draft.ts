import {
  claimsOf,
  isWithin,
  mapClaims,
  sentenceOf,
  words,
  type Claim,
  type Draft,
  type Sentence,
} from '#newsroom/article/draft.ts'
import { readPieces } from '#newsroom/article/read-draft.ts'

/** Replacements for claims and tags by their addresses, and the addresses to remove (`sections.1`, `tags.0`). */
type Revision = { replacements: (Sentence & { where: string })[]; remove: string[] }

/**
 * Applies a revision to a draft. Ignores unknown addresses, replacement rows with a different number of cells, and
 * attempts to remove the title.
 */
export function applyRevision(draft: Draft, { replacements, remove }: Revision): Draft {
  const given = new Map(replacements.map((replacement) => [replacement.where, replacement]))
  const isRemoved = (where: string) => remove.some((address) => isWithin(where, address))
  const tags = draft.tags.flatMap((tag, index) => {
    const where = `tags.${index}`
    return given.get(where)?.text.trim() ?? (isRemoved(where) ? [] : [tag])
  })
  return mapClaims({ ...draft, tags }, (claim) => {
    const replacement = given.get(claim.where)
    if (replacement === undefined || !fits(claim, replacement.text))
      return claim.kind !== 'title' && isRemoved(claim.where) ? [] : [claim]
    const { text, from, compute } = replacement
    // Some models omit the ids of evidence that does not change.
    return readPieces(claim.kind, { text, from: from.length > 0 ? from : claim.from, compute })
  })
}

function fits({ kind, text: before }: Claim, text: string): boolean {
  if (kind === 'title') return text.trim() !== ''
  const cells = (row: string) => row.split(' | ').length
  return kind !== 'row' || text.trim() === '' || cells(text) === cells(before)
}

/**
 * Removes the claims at the `failing` addresses. If the title or lead fails, another sentence of the article replaces
 * it. Returns null if no title, lead or text remains.
 */
export function cutDraft(draft: Draft, failing: string[]): Draft | null {
  const left = applyRevision(draft, { replacements: [], remove: failing })
  const isFailing = (where: string) => failing.some((address) => isWithin(where, address))
  const passing = claimsOf(draft).filter(({ where }) => !isFailing(where))
  const title = isFailing('title') ? titleFrom(passing, draft.title.text) : draft.title
  const sentences = passing.filter(({ kind, text }) => kind === 'sentence' && standsAlone(text, MAX_LEAD_WORDS))
  const excerpt = left.excerpt.length > 0 ? left.excerpt : sentences.slice(0, 1).map(sentenceOf)
  if (title === null || excerpt.length === 0 || words(left) === 0) return null
  return { ...left, title, excerpt }
}

const MAX_TITLE_WORDS = 12
const MAX_LEAD_WORDS = 35

// A sentence that refers back to the previous one cannot become a title or lead.
const REFERS_BACK =
  /^(?:it|its|they|their|them|this|that|these|those|he|she|his|her|but|and|or|so|however|also|both|then|there|here|such|instead|still|meanwhile|yet|neither|either|each|another|others?|the (?:latter|former|same|other|others|second|third|two|three))\b/i

// Try the lead last, because it would then repeat the title.
const TITLE_KINDS: Claim['kind'][] = ['heading', 'sentence', 'change', 'lead']

function titleFrom(passing: Claim[], failed: string): Sentence | null {
  const canBeTitle = ({ text, from }: Claim) =>
    from.length > 0 && standsAlone(text, MAX_TITLE_WORDS) && withoutFullStop(text) !== withoutFullStop(failed)
  const [found] = TITLE_KINDS.flatMap((kind) => passing.filter((claim) => claim.kind === kind && canBeTitle(claim)))
  return found === undefined ? null : { ...sentenceOf(found), text: withoutFullStop(found.text) }
}

function standsAlone(text: string, maxWords: number): boolean {
  return !REFERS_BACK.test(text) && !/[:?]$/.test(text) && text.split(/\s+/).length <= maxWords
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '')
}
