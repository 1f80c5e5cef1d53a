import type { Provenance } from '#blog/post.ts'
import { categorySlug } from '#blog/category.ts'
import type { Finding, Notes } from '#desk/review-item.ts'

/** The risk of a post. `rank` is compared number by number, higher first. `words` contains the reasons. */
export type Risk = { rank: number[]; words: string[] }

/**
 * Returns the risk of a post. In descending order of weight: failed checks, unproved sentences, planted errors that the
 * judge missed, sentences that a judge doubted, warnings, questions of code, missing sources, a judge that is also the
 * writer, a subject in which errors do harm, a single publisher.
 */
export function riskOf(post: {
  category: string
  tags: readonly string[]
  provenance: Provenance | null
  findings: readonly Finding[]
  notes: Notes | null
}): Risk {
  const { provenance, findings, notes } = post
  const { checks = [], sources = [], evidence = [], corrections = [], judging } = provenance ?? {}
  const failed = checks.filter(({ passed }) => !passed).length
  const notJudged = findings.filter(({ code }) => code === 'not-judged').length
  // Old posts do not have a record of their judging.
  const isUnjudged = evidence.length > 0 && judging === undefined && corrections.length === 0
  const unproved = isUnjudged ? new Set(evidence.map(({ text }) => text)).size : notJudged
  const doubts = findings.filter(({ code }) => code.startsWith('judge-')).length
  const warnings = findings.length - doubts - notJudged
  const asked = notes?.questions.length ?? 0
  const subject = [categorySlug(post.category), ...post.tags].map((name) => HARMFUL.exec(name)?.[0].toLowerCase())
  const harmful = subject.find((word) => word !== undefined)
  const missed = judging === undefined ? 0 : judging.planted - judging.found
  const isOwnJudge = judging?.isWriter === true
  const isAlone = new Set(sources.map(({ publisher }) => publisher)).size === 1
  const reasons = [
    counted(failed, 'failed check'),
    counted(unproved, 'unproved sentence'),
    missed > 0 ? `judge missed ${missed} of ${counted(judging?.planted ?? 0, 'planted error')}` : null,
    counted(doubts, 'judge doubt'),
    counted(warnings, 'warning'),
    asked === 0 ? null : `${counted(asked, 'question')} of code`,
    sources.length === 0 ? 'no sources on record' : null,
    isOwnJudge ? 'judged by its writer' : null,
    harmful === undefined ? null : `${harmful} subject`,
    isAlone ? 'one publisher' : null,
  ]
  const flags = [sources.length === 0, isOwnJudge, harmful !== undefined, isAlone].map(Number)
  return {
    rank: [failed, unproved, missed, doubts, warnings, asked, ...flags],
    words: reasons.filter((reason) => reason !== null),
  }
}

const HARMFUL = /security|health|medicine|safety|privacy/i

/** Compares two risks for sorting, higher risk first. */
export function riskierFirst(one: Risk, other: Risk): number {
  const place = one.rank.findIndex((value, index) => value !== other.rank[index])
  return place === -1 ? 0 : (other.rank[place] ?? 0) - (one.rank[place] ?? 0)
}

function counted(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`
}
