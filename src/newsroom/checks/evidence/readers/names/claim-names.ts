import { isCommonWord } from '#text/common-words.ts'
import { fold } from '#text/words.ts'
import { properNames } from '#newsroom/checks/evidence/readers/names/proper-names.ts'
import { withoutCode } from '#newsroom/checks/evidence/readers/prose.ts'
import { withoutQuoted } from '#newsroom/checks/evidence/readers/quoted.ts'
import { smallWordsOf } from '#newsroom/checks/evidence/readers/names/source-names.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A name in its sentence: `role` is the preposition that ties it to its clause, '' for who acts or is acted upon. */
export type RoledName = { text: string; words: string[]; role: string; at: number; end: number }

/** The names that a claim asserts itself; what it quotes is held to the words of the source by another rule. */
export function namesOfClaim({ kind, text, speaker }: Claim, sources: readonly NumberedSource[]): RoledName[] {
  if (kind === 'code') return []
  const asserted = kind === 'quote' ? speaker : withoutQuoted(withoutCode(text))
  const isOrdinary = (word: string) => sources.some((source) => smallWordsOf(source).has(word))
  const names = roledNames(asserted, { isOrdinary, isHeadline: kind === 'title' || kind === 'heading' })
  return names.filter(({ text: name, at }) => !isExplained(name, asserted.slice(0, at)))
}

/** The names of a text with their roles; ordinary words and what they are joined to are one: `University of Graz`. */
export function roledNames(text: string, options: Parameters<typeof properNames>[1] = {}): RoledName[] {
  const names: RoledName[] = []
  for (const { text: own, words, at, end, linked } of properNames(text, options)) {
    const last = names.at(-1)
    if (
      last !== undefined &&
      linked !== null &&
      linked !== 'and' &&
      last.words.every((word) => isCommonWord(fold(word)))
    ) {
      last.words.push(...words)
      last.text = text.slice(last.at, end)
      last.end = end
    } else names.push({ text: own, words: [...words], role: roleAt(text, at), at, end })
  }
  return names
}

// `improvement proposals (SIPs)`: what stands for the words before it is no name more.
function isExplained(name: string, before: string): boolean {
  const letters = name.replace(/s$/, '').toLowerCase()
  if (!before.endsWith('(') || !/^\p{Lu}{2,}s?$/u.test(name)) return false
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    words
      .slice(-letters.length)
      .map((word) => word.charAt(0).toLowerCase())
      .join('') === letters
  )
}

const PREPOSITION =
  /\b(of|from|in|into|to|with|for|at|on|over|under|between|against|than|as|through|via|behind|after|before|ahead)\b(?:\s+\S+){0,3}\s*$/i

// `by` makes a name the one who acts, as a subject is.
function roleAt(text: string, at: number): string {
  const clause =
    text
      .slice(Math.max(0, at - 80), at)
      .split(/[,;:–—(|“"]/)
      .at(-1) ?? ''
  return PREPOSITION.exec(clause)?.[1]?.toLowerCase() ?? ''
}
