import type { Check } from '#blog/post.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import type { Draft } from '#newsroom/drafting/draft.ts'
import type { Finding } from '#newsroom/checks/finding.ts'
import type { Model } from '#newsroom/drafting/llm/model.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** A draft that was rejected, with the codes of what is wrong with it; `writer` is a model's name. */
export type Rejection = { story: string; writer: string; codes: string[] }

/** A draft that may be published: who wrote it, what was checked, and what the checks only warn of. */
export type Accepted = { draft: Draft; writer: Model; checks: Check[]; warnings: Finding[] }

/** How a draft is written, and what is asked of it; the steps stand behind these, so that this file holds only the order. */
export type Steps = {
  writers: readonly Model[]
  write(writer: Model, previous: Attempt | null): Promise<Written>
  check(draft: Draft, written: Pick<Subject, 'canaries' | 'instructions'>): { findings: Finding[]; results: Check[] }
  /** Null when the judge could not be understood. */
  judge(draft: Draft): Promise<{ findings: Finding[]; result: Check } | null>
  /** Whether an error says that a model is out of reach, so that the next may be tried. */
  isOutOfReach(error: unknown): boolean
  onState(state: 'writing' | 'revising' | 'checking' | 'judging', writer: Model): void
}

/** A draft that has to be revised: what was written, and what is wrong with it. */
export type Attempt = { draft: Draft | null; raw: string; findings: Finding[] }

type Written = Attempt & Pick<Subject, 'canaries' | 'instructions'>

/** No writer could be reached: the story is as good as before. */
export class NoWriter extends Error {
  override name = 'NoWriter'
}

// How often a writer may revise a draft that was rejected.
const REVISIONS = 2

/**
 * Writes about a story until a draft passes: each writer may revise its draft twice, then the next one begins anew.
 * Resolves to null when none passes; `rejections` tells why. Rejects with NoWriter when no writer could be reached.
 */
export async function writeStory(
  story: { title: string; references: Reference[] },
  steps: Steps,
): Promise<{ accepted: Accepted | null; rejections: Rejection[] }> {
  const rejections: Rejection[] = []
  const failures: unknown[] = []
  for (const writer of steps.writers) {
    try {
      const accepted = await tryWriter(writer)
      if (accepted !== null) return { accepted, rejections }
    } catch (error) {
      if (!steps.isOutOfReach(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length === steps.writers.length)
    throw new NoWriter(failures.map((error) => (error instanceof Error ? error.message : String(error))).join(' '), {
      cause: failures[0],
    })
  return { accepted: null, rejections }

  async function tryWriter(writer: Model): Promise<Accepted | null> {
    let previous: Attempt | null = null
    for (let attempt = 0; attempt <= REVISIONS; attempt++) {
      steps.onState(previous === null ? 'writing' : 'revising', writer)
      const written = await steps.write(writer, previous)
      const { findings, checks } = await examine(written, writer)
      const blocking = findings.filter(({ severity }) => severity === 'error')
      if (written.draft !== null && blocking.length === 0)
        return { draft: written.draft, writer, checks, warnings: findings }
      rejections.push({ story: story.title, writer: writer.name, codes: blocking.map(({ code }) => code) })
      // Nothing is wrong with a draft whose judge cannot be understood, and nothing to revise.
      if (blocking.every(({ code }) => code === UNJUDGED)) return null
      previous = { draft: written.draft, raw: written.raw, findings }
    }
    return null
  }

  async function examine(written: Written, writer: Model): Promise<{ findings: Finding[]; checks: Check[] }> {
    if (written.draft === null) return { findings: written.findings, checks: [] }
    steps.onState('checking', writer)
    const { findings, results } = steps.check(written.draft, written)
    // A judge is not paid for what code rejects.
    if (findings.some(({ severity }) => severity === 'error')) return { findings, checks: results }
    steps.onState('judging', writer)
    const judged = await steps.judge(written.draft)
    if (judged === null) return { findings: [...findings, unjudged()], checks: results }
    return { findings: [...findings, ...judged.findings], checks: [...results, judged.result] }
  }
}

const UNJUDGED = 'not-judged'

function unjudged(): Finding {
  const message = 'The judge gave no answer that could be read.'
  return { code: UNJUDGED, severity: 'error', where: 'draft', message, evidence: '' }
}
