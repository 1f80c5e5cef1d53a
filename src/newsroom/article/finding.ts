import * as z from 'zod'

/** The three severities of a finding, with the maximum number of revisions that each can cause. */
export const SEVERITIES = {
  /** The checks or the judge proved the sentence wrong. If it still fails after the revisions, it is cut. */
  block: { revisions: 3 },
  /** The finding is about length, style or structure. It never cuts a sentence or rejects a draft. */
  revise: { revisions: 1 },
  /** A question that the judge must decide. It has no effect by itself. */
  ask: { revisions: 0 },
} as const

/** The beginning of the judge check's name, which readers see. */
export const JUDGED_NAME = 'Each sentence compared with its evidence'

/** Schema for stored findings. */
export const finding = z.object({
  /** The reason in kebab-case, for example `number-not-in-evidence`. */
  code: z.string(),
  severity: z.enum(['block', 'revise', 'ask']),
  /** The address of the text in the draft, such as `title` or `sections.0.blocks.2`. */
  where: z.string(),
  /** A message that tells the writer what to do. For `ask`, the question that the judge must answer. */
  message: z.string(),
  /** The words that caused the finding, at most 200 characters. */
  evidence: z.string(),
  /** The id of the unit in which a check found the missing fact, or null. */
  unit: z.string().nullable(),
})

/** A problem or question that a check, the judge or the desk found in a draft. */
export type Finding = z.infer<typeof finding>

type Found = Omit<Finding, 'severity' | 'unit'> & Partial<Pick<Finding, 'unit'>>

/** Creates a finding that prevents its sentence from being published. */
export function blocking(found: Found): Finding {
  return { unit: null, ...found, severity: 'block', evidence: shortened(found.evidence) }
}

/** Creates a finding about length, style or structure, which causes one revision. */
export function revising(found: Found): Finding {
  return { ...blocking(found), severity: 'revise' }
}

/** Creates a question for the judge. */
export function asking(found: Found): Finding {
  return { ...blocking(found), severity: 'ask' }
}

/** Returns true if a finding prevents its sentence from being published. */
export function isBlocking({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'block'
}

/** Formats a number with its noun: `1 number`, `12 numbers`, `2 stories`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

const MAX_EVIDENCE_LENGTH = 200

function shortened(text: string): string {
  return text.length > MAX_EVIDENCE_LENGTH ? `${text.slice(0, MAX_EVIDENCE_LENGTH - 1)}…` : text
}
