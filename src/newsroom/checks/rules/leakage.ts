import { blocking, count, type Finding } from '#newsroom/article/finding.ts'
import { codeSpans, plain, withoutCode } from '#text/prose.ts'
import { withoutQuoted } from '#text/quoted.ts'
import { ownSources, passages, sourceText, type Passage } from '#newsroom/article/passages.ts'
import { fold, wordLine, wordsOf } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** Nothing of the prompt, of the conversation with the model or of a source's own instructions has got into the article. */
export const leakage: Check = {
  name: 'No trace of the prompt or of instructions in a source',
  run(subject) {
    const all = passages(subject.draft)
    const sources = subject.sources.map((source) => ({ id: source.id, text: sourceText(source) }))
    const lines = sources.map(({ text }) => wordLine(text))
    const prompt = runsOf(subject.instructions).filter((run) => !lines.some((line) => line.includes(run)))
    const findings = all.flatMap((passage) => {
      const own = ownSources(passage, sources).map(({ text }) => text)
      return [
        ...canariesIn(passage, subject.canaries),
        ...promptIn(passage, prompt),
        ...patternsIn(passage),
        ...idsIn({ passage, all: subject.sources, own }),
      ]
    })
    return { detail: count(all.length, 'passage'), findings }
  },
}

const RUN = 8

