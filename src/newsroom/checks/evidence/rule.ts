import type { Claim } from '#newsroom/article/draft.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/** A claim beside its evidence. */
export type Evidenced = {
  claim: Claim
  /** The units that `from` names and that exist. */
  cited: Unit[]
  /** The other units of the cited units' blocks, and the unit before and after each cited one. */
  beside: Unit[]
  /** The sources of the cited units. */
  sources: NumberedSource[]
  /** Everything that the writer was given. */
  all: NumberedSource[]
  /** The claim before it in the same block. */
  before: Claim | null
}

/**
 * What a rule finds. `bears` tells whether a unit bears the fact: where a single unit of `beside` does, its id is added
 * to the claim's evidence instead of a complaint.
 */
export type Fault = {
  code: string
  severity: 'block' | 'revise'
  message: string
  evidence: string
  bears: ((unit: Unit) => boolean) | null
}

/** What a rule found in a claim; `looked` counts the facts that it compared. */
export type Found = { looked: number; faults: Fault[] }

/** A fault that blocks. */
export function faultOf(code: string, message: string, evidence: string, bears: Fault['bears'] = null): Fault {
  return { code, severity: 'block', message, evidence, bears }
}
