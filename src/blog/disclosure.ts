import { longDate } from '#blog/date.ts'
import type { Correction, Review } from '#blog/post.ts'

/** What people did to a post after it was written, as far as a record says so; newest last. */
export type Oversight = { readonly reviews: readonly Review[]; readonly corrections: readonly Correction[] }

/** Every disclosure begins with these words. */
export const WRITTEN_BY_AI = 'Written by AI.'

/**
 * The sentence about how a post came to be that stands above its text and in every feed: it says only what the record
 * holds. A review of a text that was corrected since is followed by the correction.
 */
export function disclosure(oversight: Oversight | null): string {
  return `${WRITTEN_BY_AI} ${reviewed(oversight)}${corrected(oversight)}`
}

/** The part of the disclosure that tells of the newest review. */
export function reviewed(oversight: Oversight | null): string {
  const review = oversight?.reviews.at(-1)
  return review === undefined ? 'No human review is on record yet.' : `Reviewed by ${review.by}${on(review.date)}.`
}

function corrected(oversight: Oversight | null): string {
  const correction = oversight?.corrections.at(-1)
  if (correction === undefined) return ''
  return ` Corrected${correction.by === '' ? '' : ` by ${correction.by}`}${on(correction.date)}.`
}

function on(date: string): string {
  const day = longDate(date)
  return day === null ? '' : ` on ${day}`
}
