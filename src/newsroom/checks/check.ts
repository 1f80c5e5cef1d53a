import type { Finding } from '#newsroom/article/finding.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A draft and everything that a check may read. */
export type Subject = {
  draft: Draft
  /** The sources that the writer saw. */
  sources: NumberedSource[]
  /** Published posts, newest first. */
  published: { category: string; title: string; excerpt: string; date: string }[]
  /** Random words that are in the prompt only so that a check recognises them. */
  canaries: string[]
  /** The instructions of the prompt. */
  instructions: string
}

/**
 * A check of the newsroom. `name` says what is true if it passes, as readers see it. `run` returns the findings and
 * `detail`, the amount that it checked ("12 posts").
 */
export type Check = {
  name: string
  run(subject: Subject): { detail: string; findings: Finding[] }
}
