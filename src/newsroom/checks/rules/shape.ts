import { blocking, warning, type Finding } from '#newsroom/checks/finding.ts'
import { plain } from '#newsroom/checks/readers/prose.ts'
import { isTitleCase } from '#newsroom/checks/readers/proper-names.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { textOf, type Block, type Draft } from '#newsroom/drafting/draft.ts'

/** The article has the parts and the lengths that an article has. */
export const shape: Check = {
  name: 'Shape and length',
  run({ draft }) {
    const words = wordCount(draft)
    const findings = [
      ...lengthOf({ where: 'title', text: draft.title, good: [35, 70], possible: [20, 90] }),
      ...lengthOf({ where: 'excerpt', text: draft.excerpt, good: [110, 180], possible: [60, 260] }),
      ...within({
        where: 'draft',
        what: 'The article',
        length: words,
        unit: 'words',
        good: [600, 1200],
        possible: [450, 1500],
      }),
      ...headline(draft.title),
      ...tagsOf(draft),
      ...sectionsOf(draft),
      ...blank('why_it_matters', draft.why_it_matters),
    ]
    return { detail: `${words} words in ${draft.sections.length} sections`, findings }
  },
}

type Limits = { good: readonly [number, number]; possible: readonly [number, number] }

const FEWEST_SECTIONS = 2
const FEWEST_TAGS = 3
const MOST_TAGS = 6

function wordCount({ sections, why_it_matters: why }: Draft): number {
  const texts = sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind !== 'code').map(textOf))
  // Words as readers count them: 3,214 and don't are one.
  return [...texts, why].reduce(
    (sum, text) => sum + (plain(text).match(/[^\s|—–]*[\p{L}\p{N}][^\s|—–]*/gu) ?? []).length,
    0,
  )
}

function lengthOf({ where, text, good, possible }: Limits & { where: string; text: string }): Finding[] {
  return within({
    where,
    what: `The ${where}`,
    length: plain(text.trim()).length,
    unit: 'characters',
    good,
    possible,
    evidence: text,
  })
}

function within(
  options: Limits & { where: string; what: string; length: number; unit: string; evidence?: string },
): Finding[] {
  const { where, what, length, unit, good, possible, evidence = '' } = options
  if (length >= good[0] && length <= good[1]) return []
  const finding = length < possible[0] || length > possible[1] ? blocking : warning
  const message = `${what} has ${length} ${unit}: write ${good[0]} to ${good[1]}.`
  return [finding({ code: `${where}-length`, where, message, evidence })]
}

function headline(title: string): Finding[] {
  if (!isTitleCase(plain(title))) return []
  const message = 'The title has a capital on every word: write it like a sentence.'
  return [warning({ code: 'title-case', where: 'title', message, evidence: title })]
}

function tagsOf({ tags }: Draft): Finding[] {
  const blanks = tags.flatMap((tag, index) => blank(`tags.${index}`, tag))
  const different = new Set(tags.map((tag) => tag.trim().toLowerCase())).size
  if (different >= FEWEST_TAGS && tags.length <= MOST_TAGS) return blanks
  const message = `There are ${different} different tags: give ${FEWEST_TAGS} to ${MOST_TAGS}.`
  return [...blanks, blocking({ code: 'tag-count', where: 'tags', message, evidence: tags.join(', ') })]
}

function sectionsOf({ sections }: Draft): Finding[] {
  const findings: Finding[] = []
  if (sections.length < FEWEST_SECTIONS) {
    const message = `There are ${sections.length} sections: write at least ${FEWEST_SECTIONS}.`
    findings.push(blocking({ code: 'section-count', where: 'sections', message, evidence: '' }))
  }
  for (const [index, { heading, blocks }] of sections.entries()) {
    const where = `sections.${index}`
    findings.push(...blank(`${where}.heading`, heading))
    if (/[?？]["”’']?\s*$/.test(heading)) {
      const message = 'The heading is a question: say what the section tells.'
      findings.push(warning({ code: 'question-heading', where: `${where}.heading`, message, evidence: heading }))
    }
    if (blocks.length === 0) findings.push(malformed(where, 'The section has no text: write it or leave it out.'))
    for (const [place, block] of blocks.entries()) {
      const problem = problemOf(block)
      if (problem !== null) findings.push(malformed(`${where}.blocks.${place}`, problem, textOf(block)))
    }
  }
  return findings
}

function problemOf({ kind, text, items, rows }: Block): string | null {
  if (kind === 'list') {
    if (items.length === 0) return 'The list has no items: put them into items.'
    return items.some(isBlank) ? 'An item of the list is blank: leave it out.' : null
  }
  if (kind === 'table') return tableProblem(rows)
  if (isBlank(text)) return `The ${kind} has no text: put it into text.`
  return items.length > 0 || rows.length > 0 ? `The ${kind} has items or rows, which only lists and tables have.` : null
}

function tableProblem(rows: string[][]): string | null {
  const [head = []] = rows
  if (rows.length < 2) return 'The table needs a head and at least one row below it.'
  if (head.length < 2) return 'The table has one column only: make it a list.'
  if (rows.some(({ length }) => length !== head.length)) return 'The rows of the table are not equally long.'
  // The corner of a table may be blank.
  return rows.some((row, index) => row.every(isBlank) || (index === 0 && row.slice(1).some(isBlank)))
    ? 'A row or a column head of the table is blank.'
    : null
}

function blank(where: string, text: string): Finding[] {
  return isBlank(text) ? [malformed(where, 'It is blank: write it.')] : []
}

// Nothing to see: marks of bold and code alone are no text either.
function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}*`]/u.test(text)
}

function malformed(where: string, message: string, evidence = ''): Finding {
  return blocking({ code: 'malformed', where, message, evidence })
}
