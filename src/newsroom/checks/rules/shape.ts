import { revising, type Finding } from '#newsroom/article/finding.ts'
import { plain } from '#newsroom/checks/evidence/readers/prose.ts'
import { isTitleCase } from '#newsroom/checks/evidence/readers/names/proper-names.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { words, type Block, type Draft } from '#newsroom/article/draft.ts'

/** The article has the parts and the lengths, in words, of its form. */
export const shape: Check = {
  name: 'Shape and length',
  run({ draft }) {
    const { form, title, excerpt, sections } = draft
    const length = words(draft)
    const findings = [
      ...within({ where: 'title', what: 'The title', length: wordsIn(title.text), ...TITLE, evidence: title.text }),
      ...within({
        where: 'excerpt',
        what: 'The excerpt',
        length: wordsIn(...excerpt.map(({ text }) => text)),
        ...LEAD,
      }),
      ...within({ where: 'draft', what: `The ${form}`, length, ...ARTICLE[form] }),
      ...headline(title.text),
      ...tagsOf(draft),
      ...sectionsOf(draft),
    ]
    return { detail: `${length} words in ${sections.length} sections`, findings }
  },
}

/** What is asked for, and beyond what a draft goes back, in words. */
type Limits = { good: readonly [number, number]; possible: readonly [number, number] }

const TITLE: Limits = { good: [6, 11], possible: [4, 14] }
const LEAD: Limits = { good: [16, 30], possible: [10, 40] }
const ARTICLE: Record<Draft['form'], Limits & { sections: Limits }> = {
  brief: { good: [150, 350], possible: [120, 420], sections: { good: [1, 2], possible: [1, 3] } },
  report: { good: [400, 1000], possible: [360, 1200], sections: { good: [2, 5], possible: [1, 7] } },
}
const FEWEST_TAGS = 3
const MOST_TAGS = 6

function wordsIn(...texts: string[]): number {
  return texts.reduce((sum, text) => sum + (plain(text).match(/[^\s|—–]*[\p{L}\p{N}][^\s|—–]*/gu) ?? []).length, 0)
}

function within(
  options: Limits & { where: string; what: string; length: number; unit?: string; evidence?: string },
): Finding[] {
  const { where, what, length, good, possible, unit = 'words', evidence = '' } = options
  if (length >= good[0] && length <= good[1]) return []
  const message = `${what} has ${length} ${unit}: write ${good[0]} to ${good[1]}.`
  return [revising({ code: `${where}-length`, where, message, evidence })]
}

function headline(title: string): Finding[] {
  if (!isTitleCase(plain(title))) return []
  const message = 'The title has a capital on every word: write it like a sentence.'
  return [revising({ code: 'title-case', where: 'title', message, evidence: title })]
}

function tagsOf({ tags }: Draft): Finding[] {
  const blanks = tags.flatMap((tag, index) => blank(`tags.${index}`, tag))
  const different = new Set(tags.map((tag) => tag.trim().toLowerCase())).size
  if (different >= FEWEST_TAGS && tags.length <= MOST_TAGS) return blanks
  const message = `There are ${different} different tags: give ${FEWEST_TAGS} to ${MOST_TAGS}.`
  return [...blanks, revising({ code: 'tag-count', where: 'tags', message, evidence: tags.join(', ') })]
}

function sectionsOf({ form, sections }: Draft): Finding[] {
  const number = { what: `The ${form}`, length: sections.length, unit: 'sections', ...ARTICLE[form].sections }
  const findings = within({ where: 'sections', ...number })
  for (const [index, { heading, blocks }] of sections.entries()) {
    const where = `sections.${index}`
    // The title stands over the first.
    if (heading === null && index > 0) findings.push(malformed(where, 'The section has no heading: say what it tells.'))
    if (heading !== null) findings.push(...headingOf(heading.text, `${where}.heading`))
    if (blocks.length === 0) findings.push(malformed(where, 'The section has no text: write it or leave it out.'))
    for (const [place, block] of blocks.entries()) {
      const problem = problemOf(block)
      if (problem !== null) findings.push(malformed(`${where}.blocks.${place}`, problem))
    }
  }
  return findings
}

function headingOf(text: string, where: string): Finding[] {
  if (isBlank(text)) return blank(where, text)
  if (!/[?？]["”’']?\s*$/.test(text)) return []
  const message = 'The heading is a question: say what the section tells.'
  return [revising({ code: 'question-heading', where, message, evidence: text })]
}

function problemOf(block: Block): string | null {
  switch (block.kind) {
    case 'paragraph':
      return isBlankOrNone(block.sentences)
        ? 'The paragraph has no text, or a blank sentence: write it or leave it out.'
        : null
    case 'list':
      return isBlankOrNone(block.items) ? 'The list has no items, or a blank one: write it or leave it out.' : null
    case 'quote':
      if (isBlank(block.text)) return 'The quote has no text: write it or leave it out.'
      return isBlank(block.speaker) ? 'The quote has no speaker: say who said it.' : null
    case 'code':
      return isBlank(block.text) ? 'The code has no text: write it or leave it out.' : null
    case 'table':
      return tableProblem(
        block.head,
        block.rows.map(({ cells }) => cells),
      )
  }
}

function tableProblem(head: string[], rows: string[][]): string | null {
  if (rows.length === 0) return 'The table needs at least one row below its head.'
  if (head.length < 2) return 'The table has one column only: make it a list.'
  if (rows.some(({ length }) => length !== head.length)) return 'The rows of the table are not as long as its head.'
  // The corner of a table may be blank.
  return rows.some((row) => row.every(isBlank)) || head.slice(1).some(isBlank)
    ? 'A row or a column head of the table is blank.'
    : null
}

function isBlankOrNone(sentences: { text: string }[]): boolean {
  return sentences.length === 0 || sentences.some(({ text }) => isBlank(text))
}

function blank(where: string, text: string): Finding[] {
  return isBlank(text) ? [malformed(where, 'It is blank: write it or leave it out.')] : []
}

// Nothing to see: marks of bold and code alone are no text either.
function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}*`]/u.test(text)
}

function malformed(where: string, message: string): Finding {
  return revising({ code: 'malformed', where, message, evidence: '' })
}
