import { readIds, takeIds } from '#newsroom/article/ids.ts'
import type { Sentence } from '#newsroom/article/draft.ts'
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

/** The sentences of one line of text; none is cut inside a quotation, code or bold. */
export function cutSentences(text: string): string[] {
  const pieces: string[] = []
  let open = NOTHING_OPEN
  for (const sentence of sentencesOf(text)) {
    const isInside = pieces.length > 0 && isOpen(open)
    if (isInside) pieces[pieces.length - 1] = `${pieces.at(-1)} ${sentence}`
    else pieces.push(sentence)
    open = after(isInside ? open : NOTHING_OPEN, sentence)
  }
  return pieces
}

// A group of ids that follows a full stop belongs to what is before it.
const IDS_FIRST = /^[[(][^[\]()]{1,200}[\])]\s?/

function inSentences(text: string): string[] {
  const pieces: string[] = []
  for (const sentence of cutSentences(text)) {
    const [group = ''] = IDS_FIRST.exec(sentence) ?? []
    const isEvidence = group !== '' && takeIds(group).text === ''
    if (pieces.length === 0 || !isEvidence) {
      pieces.push(sentence)
      continue
    }
    pieces[pieces.length - 1] = `${pieces.at(-1)} ${group.trim()}`
    const rest = sentence.slice(group.length)
    if (rest !== '') pieces.push(rest)
  }
  return pieces
}

/** How many marks of each kind stand open. */
type Open = { straight: number; curly: number; code: number; bold: number }

const NOTHING_OPEN: Open = { straight: 0, curly: 0, code: 0, bold: 0 }

function after({ straight, curly, code, bold }: Open, text: string): Open {
  const count = (mark: RegExp) => (text.match(mark) ?? []).length
  return {
    straight: (straight + count(/"/g)) % 2,
    curly: Math.max(0, curly + count(/“/g) - count(/”/g)),
    code: (code + count(/`/g)) % 2,
    bold: (bold + count(/\*\*/g)) % 2,
  }
}

function isOpen({ straight, curly, code, bold }: Open): boolean {
  return straight + curly + code + bold > 0
}
