import { claimsOf, isWithin, words, type Claim, type Draft, type Sentence } from '#newsroom/article/draft.ts'
import { SHORTEST_REPORT } from '#newsroom/article/read-draft.ts'
import { mapClaims } from '#newsroom/drafting/edit-draft.ts'
import { normalizeDraft } from '#newsroom/drafting/normalize-draft.ts'

/**
 * Removes the claims at the `failing` addresses. A sentence of the article that does not fail replaces a failing title or
 * lead. A report that becomes short is a brief. Returns null if no title, lead or text is left.
 */
export function cutDraft(draft: Draft, failing: string[]): Draft | null {
  const left = removeClaims(draft, failing)
  const passing = claimsOf(draft).filter(({ where }) => !isAmong(where, failing))
  const title = isAmong('title', failing) ? titleFrom(passing, draft.title.text) : draft.title
  const excerpt = left.excerpt.length > 0 ? left.excerpt : leadFrom(passing)
  const length = words(left)
  if (title === null || excerpt.length === 0 || length === 0) return null
  return { ...left, form: length < SHORTEST_REPORT ? 'brief' : left.form, title, excerpt }
}

/** Removes claims and tags (`tags.0`) by their addresses. A title is never removed. */
export function removeClaims(draft: Draft, addresses: string[]): Draft {
  const left = mapClaims(draft, (claim) => (claim.where !== 'title' && isAmong(claim.where, addresses) ? [] : [claim]))
  return normalizeDraft({ ...left, tags: left.tags.filter((_, index) => !addresses.includes(`tags.${index}`)) })
}

const LONGEST_TITLE = 12
const LONGEST_LEAD = 35

// A sentence that refers to the sentence before it cannot be a title or a lead.
const REFERS_BACK =
  /^(?:it|its|they|their|them|this|that|these|those|he|she|his|her|but|and|or|so|however|also|both|then|there|here|such|instead|still|meanwhile|yet|neither|either|each|another|others?|the (?:latter|former|same|other|others|second|third|two|three))\b/i

function titleFrom(passing: Claim[], failed: string): Sentence | null {
  const headings = passing.filter(({ kind, from }) => kind === 'heading' && from.length > 0)
  const sentences = passing.filter(({ kind }) => kind === 'sentence' || kind === 'change')
  // The lead is the last choice, because it would repeat the title.
  const leads = passing.filter(({ kind }) => kind === 'lead')
  const found = [...headings, ...sentences, ...leads].find(({ text }) => {
    return standsAlone(text) && wordCount(text) <= LONGEST_TITLE && withoutFullStop(text) !== withoutFullStop(failed)
  })
  return found === undefined ? null : { text: withoutFullStop(found.text), from: found.from, compute: found.compute }
}

function leadFrom(passing: Claim[]): Sentence[] {
  return passing
    .filter(({ kind, text }) => kind === 'sentence' && standsAlone(text) && wordCount(text) <= LONGEST_LEAD)
    .slice(0, 1)
    .map(({ text, from, compute }) => ({ text, from, compute }))
}

function standsAlone(text: string): boolean {
  return !REFERS_BACK.test(text) && !/[:?]$/.test(text)
}

function wordCount(text: string): number {
  return text.split(/\s+/).length
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '')
}

function isAmong(where: string, addresses: string[]): boolean {
  return addresses.some((address) => isWithin(where, address))
}
