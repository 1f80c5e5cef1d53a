import type { Check } from '#blog/post.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import type { Judged, Verdict } from '#newsroom/judging/judge.ts'
import type { Model } from '#newsroom/llm/model.ts'
import type { Revised } from '#newsroom/drafting/revise.ts'
import type { Written } from '#newsroom/drafting/write.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** The secret markers and instructions in the prompts of a draft. A check rejects text that contains them. */
export type Told = { canaries: string[]; instructions: string }

/** The models, limits and steps of writing one draft. */
export type Steps = {
  writers: readonly Model[]
  /** Earlier posts of the blog: every step but the writing is given them after the sources. */
  context?: readonly NumberedSource[]
  /** `unread` is an answer of this writer that could not be read. */
  write(writer: Model, unread: Written | null): Promise<Written>
  check(given: { draft: Draft; sources: NumberedSource[] } & Told): {
    findings: Finding[]
    results: Check[]
  }
  judge(given: {
    draft: Draft
    sources: NumberedSource[]
    hints: { where: string; hint: string }[]
    failing: string[]
    before: Verdict[]
  }): Promise<Judged>
  /** `round` counts the revisions of a draft, from 1. */
  revise(
    writer: Model,
    given: { draft: Draft; sources: NumberedSource[]; findings: Finding[]; round: number },
  ): Promise<Revised>
  /** Whether an error says that a model is out of reach, so that the next may be tried. */
  isOutOfReach(error: unknown): boolean
  onState(state: 'writing' | 'revising' | 'checking' | 'judging', writer: Model): void
}
