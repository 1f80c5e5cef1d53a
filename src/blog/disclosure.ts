import { longDate } from '#blog/date.ts'
import type { Correction, Review } from '#blog/post.ts'

/** A post's recorded reviews and corrections, newest last. */
export type Oversight = { readonly reviews: readonly Review[]; readonly corrections: readonly Correction[] }

/** The beginning of every disclosure. */
export const WRITTEN_BY_AI = 'Written by AI.'

/**
 * Returns the disclosure, which appears above a post's text on pages and in every feed. It states only recorded facts:
 * the newest review, then the newest correction.
 */
export function disclosure(oversight: Oversight | null): string {
  return `${WRITTEN_BY_AI} ${reviewed(oversight)}${corrected(oversight)}`
}

/** Returns the disclosure's sentence about the newest review. */
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
