import { blocking, count, warning, type Finding } from '#newsroom/checks/finding.ts'
import { isCommonWord } from '#text/common-words.ts'
import { knownWords, knowsInitials, knowsWord, type KnownWords } from '#newsroom/checks/readers/known-words.ts'
import { properNames } from '#newsroom/checks/readers/proper-names.ts'
import { codeSpans, withoutCode } from '#newsroom/checks/readers/prose.ts'
import { ownSources } from '#newsroom/checks/readers/source-text.ts'
import { wordsOf } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { passages, type Draft, type Passage } from '#newsroom/drafting/draft.ts'

/** Every name of a passage, of a person, a product, a place, a package, occurs in its own sources, full, short or as an acronym. */
export const names: Check = {
  name: 'Names occur in the sources of their paragraph',
  run({ draft, references }) {
    const known = references.map(knownWords)
    const small = smallWords(draft)
    const findings: Finding[] = []
    let looked = 0
    for (const passage of passages(draft)) {
      const own = ownSources(passage, known)
      if (own.length === 0) continue
      const isOrdinary = (word: string) => small.has(word) || own.some((source) => source.small.has(word))
      for (const { text, isIn } of namesIn(passage, isOrdinary)) {
        looked += 1
        if (own.some(isIn)) continue
        const elsewhere = known.filter(isIn).map(({ id }) => id)
        findings.push(complain({ text, passage, elsewhere }))
      }
    }
    return { detail: count(looked, 'name'), findings }
  },
}

type Name = { text: string; isIn(source: KnownWords): boolean }

function namesIn({ kind, text }: Passage, isOrdinary: (word: string) => boolean): Name[] {
  const code = (kind === 'code' ? [text] : codeSpans(text)).flatMap(namesInCode)
  if (kind === 'code') return code
  const handles = Array.from(
    withoutCode(text).matchAll(/(?<![\p{L}\p{N}.])@([\p{L}\p{N}_]{2,})/gu),
    ([handle, name = '']) => ({
      text: handle,
      isIn: (source: KnownWords) => knowsWord(source, name),
    }),
  )
  const isHeadline = kind === 'title' || kind === 'heading' || kind === 'tag'
  const capitals = properNames(withoutCode(text), { isOrdinary, isHeadline }).flatMap((name) =>
    name.words.map((word) => ({
      text: name.text === word ? word : `${word} (${name.text})`,
      isIn: (source: KnownWords) => knowsWord(source, word) || knowsInitials(source, name.initials),
    })),
  )
  return [...code, ...handles, ...capitals]
}

// In code every word is a name, but for the ordinary words that commands are made of.
function namesInCode(code: string): Name[] {
  return wordsOf(code.replaceAll('_', ' '))
    .filter(({ folded }) => folded.length > 2 && !/\d/.test(folded) && !isCommonWord(folded))
    .map(({ text }) => ({ text, isIn: (source) => knowsWord(source, text) }))
}

// What a draft writes small somewhere is no name where it begins a sentence.
function smallWords(draft: Draft): Set<string> {
  const text = passages(draft)
    .filter(({ kind }) => kind !== 'code' && kind !== 'tag')
    .map(({ text }) => withoutCode(text))
    .join('\n')
  return new Set(wordsOf(text).flatMap(({ text, folded }) => (/^\p{Ll}/u.test(text) ? [folded] : [])))
}

function complain(options: { text: string; passage: Passage; elsewhere: string[] }): Finding {
  const { text, passage, elsewhere } = options
  const cited = passage.sources.join(', ')
  const message =
    elsewhere.length > 0
      ? `The name "${text}" is not in ${cited}, only in ${elsewhere.join(', ')}: name that source too, or leave it out.`
      : `The name "${text}" is not in ${cited}: use only names that they give.`
  // A tag may be the name of a field that no source mentions.
  const finding = passage.kind === 'tag' ? warning : blocking
  return finding({ code: 'name-not-in-sources', where: passage.where, message, evidence: text })
}
