import type { Provenance } from '#blog/post.ts'
import type { Finding } from '#desk/review-item.ts'

/** Why a post wants to be looked at first: `rank` compares (higher first, place by place), `words` says it. */
export type Risk = { rank: number[]; words: string[] }

/**
 * The risk of a post. Checks that failed weigh most, then that no judge could be believed, then what a judge missed and what
 * one doubts, then what a support model doubts, with its words, then what checks warned of, then that there is no record or no source, that its writer was its judge, and
 * last that all of it rests on one publisher.
 */
export function riskOf({
  provenance,
  findings,
}: {
  provenance: Provenance | null
  findings: readonly Finding[]
}): Risk {
  const { checks = [], sources = [], evidence = [], corrections = [], judging } = provenance ?? {}
  const failed = checks.filter(({ passed }) => !passed).length
  const notJudged = findings.filter(({ code }) => code === 'not-judged').length
  // Posts of before were judged without a record of it.
  const isUnjudged = evidence.length > 0 && judging === undefined && corrections.length === 0
  const unproved = isUnjudged ? new Set(evidence.map(({ text }) => text)).size : notJudged
  const doubts = findings.filter(({ code }) => code.startsWith('judge-')).length
  const words = findings.filter(({ code }) => code === 'grounder-doubtful').map(({ evidence }) => evidence)
  const warnings = findings.length - doubts - words.length - notJudged
  const missed = judging === undefined ? 0 : judging.planted - judging.found
  const isOwnJudge = judging?.isWriter === true
  const isAlone = new Set(sources.map(({ publisher }) => publisher)).size === 1
  const reasons = [
    counted(failed, 'failed check'),
    counted(unproved, 'unproved sentence'),
    missed > 0 ? `judge missed ${missed} of ${counted(judging?.planted ?? 0, 'planted error')}` : null,
    counted(doubts, 'judge doubt'),
    words.length > 0
      ? `support model doubts ${words.slice(0, MOST_WORDS).join(', ')}${words.length > MOST_WORDS ? ` and more in ${counted(words.length - MOST_WORDS, 'sentence')}` : ''}`
      : null,
    counted(warnings, 'warning'),
    sources.length === 0 ? 'no sources on record' : null,
    isOwnJudge ? 'judged by its writer' : null,
    isAlone ? 'one publisher' : null,
  ]
  const flags = [sources.length === 0, isOwnJudge, isAlone].map(Number)
  return {
    rank: [failed, unproved, missed, doubts, words.length, warnings, ...flags],
    words: reasons.filter((reason) => reason !== null),
  }
}

// A list has a line for a post; its item shows all of them.
const MOST_WORDS = 3

/** Sorts the riskier before the other. */
export function riskierFirst(one: Risk, other: Risk): number {
  const place = one.rank.findIndex((value, index) => value !== other.rank[index])
  return place === -1 ? 0 : (other.rank[place] ?? 0) - (one.rank[place] ?? 0)
}

function counted(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`
}
