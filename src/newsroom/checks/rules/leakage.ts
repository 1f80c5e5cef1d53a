import { blocking, count, type Finding } from '#newsroom/article/finding.ts'
import { passages, type Passage } from '#newsroom/article/draft.ts'
import { headsOf, matchesIn, textOf, type Check, type Patterns } from '#newsroom/checks/check.ts'
import { codeSpans, plain, withoutCode } from '#text/prose.ts'
import { withoutQuoted } from '#text/quoted.ts'
import { fold, wordLine, wordsOf } from '#text/words.ts'

// An article may share a shorter run of words with the prompt by chance.
const MIN_RUN = 8

// Matches text in which a model addresses its user or speaks about itself, chat markers, and parts of the format.
const IN_PROSE: Patterns = {
  'role-marker': [
    /(?:^|[\n|.:;!?"”)]\s*)(?:system|assistant|human|user|developer)\s*:/i,
    /\b(?:Assistant|Human|ASSISTANT|HUMAN|SYSTEM)\s*:/,
  ],
  'model-speaking': [
    /\bas an? (?:ai|large|artificial intelligence)(?: language)?(?: model| assistant)?,|\b(?:i am|i'm) (?:an ai|a large language model|just a language model)\b|\bas an? (?:ai|large) language model\b/i,
    /\bi(?: am|'m) (?:sorry|unable|not able)\b|\bi (?:cannot|can't|can not|won't) (?:help|assist|comply|provide|fulfil|write|generate|create|access|browse|verify)\b|\bmy (?:training data|knowledge cut-?off)\b/i,
    /\bhere(?: is|'s|’s) (?:the|your|an?|my) (?:\w+ ){0,2}(?:article|draft|post|json|rewrite|revision|version|summary|output)\b|(?:^|\n)\s*(?:sure|certainly|of course|absolutely)[,!]/i,
    /\b(?:as requested|the (?:given|provided|supplied) (?:sources?|texts?|documents?|material|fences?)|according to (?:the )?sources? (?:\d|one|two|three)|word count:|note to (?:the )?editor|let me know if)\b/i,
  ],
  'wire-format': [
    /^\s*[[{]\s*["{[]|"(?:kind|from|compute|sentences|blocks|sections|what_changes|leave_out|heading|excerpt|speaker)"\s*:|\\n\\n|\\"|["\]}]\s*[}\]]\s*,?\s*$|\b(?:what_changes|leave_out)\b/,
  ],
  obedience: [
    /\b(?:ignore|disregard|forget|override|bypass)\b(?:\s+\w+){0,3}\s+(?:previous|prior|above|earlier|preceding|foregoing|your|system|all)\b(?:\s+\w+){0,3}\s+(?:instructions?|prompts?|rules|directions|guidelines|messages?|context)\b/i,
    /\b(?:new|updated|hidden) (?:system )?(?:instructions?|prompt)\s*:|\b(?:system prompt|developer mode|jailbreak mode|prompt injection) (?:activated|enabled|successful)\b|\byou (?:are|must|will) now (?:act|be|respond|an?|in)\b|\breveal (?:your|the) (?:system )?(?:prompt|instructions)\b/i,
  ],
}
const ANYWHERE: Patterns = {
  'role-marker': [
    /<\|[^|>\s]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?s>/i,
    /#{2,}\s*(?:instructions?|system|response|input|user|assistant|human)\b/i,
  ],
  'wire-format': [/```|~~~/],
  'prompt-fence': [
    /\b(?:begin|end)[ _-](?:of[ _-])?(?:source|sources|material|fence|data|document)\b(?=\s*(?:[:>\]#=-]|S?\d|$))/i,
  ],
}

/** Blocks text from the prompt or from a chat with the model, and instructions that a source contains. */
export const leakage: Check = {
  name: 'No trace of the prompt or of instructions in a source',
  run({ draft, sources, instructions, canaries }) {
    const all = passages(draft)
    const given = `${headsOf(sources)}\n${textOf(sources.flatMap(({ units }) => units))}`
    const givenWords = wordLine(given)
    const prompt = runsOf(instructions).filter((run) => !givenWords.includes(run))
    const findings = all.flatMap((passage) => [
      ...promptIn(passage, prompt, canaries),
      ...patternsIn(passage, given),
      ...sources.flatMap(({ id }) => idIn(passage, id, given)),
    ])
    return { detail: count(all.length, 'passage'), findings }
  },
}

function promptIn({ where, text }: Passage, runs: string[], canaries: string[]): Finding[] {
  const letters = (words: string) => fold(words).replaceAll(/[^\p{L}\p{N}]/gu, '')
  const canary = canaries.find((word) => letters(text).includes(letters(word)))
  const line = wordLine(plain(text))
  const run = runs.find((words) => line.includes(words))?.trim()
  const message = 'These words are from the prompt. Remove them.'
  return Object.entries({ canary, 'prompt-leak': run }).flatMap(([code, evidence]) =>
    evidence === undefined ? [] : [blocking({ code, where, message, evidence })],
  )
}

// An article may quote an attack on a model, in quotation marks or as code, and code from a source may contain markers.
function patternsIn({ where, kind, text }: Passage, sources: string): Finding[] {
  const prose = kind === 'code' ? '' : kind === 'quote' ? text : withoutQuoted(withoutCode(text))
  const code = (kind === 'code' ? [text] : codeSpans(text)).filter((span) => !sources.includes(span))
  const all = [prose, ...code].join('\n')
  const message = 'This looks like a part of the prompt or of a model response. Keep only the story.'
  return [...matchesIn(prose, IN_PROSE), ...matchesIn(all, ANYWHERE)].map((found) =>
    blocking({ ...found, where, message }),
  )
}

// `S1` can also be a term that a source uses. If no source uses it, it is an id from the prompt, as `S1.12` always is.
function idIn({ where, text }: Passage, id: string, sources: string): Finding[] {
  const cited = String.raw`[[(]\s*${id}\b|\b(?:source|reference|ref\.?)\s+${id}\b|\b${id}\s*[\])]`
  const alone = String.raw`(?<![\p{L}\p{N}.-])${id}(?![\p{L}\p{N}-])`
  const isSubject = new RegExp(alone, 'u').test(sources)
  const found = new RegExp(isSubject ? cited : `${cited}|${alone}`, 'u').exec(text)
  if (found === null) return []
  const message = `The text contains the id "${id}". Name the publisher instead, and use ids only in "from".`
  return [blocking({ code: 'source-id-in-text', where, message, evidence: found[0] })]
}

function runsOf(text: string): string[] {
  const words = wordsOf(text).map(({ folded }) => folded)
  return words.slice(MIN_RUN - 1).map((_, index) => ` ${words.slice(index, index + MIN_RUN).join(' ')} `)
}
