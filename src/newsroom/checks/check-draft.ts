import { copying } from '#newsroom/checks/rules/copying.ts'
import { language } from '#newsroom/checks/rules/language.ts'
import { leakage } from '#newsroom/checks/rules/leakage.ts'
import { markup } from '#newsroom/checks/rules/markup.ts'
import { names } from '#newsroom/checks/rules/names.ts'
import { numbers } from '#newsroom/checks/rules/numbers.ts'
import { quotations } from '#newsroom/checks/rules/quotations.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import { shape } from '#newsroom/checks/rules/shape.ts'
import { sourcesNamed } from '#newsroom/checks/rules/sources-named.ts'
import { style } from '#newsroom/checks/rules/style.ts'
import { titleSupported } from '#newsroom/checks/rules/title-supported.ts'
import type { Check, Subject } from '#newsroom/checks/check.ts'
import type { Finding } from '#newsroom/checks/finding.ts'

/** The rules of the newsroom that code can hold a draft to, in the order in which readers are shown them. */
export const CHECKS: readonly Check[] = [
  shape,
  sourcesNamed,
  numbers,
  names,
  quotations,
  titleSupported,
  copying,
  repeat,
  leakage,
  markup,
  language,
  style,
]

/** Runs every check over a draft. A check has passed when it found nothing that blocks. */
export function checkDraft(subject: Subject): {
  findings: Finding[]
  results: { name: string; passed: boolean; detail: string }[]
} {
  const reports = CHECKS.map((check) => ({ name: check.name, ...check.run(subject) }))
  return {
    findings: reports.flatMap(({ findings }) => findings),
    results: reports.map(({ name, detail, findings }) => ({
      name,
      passed: findings.every(({ severity }) => severity !== 'error'),
      detail,
    })),
  }
}
