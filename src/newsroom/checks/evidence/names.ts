import { asking, blocking, type Finding } from '#newsroom/article/finding.ts'
import { isCommonWord } from '#text/common-words.ts'
import { isFunctionWord } from '#text/common-words.ts'
import { fold, MONTH } from '#text/words.ts'
import { startsSentence, withoutCode } from '#text/prose.ts'
import { withoutQuoted } from '#text/quoted.ts'
import { citedIds, headsOf, textOf, unitElsewhere, type CitedClaim, type EvidenceRule } from '#newsroom/checks/check.ts'

// A word and the signs that may join its parts: O’Brien, AT&T, Node.js, GPT-5.2, CVE-2026-41877.
const WORD = /(?<![\p{L}\p{N}]|\d[.,])\p{L}[\p{L}\p{N}]*(?:[-.’'&_/+][\p{L}\p{N}]+){0,8}/gu
const NOT_A_NAME = new RegExp(
  String.raw`^(?:\p{L}+day|(?:mid-)?${MONTH}|AI|APIs?|[CG]PUs?|URLs?|CSS|HTML|HTTPS?|JSON|SQL|PDF|IDs?|OK|CEO|UTC|US)$`,
  'u',
)
const MEASURE = /^(?:[kKMGTP]?(?:i?B|bit|bps|Wh?|Hz|V|A)|[CFKx])(?:\/\p{L}+)?$/u
const IDENTIFIER = /\d{3}/
const MAX_NAME_LENGTH = 100
const MIN_COMMON_PREFIX = 4

/** Finds the names of a text: adjacent words with capitals, without ordinary words at the start of a sentence. */
export function namesAt(text: string): { text: string; at: number; end: number }[] {
  const names: { text: string; at: number; end: number }[] = []
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const word = found.replace(/['’]s?$/, '')
    const first = fold(word.replace(/-.*/, ''))
    const isOrdinary = isFunctionWord(first) || (startsSentence(text, index) && isCommonWord(first))
    const isMeasure = MEASURE.test(word) && /\d\s?$/.test(text.slice(Math.max(0, index - 2), index))
    if (!/\p{Lu}/u.test(word) || word.length < 2 || NOT_A_NAME.test(word) || isMeasure) continue
    if (isOrdinary && /^\p{Lu}[\p{Ll}’'-]+$/u.test(word)) continue
    const last = names.at(-1)
    const end = index + word.length
    if (last !== undefined && last.end === index - 1 && text[last.end] === ' ' && end - last.at <= MAX_NAME_LENGTH) {
      names.pop()
      names.push({ text: `${last.text} ${word}`, at: last.at, end })
    } else names.push({ text: word, at: index, end })
  }
  return names
}

/** Returns the names of a text. */
export function namesIn(text: string): string[] {
  return namesAt(text).map((name) => name.text)
}

/** Returns true if a text has a name. Punctuation between its parts does not matter: `Wi-Fi` is `WiFi`, but `US` is not `us`. */
export function isNameIn(name: string, text: string): boolean {
  return matcherFor(name)(text)
}

function matcherFor(name: string): (text: string) => boolean {
  const parts = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu) ?? []
  const whole = parts.join(String.raw`[\s\p{P}]*`).replace(/(?<=....)s$/, 's?')
  const flags = /^\p{Lu}{1,3}$/u.test(name) ? 'u' : 'iu'
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}]|\d\.)${whole}(?:['’]?s|es)?(?![\p{L}\p{N}]|\.\d)`, flags)
  const first = parts[0]?.toLowerCase().replace(/(?<=...)s$/, '') ?? ''
  return (text) => {
    // Most names appear as they are, and the pattern is slow.
    const at = text.indexOf(name)
    if (at >= 0 && !/[\p{L}\p{N}.]/u.test(text.charAt(at - 1) + text.charAt(at + name.length))) return true
    return text.toLowerCase().includes(first) && pattern.test(text)
  }
}

/** Blocks names that no source has. Asks about names that are in a source, but not near the cited units. */
export const names: EvidenceRule = (subject) => {
  const { claim, near, all, allText } = subject
  if (claim.kind === 'code') return []
  const text = claim.kind === 'quote' ? claim.speaker : withoutQuoted(withoutCode(claim.text))
  const nearby = `${textOf(near)}\n${headsOf(all)}`
  const isNear = (name: string) => isNameIn(name, nearby)
  return namesIn(text).flatMap((name): Finding[] => {
    if (isNear(name)) return []
    const words = name.split(' ')
    // `Ada Moss`, if the evidence has `Moss` and a source has the full name.
    if (isNameIn(name, allText) && words.some(isNear)) return []
    if (words.some((word) => !isNameIn(word, allText) && !isVariant(word, allText))) {
      const message = `"${name}" is in none of the sources.`
      return [blocking({ code: 'name-not-in-sources', where: claim.where, message, evidence: name })]
    }
    return [elsewhere(name, subject)]
  })
}

// An identifier must be in the evidence. The judge decides about other names.
function elsewhere(name: string, subject: CitedClaim): Finding {
  const isIn = matcherFor(name)
  const unit = unitElsewhere(subject, ({ text }) => isIn(text))
  const found = { where: subject.claim.where, evidence: name, unit: unit?.id ?? null }
  if (unit !== undefined && IDENTIFIER.test(name)) {
    const message = `"${name}" is in ${unit.id}, not in ${citedIds(subject)}.`
    return blocking({ ...found, code: 'identifier-not-in-evidence', message })
  }
  const place = unit === undefined ? 'not in these words in any source' : `in ${unit.id}, not near the evidence`
  return asking({ ...found, code: 'name-elsewhere', message: `Is "${name}" the right name here? It is ${place}.` })
}

// `French` and `France`, `Swedish` and `Sweden`, or an abbreviation and its long form.
function isVariant(word: string, sources: string): boolean {
  const letters = word.replaceAll(/[^\p{L}]/gu, '')
  const prefix = word.slice(0, Math.max(MIN_COMMON_PREFIX, word.length - 3))
  const isPrefix = /^\p{Lu}\p{Ll}+$/u.test(prefix) && new RegExp(String.raw`(?<!\p{L})${prefix}`, 'u').test(sources)
  const isShort = letters.length >= 2 && letters.length <= 6 && /\p{Lu}.*\p{Lu}/u.test(word)
  const long = [...letters.toLowerCase()].join(String.raw`\p{L}*[\s-]+(?:(?:of|and|the|for)[\s-]+)?`)
  const initials = word.split('-').map((part) => part.slice(0, 1))
  return (
    isPrefix ||
    (isShort && new RegExp(String.raw`(?<!\p{L})${long}\p{L}`, 'iu').test(sources)) ||
    (initials.length > 1 && new RegExp(String.raw`(?<!\p{L})${initials.join('')}(?!\p{L})`, 'iu').test(sources))
  )
}
