import * as z from 'zod'

const current = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  where: z.string(),
  message: z.string(),
  evidence: z.string(),
})

// As the desk kept findings before: records are never rewritten.
const former = current
  .omit({ severity: true })
  .extend({ level: z.enum(['block', 'warn']) })
  .transform(({ level, ...finding }): Finding => ({ ...finding, severity: level === 'block' ? 'error' : 'warning' }))

/**
 * What a check found: `code` is its reason, kebab-case (`number-not-in-sources`); an `error` keeps the draft from being
 * published, a `warning` is for the desk; `where` is the place in the draft (`title`, `sections.0.blocks.2`); `message` is
 * one sentence that a writer can act on; `evidence` the words that it is about, at most 200 characters.
 */
export type Finding = z.infer<typeof current>

/** The schema of a finding, as the desk keeps it. */
export const finding: z.ZodType<Finding> = z.union([current, former])

const LONGEST_EVIDENCE = 200

/** A finding that keeps a draft from being published; its evidence is cut to what the desk keeps. */
export function blocking(found: Omit<Finding, 'severity'>): Finding {
  return { ...found, severity: 'error', evidence: cut(found.evidence) }
}

/** A finding for the desk; its evidence is cut to what the desk keeps. */
export function warning(found: Omit<Finding, 'severity'>): Finding {
  return { ...found, severity: 'warning', evidence: cut(found.evidence) }
}

/** A number with its noun: `1 number`, `12 numbers`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function cut(evidence: string): string {
  return evidence.length <= LONGEST_EVIDENCE ? evidence : `${evidence.slice(0, LONGEST_EVIDENCE - 1)}…`
}
