import type { Draft } from '#newsroom/drafting/draft.ts'
import type { Finding } from '#newsroom/checks/finding.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** What a check may look at. */
export type Subject = {
  draft: Draft
  /** What the writer was given. */
  references: Reference[]
  /** What was published before, newest first. */
  published: { category: string; title: string; excerpt: string; date: string }[]
  /** Random words that stood in the prompt only to be recognised, and the prompt's own instructions. */
  canaries: string[]
  instructions: string
}

/**
 * One rule of the newsroom: `name` says what holds when it passes, as readers are shown it. `run` answers with what it
 * found and `detail`, how much it looked at ("12 numbers").
 */
export type Check = { name: string; run(subject: Subject): { detail: string; findings: Finding[] } }