// What a model says about itself or to its user, what parts a conversation, what is left of the wire format.
const PATTERNS: readonly (readonly [code: string, what: string, where: 'prose' | 'anywhere', pattern: RegExp])[] = [
  ['role-marker', 'a role marker', 'prose', /(?:^|[\n|.:;!?"”)]\s*)(?:system|assistant|human|user|developer)\s*:/i],
  ['role-marker', 'a role marker', 'prose', /\b(?:Assistant|Human|ASSISTANT|HUMAN|SYSTEM)\s*:/],
  ['role-marker', 'a role marker', 'anywhere', /<\|[^|>\s]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?s>/i],
  [
    'role-marker',
    'a role marker',
    'anywhere',
    /#{2,}\s*(?:instructions?|system|response|input|user|assistant|human)\b/i,
  ],
  [
    'model-speaking',
    'the model speaking of itself',
    'prose',
    /\bas an? (?:ai|large|artificial intelligence)(?: language)?(?: model| assistant)?,|\b(?:i am|i'm) (?:an ai|a large language model|just a language model)\b|\bas an? (?:ai|large) language model\b/i,
  ],
  [
    'model-speaking',
    'the model speaking of itself',
    'prose',
    /\bi(?: am|'m) (?:sorry|unable|not able)\b|\bi (?:cannot|can't|can not|won't) (?:help|assist|comply|provide|fulfil|write|generate|create|access|browse|verify)\b|\bmy (?:training data|knowledge cut-?off)\b/i,
  ],
  [
    'model-speaking',
    'the model speaking to its user',
    'prose',
    /\bhere(?: is|'s|’s) (?:the|your|an?|my) (?:\w+ ){0,2}(?:article|draft|post|json|rewrite|revision|version|summary|output)\b|(?:^|\n)\s*(?:sure|certainly|of course|absolutely)[,!]/i,
  ],
  [
    'model-speaking',
    'the model speaking to its user',
    'prose',
    /\b(?:as requested|the (?:given|provided|supplied) (?:sources?|texts?|documents?|material|fences?)|according to (?:the )?sources? (?:\d|one|two|three)|word count:|note to (?:the )?editor|let me know if)\b/i,
  ],
  ['wire-format', 'a code fence', 'anywhere', /```|~~~/],
  [
    'wire-format',
    'a remnant of JSON',
    'prose',
    /^\s*[[{]\s*["{[]|"(?:kind|from|compute|sentences|blocks|sections|what_changes|leave_out|heading|excerpt|speaker)"\s*:|\\n\\n|\\"|["\]}]\s*[}\]]\s*,?\s*$|\b(?:what_changes|leave_out)\b/,
  ],
  [
    'obedience',
    'an instruction from a source',
    'anywhere',
    /\b(?:ignore|disregard|forget|override|bypass)\b(?:\s+\w+){0,3}\s+(?:previous|prior|above|earlier|preceding|foregoing|your|system|all)\b(?:\s+\w+){0,3}\s+(?:instructions?|prompts?|rules|directions|guidelines|messages?|context)\b/i,
  ],
  [
    'obedience',
    'an instruction from a source',
    'prose',
    /\b(?:new|updated|hidden) (?:system )?(?:instructions?|prompt)\s*:|\b(?:system prompt|developer mode|jailbreak mode|prompt injection) (?:activated|enabled|successful)\b|\byou (?:are|must|will) now (?:act|be|respond|an?|in)\b|\breveal (?:your|the) (?:system )?(?:prompt|instructions)\b/i,
  ],
  [
    'prompt-fence',
    'a mark of the prompt',
    'anywhere',
    /\b(?:begin|end)[ _-](?:of[ _-])?(?:source|sources|material|fence|data|document)\b(?=\s*(?:[:>\]#=-]|S?\d|$))/i,
  ],
]

function canariesIn({ where, text }: Passage, canaries: string[]): Finding[] {
  const squeezed = fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
  return canaries
    .filter((canary) => {
      const word = fold(canary).replaceAll(/[^\p{L}\p{N}]/gu, '')
      return word !== '' && squeezed.includes(word)
    })
    .map((canary) =>
      blocking({
        code: 'canary',
        where,
        message: `"${canary}" is a word of the prompt: leave it out.`,
        evidence: canary,
      }),
    )
}

function promptIn({ where, text }: Passage, runs: string[]): Finding[] {
  const line = wordLine(plain(text))
  const found = runs.find((run) => line.includes(run))
  if (found === undefined) return []
  const message = 'These words are those of the prompt: write the article and nothing about how it is to be written.'
  return [blocking({ code: 'prompt-leak', where, message, evidence: found.trim() })]
}

// An article may quote an attack on a model, between quotation marks or as code: then it is no instruction.
function patternsIn({ where: address, kind, text }: Passage): Finding[] {
  const prose = kind === 'code' ? '' : kind === 'quote' ? text : withoutQuoted(withoutCode(text))
  const code = kind === 'code' ? text : codeSpans(text).join('\n')
  return PATTERNS.flatMap(([name, what, where, pattern]) => {
    const allowed = where === 'anywhere' && name !== 'obedience' ? `${prose}\n${code}` : prose
    const found = pattern.exec(allowed)
    if (found === null) return []
    const message = `This looks like ${what}: the article must hold nothing but the story.`
    return [blocking({ code: name, where: address, message, evidence: found[0].trim() })]
  })
}

// `S1` and `S1.12` name evidence only here; S3 may also be what the source is about.
function idsIn(options: { passage: Passage; all: NumberedSource[]; own: string[] }): Finding[] {
  const { passage, all, own } = options
  return all.flatMap(({ id }) => {
    const cited = new RegExp(
      String.raw`[[(]\s*${id}\s*(?:[,;)\]]|$)|\b(?:source|reference|ref\.?)\s+${id}\b|\b${id}\s*[\])]`,
      'i',
    )
    const alone = new RegExp(String.raw`(?<![\p{L}\p{N}.-])${id}(?![\p{L}\p{N}-])`, 'u')
    const found = cited.exec(passage.text) ?? (own.some((text) => alone.test(text)) ? null : alone.exec(passage.text))
    if (found === null) return []
    const message = `The text names the source "${id}": name its publisher, and put ids only into from.`
    return [blocking({ code: 'source-id-in-text', where: passage.where, message, evidence: found[0] })]
  })
}

function runsOf(text: string): string[] {
  const words = wordsOf(text)
  return Array.from({ length: Math.max(0, words.length - RUN + 1) }, (_, index) => {
    const run = words.slice(index, index + RUN).map(({ folded }) => folded)
    return ` ${run.join(' ')} `
  })
}
