import { properNames } from '#newsroom/checks/proper-names.ts'
import { quotedIn } from '#newsroom/checks/quoted.ts'
import { sentencesOf } from '#newsroom/checks/prose.ts'
import type { Place } from '#newsroom/checks/verbatim.ts'
import { fold, wordLine } from '#newsroom/checks/words.ts'

const SAYS =
  /\b(?:sa(?:id|ys?|ying)|t(?:old|ells?)|wr(?:ote|ites?)|written by|add(?:s|ed)|explain(?:s|ed)|not(?:es|ed)|argu(?:es|ed)|warn(?:s|ed)|comment(?:s|ed)|recall(?:s|ed)|repl(?:ies|ied)|ask(?:s|ed)|stat(?:es|ed)|describ(?:es|ed)|call(?:s|ed)|admit(?:s|ted)|conclud(?:es|ed)|insist(?:s|ed)|put it|puts it|remark(?:s|ed)|announc(?:es|ed)|claim(?:s|ed)|confirm(?:s|ed)|according to|declar(?:es|ed)|observ(?:es|ed)|pointed out|points out|acknowledg(?:es|ed)|in (?:the words of|(?:her|his|their|its) (?:own )?words)|promis(?:es|ed)|assur(?:es|ed)|complain(?:s|ed)|jok(?:es|ed)|thinks|thought|believ(?:es|ed))\b/i

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
  const names = SAYS.test(clause) || /:\s*["“‘'«‹„]?$/.test(clause) ? namesIn(clause) : []
  if (names.length > 0) return names
  const isFirst = wordLine(text.slice(0, at)).trim() === ''
  return isFirst && before.trimEnd().endsWith(':') ? namesIn(sentencesOf(before).at(-1) ?? '') : []
}

/** Whether a reference has one of these speakers where it has the quotation: in the clause around it, or else near. */
export function isSaidBy(speakers: string[], { source, at, end }: Place): boolean {
  const { text, publisher } = source
  const around = `${clauseBefore(text, at)}\n${clauseAfter(text, end)}`
  if (mentions(publisher, speakers)) return true
  if (SAYS.test(around) && namesIn(around).length > 0) return mentions(around, speakers)
  const back = SAYS.test(around) ? end : NEAR
  return mentions(text.slice(Math.max(0, at - back), end + NEAR), speakers)
}

function mentions(text: string, names: string[]): boolean {
  const line = wordLine(text).replaceAll("'s ", ' ')
  return names.some((name) =>
    name.split(/[\s-]+/).some((word) => word.length > 2 && line.includes(` ${fold(word).replace(/'s?$/, '')} `)),
  )
}

function namesIn(clause: string): string[] {
  return properNames(clause, () => false).map(({ words }) => words.join(' '))
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
  return sentencesOf(since.replace(/["“‘'«‹„]$/, '')).at(-1) ?? ''
}
