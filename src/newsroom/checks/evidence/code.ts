import { asking, blocking, type Finding } from '#newsroom/article/finding.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { codeSpans } from '#text/prose.ts'
import {
  citedIds,
  headsOf,
  unitElsewhere,
  type CitedClaim,
  type EvidenceRule,
} from '#newsroom/checks/evidence/cited-claim.ts'

/** Blocks code that is not an unbroken excerpt of its evidence. */
export const code: EvidenceRule = (subject) => {
  const { claim } = subject
  return claim.kind === 'code' ? checkBlock(subject) : codeSpans(claim.text).flatMap((span) => checkSpan(span, subject))
}

function checkBlock(subject: CitedClaim): Finding[] {
  const { claim, cited, sources } = subject
  const order = sources.flatMap(({ units }) => units)
  const excerpt = cited.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
  const isUnbroken = excerpt.every((unit, index) => {
    const before = excerpt[index - 1]
    return before === undefined || order.indexOf(unit) === order.indexOf(before) + 1
  })
  const given = normalise(excerpt.map(({ text }) => text).join('\n'))
  if (isUnbroken && given.includes(normalise(claim.text))) return []
  const line = claim.text.split('\n').find((one) => !given.includes(normalise(one))) ?? claim.text
  const message = `The code is not an unbroken excerpt of ${citedIds(subject)}: copy the lines and cite each of them.`
  return [blocking({ code: 'code-not-in-evidence', where: claim.where, message, evidence: line })]
}

function checkSpan(span: string, subject: CitedClaim): Finding[] {
  const { claim, cited, near, all } = subject
  // The prose of a source rarely has the brackets of `run()`.
  const text = normalise(span).replace(/\(\)$/, '')
  const isIn = (unit: Pick<Unit, 'text'>) => normalise(unit.text).includes(text)
  const found = { where: claim.where, evidence: span }
  if ([...cited, ...near, { text: headsOf(all) }].some(isIn)) return []
  const unit = unitElsewhere(subject, isIn) ?? all.flatMap(({ units }) => units).find(isIn)
  if (unit === undefined) {
    const message = `The code \`${span}\` is in none of the sources: copy it character for character.`
    return [blocking({ ...found, code: 'code-not-in-evidence', message })]
  }
  const message = `Does the evidence mean the code \`${span}\`? It is in ${unit.id}.`
  return [asking({ ...found, code: 'code-elsewhere', message, unit: unit.id })]
}

// Ignores prompts, white space and typographic quotation marks.
function normalise(text: string): string {
  const straight = text
    .replaceAll(/^\s*[$>]\s/gm, '')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
  return straight.replaceAll(/\s+/g, ' ').trim()
}
