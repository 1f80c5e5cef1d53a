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
 * One rule of the newsroom: `name` says what holds when it passes, as readers are shown it; `sort` whether it is about what
 * an article says or about its form, which alone keeps no story back. `run` answers with what it found and `detail`, how
 * much it looked at ("12 posts").
 */
export type Check = {
  name: string
  sort: 'fact' | 'form'
  run(subject: Subject): { detail: string; findings: Finding[] }
}
