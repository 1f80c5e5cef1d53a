import { checkEvidence, type EvidenceReport } from '#newsroom/checks/evidence/check-evidence.ts'
import { copying } from '#newsroom/checks/rules/copying.ts'
import { language } from '#newsroom/checks/rules/language.ts'
import { leakage } from '#newsroom/checks/rules/leakage.ts'
import { markup } from '#newsroom/checks/rules/markup.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import { shape } from '#newsroom/checks/rules/shape.ts'
import { style } from '#newsroom/checks/rules/style.ts'
import type { Check, Subject } from '#newsroom/checks/check.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import { claimsOf } from '#newsroom/article/draft.ts'

/** The rules that code can hold a draft to besides its evidence, in the order in which readers are shown them. */
export const CHECKS: readonly Check[] = [copying, repeat, leakage, markup, language, shape, style]

/** What the check against the evidence is called where readers see it. */
export const EVIDENCE_NAME = 'Every sentence names the sentences of its sources that bear it, and says what they say'

/**
 * Checks a draft by every rule at once. A check has passed when it found nothing that blocks. `hints` are for the judge,
 * `healed` are ids of evidence to be added.
 */
export function checkDraft(
  subject: Subject,
): { results: { name: string; passed: boolean; detail: string }[] } & Pick<
  EvidenceReport,
  'findings' | 'hints' | 'healed'
> {
  const { draft, sources } = subject
  const { findings, hints, healed, looked } = checkEvidence({ claims: claimsOf(draft), sources })
  const reports = CHECKS.map((check) => {
    const { name, sort } = check
    const report = check.run(subject)
    return { name, detail: report.detail, findings: report.findings.map((finding) => marked(finding, sort)) }
  })
  const all = [{ name: EVIDENCE_NAME, detail: looked, findings }, ...reports]
  return {
    findings: all.flatMap((report) => report.findings),
    hints,
    healed,
    results: all.map((report) => ({
      name: report.name,
      passed: report.findings.every(({ severity }) => severity !== 'error'),
      detail: report.detail,
    })),
  }
}

/** Whether a finding is about form, by its code: such a one is worth a revision, and never a story. */
export function isForm(code: string): boolean {
  return code.startsWith(FORM)
}

const FORM = 'form-'

function marked(finding: Finding, sort: Check['sort']): Finding {
  return sort === 'form' ? { ...finding, code: `${FORM}${finding.code}` } : finding
}
