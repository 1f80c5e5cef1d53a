import { claimsOf, words, type Block, type Draft } from '#newsroom/article/draft.ts'
import { revising, type Finding } from '#newsroom/article/finding.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { likeness } from '#newsroom/checks/rules/repeat.ts'
import { contentStems } from '#text/function-words.ts'
import { plain } from '#text/prose.ts'
import { withoutQuoted } from '#text/quoted.ts'

type Range = readonly [least: number, most: number]

const TITLE_WORDS: Range = [4, 14]
const LEAD_WORDS: Range = [10, 40]
const TAGS: Range = [3, 6]
const CHANGES: Range = [0, 2]
const ARTICLE: Record<Draft['form'], { words: Range; sections: Range }> = {
  brief: { words: [130, 420], sections: [1, 3] },
  report: { words: [380, 1100], sections: [1, 7] },
}
const MAX_LIKENESS_OF_CHANGE = 0.6
const MIN_TITLE_CASE_WORDS = 4

const HYPE =
  /\b(?:game[- ]?chang(?:er|ers|ing)|revolution(?:ary|i[sz](?:e|es|ed|ing))|ground-?breaking|cutting[- ]edge|state[- ]of[- ]the[- ]art|unprecedented|transformative|paradigm shift|next[- ]level|world[- ]class|best[- ]in[- ]class|seamless(?:ly)?|effortless(?:ly)?|supercharg(?:e|es|ed|ing)|unleash(?:es|ed|ing)?|unlock(?:s|ing)? (?:the )?(?:full )?(?:potential|power)|harness(?:es|ing)? the power|delv(?:e|es|ed|ing)|tapestry|testament to|ever-evolving|rapidly evolving|fast-paced|landscape of|realm of|treasure trove|mind-?blowing|incredibl[ey]|remarkabl[ey]|astonishing(?:ly)?|stunning(?:ly)?|breathtaking|exciting|synerg(?:y|ies)|leverag(?:e|es|ed|ing)|holistic|must-have|skyrocket(?:s|ed|ing)?|shockwaves|bombshell)\b/giu
const FILLER =
  /\b(?:in conclusion|to sum up|in summary|in today['’]s [\p{L}-]+ (?:world|age|era|landscape)|it(?:['’]s| is) (?:important|worth) (?:to note|noting)|it should be noted|needless to say|at the end of the day|only time will tell|remains to be seen|the future looks bright|as we (?:all )?know|when it comes to|in a world where|buckle up|let['’]s dive|dive into|without further ado|last but not least|not only (?:[\p{L}'’]+ ){1,6}but also)\b/giu

/** Asks for one revision of an article that is too long, too short, incomplete, or full of hype. */
export const form: Check = {
  name: 'Shape and length',
  run({ draft, sources }) {
    const { title, excerpt, sections, tags, what_changes: changes } = draft
    const [length, limits] = [words(draft), ARTICLE[draft.form]]
    const findings = [
      ...range('title', { what: 'title', number: wordsIn(title.text), unit: 'words', limits: TITLE_WORDS }),
      ...range('excerpt', { what: 'lead', number: wordsIn(textOf(excerpt)), unit: 'words', limits: LEAD_WORDS }),
      ...range('draft', { what: draft.form, number: length, unit: 'words', limits: limits.words }),
      ...range('sections', { what: draft.form, number: sections.length, unit: 'sections', limits: limits.sections }),
      ...range('tags', {
        what: 'list',
        number: new Set(tags.map(lowercase)).size,
        unit: 'different tags',
        limits: TAGS,
      }),
      ...range('what_changes', { what: 'note', number: changes.length, unit: 'sentences', limits: CHANGES }),
      ...malformed(draft),
      ...wording(draft, sources.map(({ title: name, publisher }) => `${name} ${publisher}`).join('\n')),
    ]
    return { detail: `${length} words in ${sections.length} sections`, findings }
  },
}

function range(where: string, options: { what: string; number: number; unit: string; limits: Range }): Finding[] {
  const { what, number, unit, limits } = options
  if (number >= limits[0] && number <= limits[1]) return []
  const message = `The ${what} has ${number} ${unit}: write ${limits[0]} to ${limits[1]}.`
  return [revising({ code: `${where}-length`, where, message, evidence: '' })]
}

function malformed(draft: Draft): Finding[] {
  const claims = claimsOf(draft).filter(({ text }) => isBlank(text))
  const tags = draft.tags.flatMap((tag, index) => (isBlank(tag) ? [`tags.${index}`] : []))
  const sections = draft.sections.flatMap(({ heading, blocks }, index) => {
    const broken = blocks.flatMap((block, place) => (isBroken(block) ? [`sections.${index}.blocks.${place}`] : []))
    // The title is above the first section.
    return (heading === null && index > 0) || blocks.length === 0 ? [`sections.${index}`, ...broken] : broken
  })
  const message = 'A part is missing or blank here, or rows differ in length: complete it or remove it.'
  const places = [...claims.map(({ where }) => where), ...tags, ...sections]
  return places.map((where) => revising({ code: 'malformed', where, message, evidence: '' }))
}

function isBroken(block: Block): boolean {
  if (block.kind === 'paragraph') return block.sentences.length === 0
  if (block.kind === 'list') return block.items.length === 0
  if (block.kind === 'quote') return isBlank(block.speaker)
  if (block.kind === 'code') return false
  const { head, rows } = block
  const isRagged = rows.some(({ cells }) => cells.length !== head.length || cells.every(isBlank))
  // The first column may have no title.
  return rows.length === 0 || head.length < 2 || head.slice(1).some(isBlank) || isRagged
}

function wording(draft: Draft, names: string): Finding[] {
  const lead = contentStems(plain(textOf(draft.excerpt)))
  return claimsOf(draft).flatMap(({ where, kind, text }): Finding[] => {
    if (kind === 'quote' || kind === 'code') return []
    const revise = (code: string, message: string, evidence = text) => revising({ code, where, message, evidence })
    const prose = withoutQuoted(plain(text))
    const isOwn = (word: string) => !names.includes(word)
    const isAgain = kind === 'change' && likeness(contentStems(prose), lead) >= MAX_LIKENESS_OF_CHANGE
    return [
      ...(prose.match(HYPE) ?? []).filter(isOwn).map((word) => revise('hype', `"${word}" praises: state facts.`, word)),
      ...(prose.match(FILLER) ?? []).map((word) => revise('filler', `"${word}" is filler: remove it.`, word)),
      ...(isAgain ? [revise('repeats-excerpt', 'This repeats the lead: say what changes and for whom.')] : []),
      ...(kind === 'title' && isTitleCase(prose) ? [revise('title-case', 'Write the title like a sentence.')] : []),
      ...(kind === 'heading' && /[?？]["”’']?\s*$/.test(prose)
        ? [revise('question-heading', 'The heading is a question: say what the section tells.')]
        : []),
    ]
  })
}

function isTitleCase(title: string): boolean {
  const long = title.match(/\p{L}[\p{L}’'-]{3,}/gu) ?? []
  return long.length >= MIN_TITLE_CASE_WORDS && long.every((word) => /^\p{Lu}/u.test(word))
}

function textOf(sentences: { text: string }[]): string {
  return sentences.map(({ text }) => text).join(' ')
}

function wordsIn(text: string): number {
  return (plain(text).match(/[^\s|—–]*[\p{L}\p{N}][^\s|—–]*/gu) ?? []).length
}

function lowercase(tag: string): string {
  return tag.trim().toLowerCase()
}

// Marks of bold and code alone are not text.
function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}*`]/u.test(text)
}
