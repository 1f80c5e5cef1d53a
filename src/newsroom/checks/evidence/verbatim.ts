import { asking, blocking, type Finding } from '#newsroom/article/finding.ts'
import {
  citedIds,
  headsOf,
  missing,
  unitElsewhere,
  type CitedClaim,
  type EvidenceRule,
} from '#newsroom/checks/check.ts'
import { isNameIn, namesAt } from '#newsroom/checks/evidence/names.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { codeSpans, plain } from '#text/prose.ts'
import { quotedIn, withoutQuoted } from '#text/quoted.ts'
import { wordLine, wordsOf } from '#text/words.ts'

// Matches an omission or an insertion in a quotation: […], …, [the company].
const GAP = /\[[^\]]*\]|…|\.{3}/
// One or two words in quotation marks may be a term rather than a quotation.
const MIN_WORDS = 3

/**
 * Blocks quotations that do not appear word for word in a single cited unit. Asks the judge about speakers whom the
 * cited units do not name.
 */
export const quotations: EvidenceRule = (subject) => {
  const { claim, cited } = subject
  if (claim.kind === 'code') return []
  const quoted = claim.kind === 'quote' ? [claim.text] : quotedIn(plain(claim.text)).map(({ text }) => text)
  return quoted.flatMap((evidence): Finding[] => {
    if (wordsOf(evidence).length < MIN_WORDS) return []
    const parts = evidence.split(GAP).map(lineOf)
    const isIn = (unit: Unit) => {
      const line = lineOf(unit.text)
      return parts.every((part) => line.includes(part))
    }
    if (cited.some(isIn)) return claim.kind === 'quote' ? speakerQuestion(subject) : []
    const unit = unitElsewhere(subject, isIn)
    const found = { code: 'quotation-not-verbatim', evidence, unit, subject }
    return [missing('The exact words of this quotation are', found)]
  })
}

// For the speaker `Ada Moss of Tarnhelm`, the evidence must contain both names.
function speakerQuestion({ claim, cited, sources }: CitedClaim): Finding[] {
  const { speaker, text: evidence, where } = claim
  const given = `${cited.map(({ text }) => withoutQuoted(text)).join('\n')}\n${headsOf(sources)}`
  const isNamed = (name: string) => name.split(' ').some((word) => isNameIn(word, given))
  const unknown = namesAt(speaker).find(({ text }) => !isNamed(text))
  if (unknown === undefined) return []
  const message = `Did ${speaker} say these words? The cited units do not name ${unknown.text}.`
  return [asking({ code: 'speaker-not-in-evidence', where, message, evidence, unit: cited[0]?.id ?? null })]
}

function lineOf(text: string): string {
  return wordLine(plain(text)).trimEnd()
}

/** Blocks code that is not a contiguous excerpt of its evidence, and code spans that no source contains. */
export const code: EvidenceRule = (subject) => {
  const { claim } = subject
  return claim.kind === 'code' ? checkBlock(subject) : codeSpans(claim.text).flatMap((span) => checkSpan(span, subject))
}

function checkBlock(subject: CitedClaim): Finding[] {
  const { claim, cited, sources } = subject
  const order = sources.flatMap(({ units }) => units)
  const first = order.findIndex((unit) => unit === cited[0])
  const isUnbroken = cited.every((unit, index) => unit === order[first + index])
  const given = normalise(cited.map(({ text }) => text).join('\n'))
  if (isUnbroken && given.includes(normalise(claim.text))) return []
  const line = claim.text.split('\n').find((one) => !given.includes(normalise(one))) ?? claim.text
  const message = `The code is not an unbroken excerpt of ${citedIds(subject)}. Copy the lines and cite each of them.`
  return [blocking({ code: 'code-not-in-evidence', where: claim.where, message, evidence: line })]
}

function checkSpan(span: string, subject: CitedClaim): Finding[] {
  // In prose, sources rarely write the parentheses of `run()`.
  const text = normalise(span).replace(/\(\)$/, '')
  const isIn = (given: string) => normalise(given).includes(text)
  if (isIn(headsOf(subject.all)) || subject.all.some(({ units }) => units.some((unit) => isIn(unit.text)))) return []
  const found = { code: 'code-not-in-evidence', evidence: span, unit: undefined, subject }
  return [missing(`The code \`${span}\` is`, found)]
}

// Removes shell prompts and white space, and straightens typographic quotation marks.
function normalise(text: string): string {
  const straight = text
    .replaceAll(/^\s*[$>]\s/gm, '')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
  return straight.replaceAll(/\s+/g, ' ').trim()
}
