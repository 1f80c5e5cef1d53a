import { checkEvidence } from '#newsroom/checks/evidence/check-evidence.ts'
import { copying } from '#newsroom/checks/rules/copying.ts'
import { language } from '#newsroom/checks/rules/language.ts'
import { leakage } from '#newsroom/checks/rules/leakage.ts'
import { markup } from '#newsroom/checks/rules/markup.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import { shape } from '#newsroom/checks/rules/shape.ts'
import { style } from '#newsroom/checks/rules/style.ts'
import type { Check, Subject } from '#newsroom/checks/check.ts'
import { asking, isBlocking, type Finding } from '#newsroom/article/finding.ts'
import { claimsOf } from '#newsroom/article/draft.ts'

/** The rules that code can hold a draft to besides its evidence, in the order in which readers are shown them. */
export const CHECKS: readonly Check[] = [copying, repeat, leakage, markup, language, shape, style]

/** What the check against the evidence is called where readers see it. */
export const EVIDENCE_NAME = 'Every sentence names the sentences of its sources that bear it, and says what they say'

/**
 * Checks a draft with every rule. A check passes if none of its findings blocks; `results` lists the checks as readers see
 * them. `findings` includes the questions for the judge.
 */
export function checkDraft(subject: Subject): { results: Result[]; findings: Finding[] } {
  const { draft, sources } = subject
  const { findings, hints, looked } = checkEvidence({ claims: claimsOf(draft), sources })
  const questions = hints.map(({ where, hint }) => asking({ code: 'hint', where, message: hint, evidence: '' }))
  const evidence = { name: EVIDENCE_NAME, detail: looked, findings: [...findings, ...questions] }
  const reports = [evidence, ...CHECKS.map((check) => ({ name: check.name, ...check.run(subject) }))]
  return {
    findings: reports.flatMap((report) => report.findings),
    results: reports.map(({ name, detail, findings }) => ({ name, passed: !findings.some(isBlocking), detail })),
  }
}

type Result = { name: string; passed: boolean; detail: string }
