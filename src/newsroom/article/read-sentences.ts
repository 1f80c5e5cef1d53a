import { readIds, takeIds } from '#newsroom/article/ids.ts'
import type { Sentence } from '#newsroom/article/draft.ts'
import { sentencesOf } from '#text/sentences.ts'

/** Reads a sentence of a model: its text becomes one line, and ids in the text move to its evidence. */
export function readSentence({ text, from, compute }: Sentence): Sentence {
  const own = takeIds(text.replaceAll(/\s+/g, ' ').trim())
  // Some models also write the result, as in `54 - 21 = 33`.
  return { text: own.text, from: readIds([...from, ...own.ids]), compute: compute.split('=')[0]?.trim() ?? '' }
}

/** Splits a text that a model gave as one sentence. Each sentence keeps all ids. A computed sentence is not split. */
export function readSentences(given: Sentence): Sentence[] {
  const sentence = readSentence(given)
  if (sentence.text === '') return []
  return sentence.compute === '' ? splitSentences(sentence.text).map((text) => ({ ...sentence, text })) : [sentence]
}

/** Splits a line of text into sentences, but not inside a quotation, code or bold text. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  for (const sentence of sentencesOf(text)) {
    const last = sentences.at(-1)
    if (last !== undefined && isOpen(last)) sentences[sentences.length - 1] = `${last} ${sentence}`
    else sentences.push(sentence)
  }
  return sentences
}

function isOpen(text: string): boolean {
  const count = (mark: RegExp) => (text.match(mark) ?? []).length
  return [/"/g, /`/g, /\*\*/g].some((mark) => count(mark) % 2 === 1) || count(/“/g) > count(/”/g)
}
