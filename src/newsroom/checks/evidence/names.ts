import { asking, type Finding } from '#newsroom/article/finding.ts'
import { isCommonWord, isFunctionWord } from '#text/common-words.ts'
import { startsSentence, withoutCode } from '#text/prose.ts'
import { withoutQuoted } from '#text/quoted.ts'
import { fold, MONTH } from '#text/words.ts'
import { headsOf, missing, textOf, unitElsewhere, type EvidenceRule } from '#newsroom/checks/check.ts'

// Matches a word, including signs that join its parts: O’Brien, AT&T, Node.js, GPT-5.2, CVE-2026-41877.
const WORD = /(?<![\p{L}\p{N}]|\d[.,])\p{L}[\p{L}\p{N}]*(?:[-.’'&_/+][\p{L}\p{N}]+){0,8}/gu
const NOT_A_NAME = new RegExp(
  String.raw`^(?:\p{L}+day|${MONTH}|AI|APIs?|CVEs?|[CG]PUs?|URLs?|CSS|HTML|HTTPS?|JSON|SQL|PDF|IDs?|OK|CEO|UTC|US|TBD|N\/A)$`,
  'u',
)
const MEASURE = /^(?:[kKMGTP]?(?:i?B|bit|bps|Wh?|Hz|V|A)|[CFKx])(?:\/\p{L}+)?$/u
const IDENTIFIER = /\d{3}/
const MAX_NAME_LENGTH = 100
const MIN_COMMON_PREFIX = 4

/** Finds the names in text: consecutive capitalised words, excluding ordinary words that start a sentence. */
export function namesAt(text: string): { text: string; at: number; end: number }[] {
  const names: { text: string; at: number; end: number }[] = []
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const word = found.replace(/['’]s?$/, '')
    const first = fold(word.replace(/-.*/, ''))
    const isOrdinary = isFunctionWord(first) || (startsSentence(text, index) && isCommonWord(first))
    const isMeasure = MEASURE.test(word) && /\d\s?$/.test(text.slice(Math.max(0, index - 2), index))
    // `two-GPU` and `mid-March` have no part that is a name.
    const parts = word.startsWith('CVE-') ? [word] : word.split('-')
    const isPlain = parts.every((part) => !/\p{Lu}/u.test(part) || NOT_A_NAME.test(part))
    if (isPlain || word.length < 2 || isMeasure || (isOrdinary && /^\p{Lu}[\p{Ll}’'-]+$/u.test(word))) continue
    const last = names.at(-1)
    const end = index + word.length
    if (last !== undefined && last.end === index - 1 && text[last.end] === ' ' && end - last.at <= MAX_NAME_LENGTH) {
      names.pop()
      names.push({ text: `${last.text} ${word}`, at: last.at, end })
    } else names.push({ text: word, at: index, end })
  }
  return names
}

/**
 * Returns true if text contains a name. Ignores punctuation inside the name, so `Wi-Fi` matches `WiFi`, but not case,
 * so `US` does not match `us`.
 */
export function isNameIn(name: string, text: string): boolean {
  // Try a plain search first, because most names appear unchanged and the pattern is slow.
  const at = text.indexOf(name)
  if (at >= 0 && !/[\p{L}\p{N}.]/u.test(text.charAt(at - 1) + text.charAt(at + name.length))) return true
  const parts = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu) ?? []
  const first = parts[0]?.toLowerCase().replace(/(?<=...)s$/, '') ?? ''
  if (!text.toLowerCase().includes(first)) return false
  const whole = parts.join(String.raw`[\s\p{P}]*`).replace(/(?<=....)s$/, 's?')
  // The name can follow the number of pieces, as in `4xH100`.
  const pattern = String.raw`(?<![\p{L}\p{N}]|\d\.)(?:\d{1,4}[x×])?${whole}(?:['’]?s|es)?(?![\p{L}\p{N}]|\.\d)`
  return new RegExp(pattern, /^\p{Lu}{1,3}$/u.test(name) ? 'u' : 'iu').test(text)
}

/**
 * Blocks names that no source contains. Asks the judge about names that are in a source but not near the cited units.
 */
export const names: EvidenceRule = (subject) => {
  const { claim, near, all, allText } = subject
  if (claim.kind === 'code') return []
  const text = claim.kind === 'quote' ? claim.speaker : withoutQuoted(withoutCode(claim.text))
  const nearby = `${textOf(near)}\n${headsOf(all)}`
  return namesAt(text).flatMap(({ text: name }): Finding[] => {
    if (isNameIn(name, nearby)) return []
    const words = name.split(/ |\b[Nn]on-|-\p{Ll}+(?!\S)/u).filter(Boolean)
    const isUnknown = words.some((word) => !isNameIn(word, allText) && !isVariant(word, allText))
    const unit = isUnknown ? undefined : unitElsewhere(subject, ({ text }) => isNameIn(name, text))
    const found = { evidence: name, unit, subject }
    if (isUnknown) return [missing(`"${name}" is`, { ...found, code: 'name-not-in-sources' })]
    // Block only identifiers. The judge decides about other names.
    if (unit !== undefined && IDENTIFIER.test(name))
      return [missing(`"${name}" is`, { ...found, code: 'identifier-not-in-evidence' })]
    const place = unit === undefined ? 'not in these words in any source' : `in ${unit.id}, not near the evidence`
    const message = `Is "${name}" the right name here? It is ${place}.`
    return [asking({ code: 'name-elsewhere', where: claim.where, message, evidence: name, unit: unit?.id ?? null })]
  })
}

// Returns true for `French` if the sources contain `France`, and for `UN` if they contain `United Nations` or `pkg/un`.
function isVariant(word: string, sources: string): boolean {
  const start = word.slice(0, Math.max(MIN_COMMON_PREFIX, word.length - 3))
  const isPrefix = /^\p{Lu}\p{Ll}+$/u.test(start) && new RegExp(String.raw`(?<!\p{L})${start}`, 'u').test(sources)
  const isAbbreviation = word.length <= 6 && /^\p{L}*\p{Lu}\p{L}*\p{Lu}\p{L}*$/u.test(word)
  const expansion = [...word.toLowerCase()].join(String.raw`\p{L}*[\s-]+(?:(?:of|and|the|for)[\s-]+)?`)
  const forms = String.raw`(?<!\p{L})${expansion}\p{L}|[./_-]${word}(?!\p{L})`
  return isPrefix || (isAbbreviation && new RegExp(forms, 'iu').test(sources))
}
