import type { Check } from '#blog/post.ts'
import { isBlocking, type Finding } from '#newsroom/article/finding.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import type { Judged, Verdict } from '#newsroom/judging/judge.ts'
import type { Steps, Told } from '#newsroom/drafting/steps.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A draft with the ids that code added, and what code and judge say of it, in one list. */
export type Examined = { draft: Draft; findings: Finding[]; results: Check[] } & Pick<Judged, 'verdicts' | 'controls'>

/**
 * Has code and judge look at a draft, in that order: the ids that code adds are there when the judge looks, and so is what
 * code noticed. `before` are verdicts on an earlier state of it.
 */
export async function examineDraft(
  given: { draft: Draft; sources: NumberedSource[]; before: Verdict[]; told: Told; onJudging: () => void },
  steps: Pick<Steps, 'check' | 'judge'>,
): Promise<Examined> {
  const { sources, before, told, onJudging } = given
  const { canaries, instructions } = told
  const { draft } = given
  const { findings, results } = steps.check({ draft, sources, canaries, instructions })
  const failing = findings.filter(isBlocking).map(({ where }) => where)
  const hints = findings
    .filter(({ severity }) => severity === 'ask')
    .map(({ where, message }) => ({ where, hint: message }))
  onJudging()
  const judged = await steps.judge({ draft, sources, hints, failing, before })
  const { verdicts, controls } = judged
  return { draft, findings: [...findings, ...judged.findings], results, verdicts, controls }
}
