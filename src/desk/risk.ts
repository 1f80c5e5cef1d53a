import type { ReviewItem } from '#desk/review-item.ts'
import type { Notes } from '#newsroom/review/post-records.ts'

/**
 * Computes a post's risk from its record and findings. `rank` has a count for each kind of risk, most serious first.
 * `words` describes the risks that apply to the post.
 */
export function riskOf(
  post: Pick<ReviewItem, 'tags' | 'provenance' | 'findings'> & { category: string; notes: Notes },
) {
  const { provenance, findings, notes } = post
  const { checks = [], sources = [], judging } = provenance ?? {}
  const failed = checks.filter(({ passed }) => !passed).length
  const unproved = findings.filter(({ code }) => code === 'not-judged').length
  const doubts = findings.filter(({ code }) => code.startsWith('judge-')).length
  const warnings = findings.length - doubts - unproved
  const asked = notes.questions.length
  const [harmful] = HARMFUL.exec([post.category, ...post.tags].join(' ').toLowerCase()) ?? []
  const missed = judging === undefined ? 0 : judging.planted - judging.found
  const isAlone = new Set(sources.map(({ publisher }) => publisher)).size === 1
  const reasons: [count: number, words: string][] = [
    [failed, counted(failed, 'failed check')],
    [unproved, counted(unproved, 'unproved sentence')],
    [missed, `judge missed ${missed} of ${counted(judging?.planted ?? 0, 'planted error')}`],
    [doubts, counted(doubts, 'judge doubt')],
    [warnings, counted(warnings, 'warning')],
    [asked, `${counted(asked, 'question')} from code`],
    [Number(sources.length === 0), 'no sources on record'],
    [Number(judging?.isWriter === true), 'judged by its writer'],
    [Number(harmful !== undefined), `${harmful} subject`],
    [Number(isAlone), 'one publisher'],
  ]
  return {
    rank: reasons.map(([count]) => count),
    words: reasons.filter(([count]) => count > 0).map(([, words]) => words),
  }
}

const HARMFUL = /security|health|medicine|safety|privacy/

/** Compares two risks for sorting, highest risk first. */
export function riskierFirst(one: { rank: number[] }, other: { rank: number[] }): number {
  const place = one.rank.findIndex((value, index) => value !== other.rank[index])
  return place === -1 ? 0 : (other.rank[place] ?? 0) - (one.rank[place] ?? 0)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
