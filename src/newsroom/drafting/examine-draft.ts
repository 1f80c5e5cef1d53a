import type { Check } from '#blog/post.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import type { Draft } from '#newsroom/article/draft.ts'
import { mapClaims } from '#newsroom/drafting/edit-draft.ts'
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
  steps: Pick<Steps, 'check' | 'judge' | 'isForm'>,
): Promise<Examined> {
  const { sources, before, told, onJudging } = given
  const { canaries, instructions } = told
  const { findings, hints, healed, results } = steps.check({ draft: given.draft, sources, canaries, instructions })
  const draft = withIds(given.draft, healed)
  const failing = findings
    .filter(({ severity, code }) => severity === 'error' && !steps.isForm(code))
    .map(({ where }) => where)
  onJudging()
  const judged = await steps.judge({ draft, sources, hints, failing, before })
  const { verdicts, controls } = judged
  return { draft, findings: [...findings, ...judged.findings], results, verdicts, controls }
}

function withIds(draft: Draft, healed: { where: string; add: string[] }[]): Draft {
  const added = new Map(healed.map(({ where, add }) => [where, add]))
  return mapClaims(draft, ({ where, text, from, compute }) => {
    return [{ text, from: [...new Set([...from, ...(added.get(where) ?? [])])], compute }]
  })
}
