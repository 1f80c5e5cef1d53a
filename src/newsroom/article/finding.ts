import * as z from 'zod'

/** The three severities of a finding and their effects. */
export const SEVERITIES = {
  /** Code or judge proved it wrong. The writer revises it; if it still fails, the sentence is cut. */
  block: { label: 'blocks', revisions: 3, isCut: true, goesToJudge: false },
  /** It is about form: length, style or shape. One revision asks for it. It never cuts a sentence or rejects a draft. */
  revise: { label: 'revise', revisions: 1, isCut: false, goesToJudge: false },
  /** It is a question for the judge, who decides. It has no effect by itself. */
  ask: { label: 'asks', revisions: 0, isCut: false, goesToJudge: true },
} as const

/** The beginning of the name of the judge's check, as readers see it. */
export const JUDGED_NAME = 'Each sentence compared with its evidence'

const common = {
  /** The reason in kebab-case, for example `number-not-in-evidence`. */
  code: z.string(),
  /** The address in the draft: `title`, `sections.0.blocks.2`. */
  where: z.string(),
  /** One sentence that a writer can act on. For `ask`, it is the question for the judge. */
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

type Found = Omit<Finding, 'severity' | 'unit'> & { unit?: string | null }

/** Creates a finding that keeps its sentence from being published. */
export function blocking(found: Found): Finding {
  return create(found, 'block')
}

/** Creates a finding about form, which one revision asks for. */
export function revising(found: Found): Finding {
  return create(found, 'revise')
}

/** Creates a question for the judge. */
export function asking(found: Found): Finding {
  return create(found, 'ask')
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

function create(found: Found, severity: Finding['severity']): Finding {
  const { evidence } = found
  const isLong = evidence.length > MAX_EVIDENCE_LENGTH
  return {
    unit: null,
    ...found,
    severity,
    evidence: isLong ? `${evidence.slice(0, MAX_EVIDENCE_LENGTH - 1)}…` : evidence,
  }
}
