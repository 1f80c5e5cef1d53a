import type { Provenance } from '#blog/post.ts'
import type { Finding } from '#desk/review-item.ts'

/** Why a post wants to be looked at first: `rank` compares (higher first, place by place), `words` says it. */
export type Risk = { rank: number[]; words: string[] }

/**
 * The risk of a post. Checks that failed weigh most, then what a judge doubted, then what checks warned of, then that
 * there is no record or no source, then that all of it rests on one publisher.
 */
export function riskOf({
  provenance,
  findings,
}: {
  provenance: Provenance | null
  findings: readonly Finding[]
}): Risk {
  const failed = provenance?.checks.filter(({ passed }) => !passed).length ?? 0
  const doubts = findings.filter(({ code }) => code.startsWith('judge-')).length
  const warnings = findings.length - doubts
  const sources = provenance?.sources ?? []
  const alone = new Set(sources.map(({ publisher }) => publisher)).size === 1
  const words = [
    counted(failed, 'failed check'),
    counted(doubts, 'judge doubt'),
    counted(warnings, 'warning'),
    sources.length === 0 ? 'no sources on record' : null,
    alone ? 'one publisher' : null,
  ]
  return {
    rank: [failed, doubts, warnings, Number(sources.length === 0), Number(alone)],
    words: words.filter((word) => word !== null),
  }
}

/** Sorts the riskier before the other. */
export function riskierFirst(one: Risk, other: Risk): number {
  const place = one.rank.findIndex((value, index) => value !== other.rank[index])
  return place === -1 ? 0 : (other.rank[place] ?? 0) - (one.rank[place] ?? 0)
}

function counted(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`
}
