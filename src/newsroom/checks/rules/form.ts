import { claimsOf, words, wordsIn, type Claim, type Draft } from '#newsroom/article/draft.ts'
import { revising, type Finding } from '#newsroom/article/finding.ts'
import { headsOf, type Check } from '#newsroom/checks/check.ts'
import { plain } from '#text/prose.ts'
import { withoutQuoted } from '#text/quoted.ts'

type Range = readonly [least: number, most: number]

const TITLE_WORDS: Range = [4, 14]
const LEAD_WORDS: Range = [10, 40]
const TAGS: Range = [3, 6]
const CHANGES: Range = [0, 2]
// One range covers the shortest brief to the longest report, because a brief that is too long counts as a report.
const WORDS: Range = [130, 1100]
const SECTIONS: Range = [1, 7]

const HYPE =
  /\b(?:game[- ]?chang(?:er|ers|ing)|revolution(?:ary|i[sz](?:e|es|ed|ing))|ground-?breaking|cutting[- ]edge|unprecedented|transformative|paradigm shift|next[- ]level|world[- ]class|best[- ]in[- ]class|seamless(?:ly)?|effortless(?:ly)?|supercharg(?:e|es|ed|ing)|unleash(?:es|ed|ing)?|unlock(?:s|ing)? (?:the )?(?:full )?(?:potential|power)|harness(?:es|ing)? the power|delv(?:e|es|ed|ing)|tapestry|testament to|ever-evolving|rapidly evolving|fast-paced|landscape of|realm of|treasure trove|mind-?blowing|incredibl[ey]|remarkabl[ey]|astonishing(?:ly)?|stunning(?:ly)?|breathtaking|exciting|synerg(?:y|ies)|leverag(?:e|es|ed|ing)|holistic|must-have|skyrocket(?:s|ed|ing)?|shockwaves|bombshell)\b/giu
const FILLER =
  /\b(?:in conclusion|to sum up|in summary|in today['’]s [\p{L}-]+ (?:world|age|era|landscape)|it(?:['’]s| is) (?:important|worth) (?:to note|noting)|it should be noted|needless to say|at the end of the day|only time will tell|remains to be seen|the future looks bright|as we (?:all )?know|when it comes to|in a world where|buckle up|let['’]s dive|dive into|without further ado|last but not least|not only (?:[\p{L}'’]+ ){1,6}but also)\b/giu

/** Requests one revision if an article is too long, too short, incomplete or full of hype. */
export const form: Check = {
  name: 'Shape and length',
  run({ draft, sources }) {
    const { title, excerpt, sections, tags, what_changes: changes } = draft
    const length = words(draft)
    const leadLength = excerpt.reduce((sum, { text }) => sum + wordsIn(text), 0)
    const tagCount = new Set(tags.map((tag) => tag.trim().toLowerCase())).size
    const findings = [
      ...range('title', ['title', wordsIn(title.text), 'words'], TITLE_WORDS),
      ...range('excerpt', ['lead', leadLength, 'words'], LEAD_WORDS),
      ...range('draft', ['article', length, 'words'], WORDS),
      ...range('sections', ['article', sections.length, 'sections'], SECTIONS),
      ...range('tags', ['list', tagCount, 'different tags'], TAGS),
      ...range('what_changes', ['note', changes.length, 'sentences'], CHANGES),
      ...raggedTables(draft),
      ...claimsOf(draft).flatMap((claim) => wording(claim, headsOf(sources))),
    ]
    return { detail: `${length} words in ${sections.length} sections`, findings }
  },
}

function range(where: string, [what, number, unit]: [string, number, string], [least, most]: Range): Finding[] {
  if (number >= least && number <= most) return []
  const message = `The ${what} has ${number} ${unit}. Write ${least} to ${most}.`
  return [revising({ code: `${where}-length`, where, message, evidence: '' })]
}

function raggedTables({ sections }: Draft): Finding[] {
  return sections.flatMap(({ blocks }, section) =>
    blocks.flatMap((block, index) => {
      if (block.kind !== 'table' || block.rows.every(({ cells }) => cells.length === block.head.length)) return []
      const where = `sections.${section}.blocks.${index}`
      const message = 'The rows have different lengths. Give each row as many cells as the header row.'
      return [revising({ code: 'ragged-table', where, message, evidence: '' })]
    }),
  )
}

function wording({ where, kind, text }: Claim, names: string): Finding[] {
  if (kind === 'quote' || kind === 'code') return []
  const prose = withoutQuoted(plain(text))
  const revise = (code: string, message: string, evidence: string) => revising({ code, where, message, evidence })
  const hype = (prose.match(HYPE) ?? []).filter((word) => !names.includes(word))
  return [
    ...hype.map((word) => revise('hype', `"${word}" is praise. State facts.`, word)),
    ...(prose.match(FILLER) ?? []).map((word) => revise('filler', `"${word}" is filler. Remove it.`, word)),
  ]
}
