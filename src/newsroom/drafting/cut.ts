import { claimsOf, words, type Claim, type Draft, type Sentence } from '#newsroom/article/draft.ts'
import { isWithin, mapClaims } from '#newsroom/drafting/edit-draft.ts'
import { heal } from '#newsroom/drafting/heal.ts'
import { SHORTEST_REPORT } from '#newsroom/article/read-draft.ts'

/**
 * Takes what fails out of a draft, by address, and heals what is left; a report that became short is a brief. A title or a
 * lead that fails gives its place to a sentence of the article that neither fails nor is doubted. Null when no such sentence
 * is there, or under 120 words are left.
 */
export function cutDraft(draft: Draft, { failing, doubted }: { failing: string[]; doubted: string[] }): Draft | null {
  const left = takeOut(draft, failing)
  const sound = claimsOf(draft).filter(({ where }) => !isAmong(where, failing) && !isAmong(where, doubted))
  const title = isAmong('title', failing) ? titleFrom(sound, draft.title.text) : draft.title
  const excerpt = left.excerpt.length > 0 ? left.excerpt : leadFrom(sound)
  const length = words(left)
  if (title === null || excerpt.length === 0 || length < FEWEST_WORDS) return null
  return {
    angle: left.angle,
    form: length < SHORTEST_REPORT ? 'brief' : left.form,
    title,
    excerpt,
    tags: left.tags,
    leave_out: left.leave_out,
    sections: left.sections,
    what_changes: left.what_changes,
  }
}

/** Takes what stands at these addresses out of a draft, and heals it; a title stays. Tags have addresses too, `tags.0`. */
export function takeOut(draft: Draft, addresses: string[]): Draft {
  const left = mapClaims(draft, (claim) => (claim.where !== 'title' && isAmong(claim.where, addresses) ? [] : [claim]))
  return heal({
    angle: left.angle,
    form: left.form,
    title: left.title,
    excerpt: left.excerpt,
    tags: left.tags.filter((_, index) => !addresses.includes(`tags.${index}`)),
    leave_out: left.leave_out,
    sections: left.sections,
    what_changes: left.what_changes,
  })
}

const FEWEST_WORDS = 120
const LONGEST_TITLE = 12
const LONGEST_LEAD = 35

// What leans on the sentence before it cannot stand alone.
const LEANING =
  /^(?:it|its|they|their|them|this|that|these|those|he|she|his|her|but|and|or|so|however|also|both|then|there|here|such|instead|still|meanwhile|yet|neither|either|each|another|others?|the (?:latter|former|same|other|others|second|third|two|three))\b/i

function titleFrom(sound: Claim[], failed: string): Sentence | null {
  const headings = sound.filter(({ kind, from }) => kind === 'heading' && from.length > 0)
  const sentences = sound.filter(({ kind }) => kind === 'sentence' || kind === 'change')
  // Under a title of its own words a lead would say nothing.
  const leads = sound.filter(({ kind }) => kind === 'lead')
  const found = [...headings, ...sentences, ...leads].find(
    ({ text }) => standsAlone(text) && length(text) <= LONGEST_TITLE && bare(text) !== bare(failed),
  )
  return found === undefined ? null : { text: bare(found.text), from: found.from, compute: found.compute }
}

function leadFrom(sound: Claim[]): Sentence[] {
  return sound
    .filter(({ kind, text }) => kind === 'sentence' && standsAlone(text) && length(text) <= LONGEST_LEAD)
    .slice(0, 1)
    .map(({ text, from, compute }) => ({ text, from, compute }))
}

function standsAlone(text: string): boolean {
  return !LEANING.test(text) && !text.endsWith(':') && !text.endsWith('?')
}

function length(text: string): number {
  return text.split(/\s+/).length
}

function bare(text: string): string {
  return text.replace(/\.$/, '')
}

function isAmong(where: string, addresses: string[]): boolean {
  return addresses.some((address) => isWithin(where, address))
}
