import * as z from 'zod'
import { draftShape, type Block, type Draft, type Sentence } from '#newsroom/article/draft.ts'
import { sentencesOf } from '#text/sentences.ts'

/**
 * Reads the answer of a model as a draft. A sentence becomes one line, and a paragraph in one sentence is split. Wrong facts
 * stay, because the checks find them. Fails if there is no title or no text.
 */
export const draft: z.ZodType<Draft> = draftShape({ unit: z.string(), source: z.string() })
  .transform((given): Draft => ({
    ...given,
    title: readSentence(given.title),
    excerpt: given.excerpt.flatMap(readSentences),
    tags: given.tags.map((tag) => tag.trim()),
    sections: given.sections.map(({ heading, blocks }) => {
      return { heading: heading && readSentence(heading), blocks: blocks.map(readBlock) }
    }),
    what_changes: given.what_changes.flatMap(readSentences),
  }))
  .refine(({ title }) => title.text !== '', 'the title is missing')
  .refine(({ sections }) => sections.some(({ blocks }) => blocks.length > 0), 'there are no sections with text')

function readBlock(block: Block): Block {
  switch (block.kind) {
    case 'paragraph':
      return { ...block, sentences: block.sentences.flatMap(readSentences) }
    case 'list':
      return { ...block, items: block.items.map(readSentence) }
    case 'table':
      return { ...block, caption: readSentence(block.caption) }
    case 'quote':
      return { ...block, text: withoutMarks(block.text), speaker: block.speaker.trim() }
    case 'code':
      return { ...block, text: block.text.replaceAll('\r', '').trimEnd() }
  }
}

/** Removes the line breaks of a sentence. */
export function readSentence(sentence: Sentence): Sentence {
  return { ...sentence, text: sentence.text.replaceAll(/\s+/g, ' ').trim() }
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

/** Removes the quotation marks around a whole quotation. */
export function withoutMarks(text: string): string {
  return /^["“]([^"“”]*)["”]$/.exec(text.trim())?.[1]?.trim() ?? text.trim()
}
