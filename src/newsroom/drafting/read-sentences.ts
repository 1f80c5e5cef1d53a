import { readIds, takeIds } from '#newsroom/drafting/ids.ts'
import type { Sentence } from '#newsroom/drafting/draft.ts'
import { sentencesOf } from '#text/sentences.ts'

/** A sentence as the writer meant it: on one line, the ids in its text among its evidence. */
export function readSentence({ text, from, compute }: Sentence): Sentence {
  const own = takeIds(oneLine(text))
  // Some write the result as well.
  return { text: own.text, from: readIds([...from, ...own.ids]), compute: compute.split('=')[0]?.trim() ?? '' }
}

/**
 * The sentences of what was given as one: each has the ids that stand behind it in the text, or else all that were named.
 * Nothing is cut inside a quotation or code, nor where something is computed; blanks alone are no sentence.
 */
export function readSentences(given: Sentence): Sentence[] {
  const single = readSentence(given)
  if (single.text === '') return []
  if (single.compute !== '') return [single]
  return inSentences(oneLine(given.text)).map((piece) => {
    const { text, ids } = takeIds(piece)
    return { text, from: ids.length > 0 ? ids : readIds(given.from), compute: '' }
  })
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

// A group of ids that follows a full stop belongs to what is before it.
const IDS_FIRST = /^[[(][^[\]()]{1,200}[\])]\s?/

function inSentences(text: string): string[] {
  const pieces: string[] = []
  for (const sentence of sentencesOf(text)) {
    const before = pieces.at(-1)
    const [group = ''] = IDS_FIRST.exec(sentence) ?? []
    const isEvidence = group !== '' && takeIds(group).text === ''
    if (before !== undefined && isOpen(before)) pieces[pieces.length - 1] = `${before} ${sentence}`
    else if (before !== undefined && isEvidence) {
      pieces[pieces.length - 1] = `${before} ${group.trim()}`
      const rest = sentence.slice(group.length)
      if (rest !== '') pieces.push(rest)
    } else pieces.push(sentence)
  }
  return pieces
}

// Inside a quotation, code or bold.
function isOpen(text: string): boolean {
  const count = (mark: RegExp) => (text.match(mark) ?? []).length
  return [/"/g, /`/g, /\*\*/g].some((mark) => count(mark) % 2 === 1) || count(/“/g) > count(/”/g)
}
