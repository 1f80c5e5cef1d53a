import { count, revising, type Finding } from '#newsroom/article/finding.ts'
import { contentStems } from '#text/function-words.ts'
import { plain } from '#newsroom/checks/evidence/readers/prose.ts'
import { withoutQuoted } from '#newsroom/checks/evidence/readers/quoted.ts'
import { passages, type Passage } from '#newsroom/article/passages.ts'
import { likeness } from '#newsroom/checks/rules/repeat.ts'
import type { Check } from '#newsroom/checks/check.ts'
import type { Draft } from '#newsroom/article/draft.ts'

/** The article is free of hype and filler, and says in one or two sentences at most what changes; none of this keeps it back. */
export const style: Check = {
  name: 'Plain words',
  run({ draft }) {
    const all = passages(draft).filter(({ kind }) => kind !== 'quote' && kind !== 'code' && kind !== 'speaker')
    return { detail: count(all.length, 'passage'), findings: [...all.flatMap(wordsIn), ...whatChanges(draft)] }
  },
}

const HYPE =
  /\b(?:game[- ]?chang(?:er|ers|ing)|revolution(?:ary|i[sz](?:e|es|ed|ing))|groundbreaking|ground-breaking|cutting[- ]edge|state[- ]of[- ]the[- ]art|unprecedented|transformative|paradigm shift|next[- ]level|world[- ]class|best[- ]in[- ]class|seamless(?:ly)?|effortless(?:ly)?|supercharg(?:e|es|ed|ing)|unleash(?:es|ed|ing)?|unlock(?:s|ing)? (?:the )?(?:full )?(?:potential|power)|harness(?:es|ing)? the power|delv(?:e|es|ed|ing)|tapestry|testament to|ever-evolving|rapidly evolving|fast-paced|landscape of|realm of|robust and scalable|treasure trove|mind-?blowing|incredibl[ey]|remarkabl[ey]|astonishing(?:ly)?|stunning(?:ly)?|breathtaking|exciting|game plan|synerg(?:y|ies)|leverag(?:e|es|ed|ing)|holistic|must-have|skyrocket(?:s|ed|ing)?|shockwaves|bombshell)\b/giu
const FILLER =
  /\b(?:in conclusion|to sum up|in summary|in today['’]s [\p{L}-]+ (?:world|age|era|landscape)|it is (?:important|worth) (?:to note|noting)|it['’]s (?:important|worth) (?:to note|noting)|it should be noted|needless to say|at the end of the day|only time will tell|remains to be seen|the future looks bright|as we (?:all )?know|when it comes to|in a world where|buckle up|let['’]s dive|dive into|without further ado|last but not least|not only (?:[\p{L}'’]+ ){1,6}but also)\b/giu
const MOST_CHANGES = 2
const SAME = 0.6

function wordsIn({ where, text }: Passage): Finding[] {
  // What somebody said is said in their own words.
  const prose = withoutQuoted(plain(text))
  const hype = (prose.match(HYPE) ?? []).map((evidence) => {
    const message = `"${evidence}" praises instead of telling: say what is so, or leave it out.`
    return revising({ code: 'hype', where, message, evidence })
  })
  const filler = (prose.match(FILLER) ?? []).map((evidence) => {
    const message = `"${evidence}" says nothing: leave it out.`
    return revising({ code: 'filler', where, message, evidence })
  })
  return [...hype, ...filler]
}

function whatChanges({ excerpt, what_changes: changes }: Draft): Finding[] {
  const lead = contentStems(plain(excerpt.map(({ text }) => text).join(' ')))
  const again = changes.flatMap(({ text }, index) => {
    if (likeness(contentStems(plain(text)), lead) < SAME) return []
    const message = 'This says the excerpt again: say what is different now and for whom, or leave it out.'
    return [revising({ code: 'repeats-excerpt', where: `what_changes.${index}`, message, evidence: text })]
  })
  if (changes.length <= MOST_CHANGES) return again
  const message = `What changes has ${changes.length} sentences: write one or two, or none.`
  return [...again, revising({ code: 'changes-length', where: 'what_changes', message, evidence: '' })]
}
