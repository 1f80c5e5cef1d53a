import { asking, blocking, type Finding } from '#newsroom/article/finding.ts'
import { citedIds, headsOf, textOf, unitElsewhere, type CitedClaim, type EvidenceRule } from '#newsroom/checks/check.ts'
import { isNameIn, namesIn } from '#newsroom/checks/evidence/names.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { codeSpans, plain } from '#text/prose.ts'
import { quotedIn, withoutQuoted } from '#text/quoted.ts'
import { wordLine, wordsOf } from '#text/words.ts'

// Marks of an omission or an insertion: […], …, [the company].
const GAP = /\[[^\]]*\]|…|\.{3}/
// One or two words between quotation marks may be a term and not a quotation.
const MIN_WORDS = 3

/** Blocks quotations that are not word for word in one cited unit. Asks about speakers whom that paragraph does not name. */
export const quotations: EvidenceRule = (subject) => {
  const { claim } = subject
  if (claim.kind === 'code') return []
  const quoted = claim.kind === 'quote' ? [claim.text] : quotedIn(plain(claim.text)).map(({ text }) => text)
  return quoted.flatMap((text) => checkQuotation(text, subject))
}

function checkQuotation(text: string, subject: CitedClaim): Finding[] {
  const { claim, cited, near } = subject
  const parts = text.split(GAP).map(lineOf)
  const isIn = (unit: Unit) => {
    const line = lineOf(unit.text)
    return parts.every((part) => line.includes(part))
  }
  const found = { where: claim.where, evidence: text }
  if (wordsOf(text).length < MIN_WORDS) {
    if (lineOf(textOf(near)).includes(lineOf(text))) return []
    const message = `Does the evidence call it "${text}"? These words are not in it.`
    return [asking({ ...found, code: 'term-not-in-evidence', message })]
  }
  if (cited.some(isIn)) return speakerQuestion(found, subject)
  const unit = unitElsewhere(subject, isIn)
  const message =
    unit === undefined
      ? 'No sentence of the sources has exactly these words: copy them, or remove the quotation marks.'
      : `These words are in ${unit.id}, not in ${citedIds(subject)}.`
  return [blocking({ ...found, code: 'quotation-not-verbatim', message, unit: unit?.id ?? null })]
}

function speakerQuestion(
  found: Pick<Finding, 'where' | 'evidence'>,
  { claim, cited, near, sources }: CitedClaim,
): Finding[] {
  const isQuote = claim.kind === 'quote'
  const names = namesIn(isQuote ? claim.speaker : withoutQuoted(claim.text))
  const context = `${near.map(({ text }) => withoutQuoted(text)).join('\n')}\n${headsOf(sources)}`
  const unknown = names.filter((name) => !name.split(' ').some((word) => isNameIn(word, context)))
  // In `Ada Moss of Tarnhelm`, both must be named. A sentence about a quotation may have other names.
  const isUnknown = isQuote ? unknown.length > 0 : unknown.length === names.length
  // A full name next to the words is that of another speaker.
  const outside = cited.map(({ text }) => withoutQuoted(text)).join('\n')
  const beside = namesIn(outside).find((name) => name.includes(' '))
  const speaker = (names[0] ?? '').split(' ')
  const isOther = isQuote && beside !== undefined && !speaker.some((word) => isNameIn(word, outside))
  if (names.length === 0 || !(isUnknown || isOther)) return []
  const message = isUnknown
    ? `Did ${names[0]} say these words? Neither the cited sentence nor its paragraph names ${unknown[0]}.`
    : `Did ${names[0]} say these words? The cited sentence names ${beside}.`
  return [asking({ ...found, code: 'speaker-not-in-evidence', message, unit: cited[0]?.id ?? null })]
}

function lineOf(text: string): string {
  return wordLine(plain(text)).trimEnd()
}

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
