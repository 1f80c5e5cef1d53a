import { checkEvidence } from '#newsroom/checks/check-evidence.ts'
import { copying } from '#newsroom/checks/rules/copying.ts'
import { form } from '#newsroom/checks/rules/form.ts'
import { language } from '#newsroom/checks/rules/language.ts'
import { leakage } from '#newsroom/checks/rules/leakage.ts'
import { markup } from '#newsroom/checks/rules/markup.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import type { Check, Subject } from '#newsroom/checks/check.ts'
import { isBlocking, type Finding } from '#newsroom/article/finding.ts'
import { claimsOf } from '#newsroom/article/draft.ts'

/** The checks that follow the check of the evidence, in the order in which readers see them. */
export const CHECKS: readonly Check[] = [copying, repeat, leakage, markup, language, form]

/** The name of the check of the evidence, as readers see it. */
export const EVIDENCE_NAME = 'Every sentence cites the sentences of its sources that support it'

/**
 * Checks a draft with every rule. A check passes if none of its findings blocks; `results` lists the checks as readers see
 * them. `findings` includes the questions for the judge.
 */
export function checkDraft(subject: Subject): { results: Result[]; findings: Finding[] } {
  const { draft, sources } = subject
  const evidence = { name: EVIDENCE_NAME, ...checkEvidence({ claims: claimsOf(draft), sources }) }
  const reports = [evidence, ...CHECKS.map((check) => ({ name: check.name, ...check.run(subject) }))]
  return {
    findings: reports.flatMap((report) => report.findings),
    results: reports.map(({ name, detail, findings }) => ({ name, passed: !findings.some(isBlocking), detail })),
  }
}

type Result = { name: string; passed: boolean; detail: string }
