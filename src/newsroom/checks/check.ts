import type { Finding } from '#newsroom/article/finding.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** What a check may look at. */
export type Subject = {
  draft: Draft
  /** What the writer was given. */
  sources: NumberedSource[]
  /** What was published before, newest first. */
  published: { category: string; title: string; excerpt: string; date: string }[]
  /** Random words that stood in the prompt only to be recognised, and the prompt's own instructions. */
  canaries: string[]
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
