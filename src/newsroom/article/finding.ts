import * as z from 'zod'

/** The three severities of a finding, and how many revisions each can cause. */
export const SEVERITIES = {
  /** Code or judge proved that the sentence is wrong. If it still fails after the revisions, it is cut. */
  block: { revisions: 3 },
  /** The finding is about form: length, style or shape. It never cuts a sentence or rejects a draft. */
  revise: { revisions: 1 },
  /** The finding is a question for the judge, who decides. It has no effect by itself. */
  ask: { revisions: 0 },
} as const

/** The start of the name of the judge's check, as readers see it. */
export const JUDGED_NAME = 'Each sentence compared with its evidence'

const common = {
  /** The reason in kebab-case, for example `number-not-in-evidence`. */
  code: z.string(),
  /** The address in the draft: `title`, `sections.0.blocks.2`. */
  where: z.string(),
  /** A message that a writer can act on. For `ask`, it is the question for the judge. */
  message: z.string(),
  /** The words that the finding is about, at most 200 characters. */
  evidence: z.string(),
  /** The id of the unit in which code found the fact, or null. */
  unit: z.string().nullable().default(null),
}

const current = z.object({ ...common, severity: z.enum(['block', 'revise', 'ask']) })

// Earlier versions stored two severities, and before that two levels. Stored records are never rewritten.
const withTwoSeverities = z
  .object({ ...common, severity: z.enum(['error', 'warning']) })
  .transform((finding): Finding => ({ ...finding, severity: finding.severity === 'error' ? 'block' : 'revise' }))
const withLevel = z
  .object({ ...common, level: z.enum(['block', 'warn']) })
  .transform(({ level, ...finding }): Finding => ({ ...finding, severity: level === 'block' ? 'block' : 'revise' }))

/** A problem or question that a check, the judge or the desk found in a draft. */
export type Finding = z.infer<typeof current>

/** The schema of a stored finding. It also reads the records of earlier versions. */
export const finding: z.ZodType<Finding> = z.union([current, withTwoSeverities, withLevel])

type Found = Omit<Finding, 'severity' | 'unit'> & Partial<Pick<Finding, 'unit'>>

/** Creates a finding that keeps its sentence from being published. */
export function blocking(found: Found): Finding {
  return { unit: null, ...found, severity: 'block', evidence: shortened(found.evidence) }
}

/** Creates a finding about form, which causes one revision. */
export function revising(found: Found): Finding {
  return { ...blocking(found), severity: 'revise' }
}

/** Creates a question for the judge. */
export function asking(found: Found): Finding {
  return { ...blocking(found), severity: 'ask' }
}

/** Returns true if a finding keeps its sentence from being published. */
export function isBlocking({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'block'
}

/** Formats a number with its noun: `1 number`, `12 numbers`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

const MAX_EVIDENCE_LENGTH = 200

function shortened(text: string): string {
  return text.length > MAX_EVIDENCE_LENGTH ? `${text.slice(0, MAX_EVIDENCE_LENGTH - 1)}…` : text
}
