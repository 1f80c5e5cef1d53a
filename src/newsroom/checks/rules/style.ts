import { count, warning, type Finding } from '#newsroom/checks/finding.ts'
import { contentStems } from '#text/function-words.ts'
import { sentencesOf } from '#text/sentences.ts'
import { plain } from '#newsroom/checks/readers/prose.ts'
import { withoutQuoted } from '#newsroom/checks/readers/quoted.ts'
import { likeness } from '#newsroom/checks/rules/repeat.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { passages, type Draft, type Passage } from '#newsroom/drafting/draft.ts'

/** The article is free of hype and filler, and says in one to three sentences why it matters; none of this keeps it back. */
export const style: Check = {
  name: 'Plain words',
  run({ draft }) {
    const all = passages(draft).filter(({ kind }) => kind !== 'quote' && kind !== 'code')
    return { detail: count(all.length, 'passage'), findings: [...all.flatMap(wordsIn), ...whyItMatters(draft)] }
  },
}

const HYPE =
  /\b(?:game[- ]?chang(?:er|ers|ing)|revolution(?:ary|i[sz](?:e|es|ed|ing))|groundbreaking|ground-breaking|cutting[- ]edge|state[- ]of[- ]the[- ]art|unprecedented|transformative|paradigm shift|next[- ]level|world[- ]class|best[- ]in[- ]class|seamless(?:ly)?|effortless(?:ly)?|supercharg(?:e|es|ed|ing)|unleash(?:es|ed|ing)?|unlock(?:s|ing)? (?:the )?(?:full )?(?:potential|power)|harness(?:es|ing)? the power|delv(?:e|es|ed|ing)|tapestry|testament to|ever-evolving|rapidly evolving|fast-paced|landscape of|realm of|robust and scalable|treasure trove|mind-?blowing|incredibl[ey]|remarkabl[ey]|astonishing(?:ly)?|stunning(?:ly)?|breathtaking|exciting|game plan|synerg(?:y|ies)|leverag(?:e|es|ed|ing)|holistic|must-have|skyrocket(?:s|ed|ing)?|shockwaves|bombshell)\b/giu
const FILLER =
  /\b(?:in conclusion|to sum up|in summary|in today['’]s [\p{L}-]+ (?:world|age|era|landscape)|it is (?:important|worth) (?:to note|noting)|it['’]s (?:important|worth) (?:to note|noting)|it should be noted|needless to say|at the end of the day|only time will tell|remains to be seen|the future looks bright|as we (?:all )?know|when it comes to|in a world where|buckle up|let['’]s dive|dive into|without further ado|last but not least|not only (?:[\p{L}'’]+ ){1,6}but also)\b/giu
const MOST_SENTENCES = 3
const SAME = 0.6

function wordsIn({ where, text }: Passage): Finding[] {
  // What somebody said is said in their own words.
  const prose = withoutQuoted(plain(text))
  const hype = (prose.match(HYPE) ?? []).map((evidence) => {
    const message = `"${evidence}" praises instead of telling: say what is so, or leave it out.`
    return warning({ code: 'hype', where, message, evidence })
  })
  const filler = (prose.match(FILLER) ?? []).map((evidence) => {
    const message = `"${evidence}" says nothing: leave it out.`
    return warning({ code: 'filler', where, message, evidence })
  })
  return [...hype, ...filler]
}

function whyItMatters({ excerpt, why_it_matters: why }: Draft): Finding[] {
  const place = { where: 'why_it_matters', evidence: why }
  const sentences = sentencesOf(plain(why)).length
  const findings: Finding[] = []
  if (sentences < 1 || sentences > MOST_SENTENCES) {
    const message = `Why it matters has ${sentences} sentences: write one to three.`
    findings.push(warning({ ...place, code: 'why-length', message }))
  }
  if (likeness(contentStems(plain(why)), contentStems(plain(excerpt))) >= SAME) {
    const message = 'Why it matters says the excerpt again: say what follows from the news.'
    findings.push(warning({ ...place, code: 'why-repeats-excerpt', message }))
  }
  return findings
}
