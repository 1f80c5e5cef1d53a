import { claimsOf, evidenceIds, type Claim } from '#newsroom/article/draft.ts'
import { blocking, count, isBlocking, type Finding } from '#newsroom/article/finding.ts'
import { headsOf, textOf, type Check, type EvidenceRule, type Subject } from '#newsroom/checks/check.ts'
import { figures } from '#newsroom/checks/evidence/figures.ts'
import { names } from '#newsroom/checks/evidence/names.ts'
import { code, quotations } from '#newsroom/checks/evidence/verbatim.ts'
import { boundaries, exchanged, wording } from '#newsroom/checks/evidence/wording.ts'
import { copying } from '#newsroom/checks/rules/copying.ts'
import { form } from '#newsroom/checks/rules/form.ts'
import { language } from '#newsroom/checks/rules/language.ts'
import { leakage } from '#newsroom/checks/rules/leakage.ts'
import { markup } from '#newsroom/checks/rules/markup.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/** All checks except the evidence check, in the order in which readers see them. */
export const CHECKS: readonly Check[] = [copying, repeat, leakage, markup, language, form]

/** The evidence check's name, as readers see it. */
export const EVIDENCE_NAME = 'Every sentence cites the sentences of its sources that support it'

/**
 * Runs every check on a draft. `results` contains one result per check, as readers see it. A check passes if none of
 * its findings is blocking. `findings` also contains the questions for the judge.
 */
export function checkDraft(subject: Subject): {
  results: { name: string; passed: boolean; detail: string }[]
  findings: Finding[]
} {
  const { draft, sources } = subject
  const evidence = { name: EVIDENCE_NAME, ...checkEvidence({ claims: claimsOf(draft), sources }) }
  const reports = [evidence, ...CHECKS.map((check) => ({ name: check.name, ...check.run(subject) }))]
  return {
    findings: reports.flatMap((report) => report.findings),
    results: reports.map(({ name, detail, findings }) => ({ name, passed: !findings.some(isBlocking), detail })),
  }
}

const RULES: EvidenceRule[] = [figures, boundaries, names, quotations, code, exchanged, wording]

/** Compares every claim with the units that it cites. */
export function checkEvidence({ claims, sources: all }: { claims: Claim[]; sources: NumberedSource[] }): {
  findings: Finding[]
  detail: string
} {
  const units = new Map(all.flatMap((source) => source.units.map((unit): [string, Unit] => [unit.id, unit])))
  const allText = `${headsOf(all)}\n${textOf([...units.values()])}`
  const findings = claims.flatMap((claim): Finding[] => {
    const problems = citing(claim, units)
    const from = evidenceIds(claim, claims)
    const isCited = ({ id }: Unit) => from.includes(id)
    const sources = all.filter((source) => source.units.some(isCited))
    const cited = sources.flatMap((source) => source.units.filter(isCited))
    if (cited.length === 0 || problems.some(({ code }) => code === 'claim-too-long')) return problems
    const near = sources.flatMap((source) => nearUnits(source, isCited))
    return [...problems, ...RULES.flatMap((rule) => rule({ claim, cited, near, sources, all, allText }))]
  })
  return { findings, detail: count(claims.length, 'claim') }
}

function nearUnits({ units }: NumberedSource, isCited: (unit: Unit) => boolean): Unit[] {
  const blocks = new Set(units.filter(isCited).map(({ block }) => block))
  return units.filter(
    ({ block }, index) => blocks.has(block) || units.slice(Math.max(0, index - 1), index + 2).some(isCited),
  )
}

const MAX_IDS = 8
const MAX_LENGTH = 2000
const MAX_CODE_LENGTH = 20_000

// Blocks a claim that cites no unit, an unknown unit or too many units.
function citing({ kind, where, text, from }: Claim, units: ReadonlyMap<string, Unit>): Finding[] {
  const block = (code: string, message: string, evidence = text) => blocking({ code, where, message, evidence })
  const ids = [...new Set(from)]
  if (text.length > (kind === 'code' ? MAX_CODE_LENGTH : MAX_LENGTH))
    return [
      block('claim-too-long', `This ${kind} has ${text.length} characters. Split it, and cite evidence for each part.`),
    ]
  if (ids.length === 0 && kind !== 'heading' && kind !== 'caption')
    return [block('no-evidence', `This ${kind} cites no unit. Add the ids of the units that support it, or remove it.`)]
  const unknown = ids.filter((id) => !units.has(id))
  const isLimited = kind !== 'code' && kind !== 'row'
  const tooMany = `This ${kind} cites ${ids.length} units, but at most ${MAX_IDS} are allowed. Say less, or cite only the decisive units.`
  return [
    ...unknown.map((id) => block('unknown-evidence', `There is no unit ${id}. Use the ids of the sources.`, id)),
    ...(isLimited && ids.length > MAX_IDS ? [block('too-much-evidence', tooMany, ids.join(', '))] : []),
  ]
}
