import { contentStems } from '#text/function-words.ts'
import { isAbsence } from '#newsroom/checks/evidence/citing.ts'
import { doubtfulNames } from '#newsroom/checks/evidence/names/names.ts'
import { plain } from '#newsroom/checks/evidence/readers/prose.ts'
import { SAYS, quotedIn, withoutQuoted } from '#newsroom/checks/evidence/readers/quoted.ts'
import type { Evidenced } from '#newsroom/checks/evidence/rule.ts'

/** What a judge should look at in a claim: words that its evidence has and the claim has not, or the other way round. None of it is surely a fault. */
export function hintsFor(subject: Evidenced): string[] {
  const { claim, cited } = subject
  if (claim.kind === 'code' || claim.kind === 'row' || cited.length === 0) return []
  const text = plain(claim.text)
  const evidence = cited.map((unit) => plain(unit.text))
  const nearest = nearestClause(text, evidence)
  return [
    ...(isAbsence(text) ? [] : [...negation(text, evidence, nearest), ...thin(text, subject)]),
    ...modality(text, evidence.join('\n'), nearest),
    ...unsaid(text, evidence, claim.speaker),
    ...exchange(subject),
  ]
}

// Words that deny, and words by which a paraphrase may deny as well.
const DENIES = /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without)\b|n['’]t\b/i
const DENIES_SOFTLY =
  /\b(?:lack\w*|miss(?:es|ing)|fail\w*|unable|refus\w+|den(?:y|ies|ied)|declin\w+|reject\w+|avoid\w*|prevent\w*|stop\w*|absen\w+|free of|instead of|rather than|other than|except|hardly|rarely|few|unless|only|too \w+ to|stays? out|un(?:able|known|clear|patched|fixed|affected|changed|likely|touched|tested|named|supported|available|paid|answered|confirmed|solved|safe)|dis\w+|gone|drop\w*|end(?:s|ed)|remov\w+|scarce|first|out of|forbid\w*|ban(?:s|ned)?)\b/i
const HEDGES =
  /\b(?:may|might|could|likely|probably|possibly|perhaps|appears?|seems?|suggests?|reportedly|allegedly|potentially|hop(?:es?|ed)|expect\w*|estimat\w*|believ\w+|plans?|planned|planning|intends?|aims?|propos\w+|consider(?:s|ing)|examin(?:es|ing)|whether|being (?:tested|examined|discussed)|under (?:review|discussion)|about to|draft|unconfirmed)\b/i
const FUTURE =
  /\b(?:will|shall|going to|plans? to|planned|is due|are due|scheduled|upcoming|next (?:week|month|year)|expects? to|to be \w+ed|wants? to|begins? in)\b/i
const TOLD =
  /\b(?:said|says?|told|tells|according to|claim(?:s|ed)|estimat(?:es|ed)|believ(?:es|ed)|thinks?|thought|expects?|expected|alleg(?:es|ed)|argu(?:es|ed)|warn(?:s|ed)|suggest(?:s|ed)|den(?:ies|ied)|promis(?:es|ed)|insist(?:s|ed))\b/i
const FEWEST_WORDS = 3
const THIN = 0.45

function negation(text: string, evidence: string[], nearest: string): string[] {
  const denies = DENIES.test(text)
  if (denies && !evidence.some((line) => DENIES.test(line) || DENIES_SOFTLY.test(line)))
    return ['It denies something ("not", "no", "without"), its evidence does not.']
  if (!denies && !DENIES_SOFTLY.test(text) && DENIES.test(nearest))
    return ['Its evidence denies something ("not", "no", "without") that the sentence states.']
  return []
}

function modality(text: string, evidence: string, nearest: string): string[] {
  if (HEDGES.test(nearest) && !HEDGES.test(text) && !(FUTURE.test(text) && FUTURE.test(evidence)))
    return ['Its evidence leaves open ("may", "likely", "plans") what the sentence states.']
  if (FUTURE.test(nearest) && !FUTURE.test(text) && !HEDGES.test(text))
    return ['Its evidence tells of the future, the sentence does not.']
  return FUTURE.test(text) && !FUTURE.test(evidence) && !HEDGES.test(evidence)
    ? ['It tells of the future, its evidence does not.']
    : []
}

function unsaid(text: string, evidence: string[], speaker: string): string[] {
  const isTold = (line: string) =>
    SAYS.test(line) ||
    /\b(?:hopes?|gives? no|names? no|sees?|puts?|counts?|objects?|asks?|asked|sp(?:eaks?|oke|oken))\b/i.test(line) ||
    quotedIn(line).length > 0
  if (speaker !== '' || isTold(text) || !evidence.every((line) => TOLD.test(withoutQuoted(line)))) return []
  return ['Its evidence tells this as what somebody says, the sentence states it as a fact.']
}

function thin(text: string, { cited, beside, sources }: Evidenced): string[] {
  const own = [...contentStems(text)]
  const near = [...cited, ...beside].map((unit) => unit.text)
  const known = contentStems([...near, ...sources.flatMap(({ title, publisher }) => [title, publisher])].join('\n'))
  const share = own.length < FEWEST_WORDS ? 1 : own.filter((word) => known.has(word)).length / own.length
  return share >= THIN ? [] : [`Only ${Math.round(share * 100)}% of its words stand in its evidence or beside it.`]
}

function exchange(subject: Evidenced): string[] {
  // An abbreviation in the evidence is seldom who acts there.
  const isActor = (other: string | null) => other === null || /^\p{Lu}\p{Ll}/u.test(other)
  return doubtfulNames(subject)
    .filter(({ other }) => isActor(other))
    .map(({ name, other }) =>
      other === null
        ? `Its evidence does not name ${name}.`
        : `It says of ${name} what its evidence may say of ${other}.`,
    )
}

// The part of the evidence that shares most words with a claim.
function nearestClause(text: string, evidence: string[]): string {
  const own = contentStems(text)
  const clauses = evidence.flatMap((line) => line.split(/[,;:—–]\s|\bbut\b/))
  const shared = (clause: string) => own.intersection(contentStems(clause)).size
  return clauses.reduce((best, clause) => (shared(clause) > shared(best) ? clause : best), '')
}
