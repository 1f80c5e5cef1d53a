import type { Finding } from '#newsroom/finding.ts'

const LONGEST_EVIDENCE = 200

/** A finding that keeps a draft from being published; its evidence is cut to what the desk keeps. */
export function blocking(complaint: Omit<Finding, 'level'>): Finding {
  return { ...complaint, level: 'block', evidence: cut(complaint.evidence) }
}

/** A finding for the desk; its evidence is cut to what the desk keeps. */
export function warning(complaint: Omit<Finding, 'level'>): Finding {
  return { ...complaint, level: 'warn', evidence: cut(complaint.evidence) }
}

/** A number with its noun: `1 number`, `12 numbers`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function cut(evidence: string): string {
  return evidence.length <= LONGEST_EVIDENCE ? evidence : `${evidence.slice(0, LONGEST_EVIDENCE - 1)}…`
}
