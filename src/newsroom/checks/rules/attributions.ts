import { properNames } from '#newsroom/checks/readers/proper-names.ts'
import { quotedIn } from '#newsroom/checks/readers/quoted.ts'
import { sentencesOf } from '#text/sentences.ts'
import { PRONOUN, SAYS } from '#newsroom/checks/readers/speech.ts'
import type { Place } from '#newsroom/checks/rules/verbatim.ts'
import { fold, wordLine } from '#text/words.ts'

// How far from a quotation its speaker may be named, in characters; anywhere before when only `she says` stands beside it.
const NEAR = 300
const CLAUSE = 200

/**
 * Whom a text names as the speaker of what it quotes from `at` to `end`, as names of which one has to be right; empty when
 * it names nobody. A quotation that is a block of its own may follow its speaker in the block `before`, after a colon.
 */
export function speakersOf(options: { text: string; at: number; end: number; before?: string }): string[] {
  const { text, at, end, before = '' } = options
  const after = clauseAfter(text, end)
  const dash = /^[.,!?…]*["”’'»›]?[.,]?\s*(?:[—–-]|\n)\s*(?=\p{Lu})/u.exec(text.slice(end))
  const [named] = dash === null && !SAYS.test(after) ? [] : namesIn(after)
  if (named !== undefined) return [named]
  const clause = clauseBefore(text, at)
  const names = SAYS.test(clause) || /:\s*["“‘'«‹„]?$/.test(clause) ? namesIn(withoutHearer(clause)) : []
  if (names.length > 0) return names
  if (PRONOUN.test(`${clause}\n${after}`)) return lastNamed(text.slice(0, at))
  const isFirst = wordLine(text.slice(0, at)).trim() === ''
  return isFirst && before.trimEnd().endsWith(':') ? namesIn(sentencesOf(before).at(-1) ?? '') : []
}

/** Whether a reference has one of these speakers where it has the quotation: in the clause around it, or else near. */
export function isSaidBy(speakers: string[], { source, at, end }: Place): boolean {
  const { text, publisher } = source
  const around = `${clauseBefore(text, at)}\n${clauseAfter(text, end)}`
  if (mentions(publisher, speakers)) return true
  // Who is named after `she told` is whom she told.
  const isNamed = SAYS.test(around) && !PRONOUN.test(around) && namesIn(around).length > 0
  if (isNamed) return mentions(around, speakers)
  // `She says` is the last person named before, or somebody who was named since.
  const last = PRONOUN.test(around) ? source.people.findLast((person) => person.at < at) : undefined
  if (last !== undefined) return mentions(`${last.words.join(' ')} ${text.slice(last.at, at)}`, speakers)
  const back = SAYS.test(around) ? end : NEAR
  return mentions(text.slice(Math.max(0, at - back), end + NEAR), speakers)
}

// `She said` goes back to the last sentence that has a name.
function lastNamed(text: string): string[] {
  const names =
    sentencesOf(text)
      .map(namesIn)
      .findLast((names) => names.length > 0) ?? []
  const person = names.find((name) => name.includes(' '))
  return person === undefined ? names : [person]
}

// Whom somebody told it is no speaker.
function withoutHearer(clause: string): string {
  return clause.replaceAll(/\b(?:told|tells)\s+(?:the\s)?(?:\p{Ll}+\s)?(?:\p{Lu}\S*\s?)+/gu, 'told them ')
}

function mentions(text: string, names: string[]): boolean {
  const line = wordLine(text).replaceAll("'s ", ' ')
  return names.some((name) =>
    name.split(/[\s-]+/).some((word) => word.length > 2 && line.includes(` ${fold(word).replace(/'s?$/, '')} `)),
  )
}

function namesIn(clause: string): string[] {
  return properNames(clause).map(({ words }) => words.join(' '))
}

// From the end of a quotation to the end of its sentence, or to the next quotation.
function clauseAfter(text: string, end: number): string {
  // The place may be that of the last word or that of the mark after the full stop.
  const closing = /^[.,!?…]*["”’'»›]?/u.exec(text.slice(end))?.[0] ?? ''
  const rest = text.slice(end + closing.length, end + CLAUSE)
  const isOver = /[.…]["”’'»›]?$/.test(text.slice(0, end + closing.length)) && /^\s+["“‘'«‹„]?\p{Lu}/u.test(rest)
  if (isOver) return ''
  const [next] = quotedIn(rest)
  const until = next === undefined ? rest : rest.slice(0, next.at)
  return /^[^]*?(?:[.!?](?=\s+\p{Lu}|\s*$|["”]\s)|\n\s*\n|$)/u.exec(until)?.[0] ?? ''
}

// From the start of the sentence, or from the quotation before.
function clauseBefore(text: string, at: number): string {
  const start = text.slice(Math.max(0, at - CLAUSE), at)
  const paragraph = start.slice(start.lastIndexOf('\n') + 1)
  const last = quotedIn(paragraph).at(-1)
  const since = last === undefined ? paragraph : paragraph.slice(last.end)
  const clause = since.replace(/["“‘'«‹„]$/, '')
  // Between two parts of what one person says: "Yes," said Ada. "No."
  if (last !== undefined && sentencesOf(clause).length === 1) return clause
  return /[.!?]["”’']?\s*$/.test(clause) ? '' : (sentencesOf(clause).at(-1) ?? '')
}
