import { claimsOf, isWithin, words, type Claim, type Draft, type Sentence } from '#newsroom/article/draft.ts'
import { SHORTEST_REPORT } from '#newsroom/article/read-draft.ts'
import { removeClaims } from '#newsroom/drafting/edit-draft.ts'

/**
 * Removes the claims at the `failing` addresses. A sentence of the article that does not fail replaces a failing title or
 * lead. A report that becomes short is a brief. Returns null if no title, lead or text is left.
 */
export function cutDraft(draft: Draft, failing: string[]): Draft | null {
  const left = removeClaims(draft, failing)
  const isFailing = (where: string) => failing.some((address) => isWithin(where, address))
  const passing = claimsOf(draft).filter(({ where }) => !isFailing(where))
  const title = isFailing('title') ? titleFrom(passing, draft.title.text) : draft.title
  const sentences = passing.filter(({ kind, text }) => kind === 'sentence' && standsAlone(text, LONGEST_LEAD))
  const excerpt = left.excerpt.length > 0 ? left.excerpt : sentences.slice(0, 1).map(sentenceOf)
  const length = words(left)
  if (title === null || excerpt.length === 0 || length === 0) return null
  return { ...left, form: length < SHORTEST_REPORT ? 'brief' : left.form, title, excerpt }
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

function sentenceOf({ text, from, compute }: Claim): Sentence {
  return { text, from, compute }
}
