import { namesAt } from '#newsroom/checks/evidence/names.ts'
import { figuresIn, type Figure } from '#newsroom/checks/evidence/read-figures.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { isFunctionWord } from '#text/common-words.ts'
import { withoutCode } from '#text/prose.ts'
import { MONTH } from '#text/words.ts'
import type { Random } from '#text/random.ts'

/** The kinds of planted errors, with the names that records and reports use. */
export const KINDS = [
  'exchanged numbers or actors',
  'lost condition',
  'false certainty',
  'lost negation',
  'wrong speaker',
  'part told as the whole',
  'reversed order',
  'exaggerated title',
  'invented background',
] as const

/** A kind of planted error. */
export type Kind = (typeof KINDS)[number]

/** A true sentence, its surrounding text, and the people whom the sources name. */
export type Material = { text: string; around: string; people: string[]; random: Random }

/**
 * Puts an error of the given kind into a true sentence, or returns null if that is not possible. The result is
 * grammatical. Never changes quoted words. `invented background` needs no sentence: see `inventedBackground`.
 */
export function falsify(kind: Kind, { text, around, people, random }: Material): string | null {
  if (kind === 'wrong speaker') return withOtherSpeaker(text, people, random)
  if (/["“”]/.test(text)) return null
  if (kind === 'exchanged numbers or actors') return withExchangedNumbers(text, random) ?? withExchangedActors(text)
  if (kind === 'reversed order') return withOpposite(text, `${text}\n${around}`, random)
  return firstEdit(text, EDITS[kind])
}

/** Returns plausible sentences that the story does not support, because none of their key words occurs in it. */
export function inventedBackground(story: string): string[] {
  return BACKGROUND.filter(([, words]) => !words.test(story)).map(([sentence]) => sentence)
}

/** A pattern and its replacement, in which `$1` is the first group. `unless` matches sentences that may stay true. */
type Edit = { find: RegExp; put: string; unless?: RegExp }

const OPEN = /\b(?:can|could|may|might|would)\b/

const CONDITIONS: readonly Edit[] = [
  { find: /,? (?:but )?(?:only (?:if|when|where)|unless|provided that) [^,;:]{8,}(?=\.$)/, put: '' },
  { find: /^(?:If|Unless) [^,;:(]{8,90}, (?:then )?(?!it\b|they\b|s?he\b|this\b|that\b)/u, put: '', unless: OPEN },
  {
    find: /\b(?:(?:most|very) )?(?:likely|probably|possibly|presumably|reportedly|allegedly) (?!to\b|that\b|than\b)/,
    put: '',
    unless: /\b(?:not|more|less|as|how) (?:likely|probably)/,
  },
  {
    find: new RegExp(
      String.raw`(?<=\b(?:is|are|was|were|of|for|takes?|costs?|keeps?|reads?|pays?) )up to (?=[$€£]?\d)(?!\d+ ${MONTH})`,
    ),
    put: '',
  },
]

const CONDITIONAL = /\b(?:if|whether|unless|until)\b/i
const PAST_OR_CONDITIONAL = new RegExp(String.raw`${CONDITIONAL.source}|\b(?:was|were|had|did|\w{3,}ed)\b`, 'i')

const HEDGES: readonly Edit[] = [
  {
    find: /\b(?:could|might) (?=[a-z])(?!not\b|have\b|only\b|never\b|no\b)/,
    put: 'will ',
    unless: PAST_OR_CONDITIONAL,
  },
  {
    find: /(?<!\bwhich \w+ )\bmay (?=[a-z])(?!not\b|also\b|only\b|well\b|be (?:used|copied|quoted|reprinted|sent)\b)/,
    put: 'will ',
    unless: CONDITIONAL,
  },
  {
    find: /(?<=\w )(?<!\b(?:not|no|to|its|their|the|n['’]t) )(?:hopes|plans|intends|aims) to (?=[a-z])/,
    put: 'will ',
    unless: /\b(?:and|or) to\b/,
  },
  { find: /\b(?:is|are) (?:expected|planned|likely|supposed) to (?=[a-z])/, put: 'will ', unless: /\b(?:and|or) to\b/ },
  {
    find: /\b(?:thinks|believes|suspects) that (?=[a-z])/,
    put: 'has proved that ',
    unless: /\bno(?:t|body)?\b|n['’]t/i,
  },
]

const HELPER = 'is|are|was|were|has|have|had|will|would|should|must|does|did|could'
const SECOND_NEGATION =
  /\bnot\b[^.]*\b(?:but|not)\b|\b(?:neither|nor|none|nobody|nothing|no(?! longer)|any\w*|either|ever|at all)\b|^No\b|\?/
const NEGATIONS: readonly Edit[] = [
  { find: new RegExp(String.raw`\b(${HELPER}|can|do) no longer `), put: '$1 ' },
  { find: /\bcan(?:not|['’]t| not) /, put: 'can ' },
  { find: new RegExp(String.raw`\b(${HELPER})(?: not|n['’]t) (?!only|all|every|just|least|yet|to\b)`), put: '$1 ' },
  { find: /\b(?:do not|don['’]t) (?=[a-z])/, put: '' },
  { find: /(?<=[a-z] )never (?=[a-z])/, put: '' },
].map((edit) => ({ ...edit, unless: SECOND_NEGATION }))

const SHARE = String.raw`(?:(?:about|roughly|nearly|almost|over|under|around) )?(?!100\b)\d+(?:\.\d+)?(?: ?%| per ?cent)`
const PARTS: readonly Edit[] = [
  { find: /\bnot all (?=[a-z])/i, put: 'all ' },
  { find: /\b(?:nearly|almost) (all|every|entirely)\b/i, put: '$1' },
  { find: /(?<!\b(?:than|least|most|up to) )\b\d+ of (?:the|its|their) (\d+) (?=[a-z])/, put: 'all $1 ' },
  {
    find: /(?<!\b(?:than|least|as|how|so|too|good) )\b(?:some|most|many|several) of (?=(?:the|its|their|these|those)\b)/i,
    put: 'all of ',
  },
  {
    find: /(?<!\b(?:than|least|second|first|other|another|about|nearly|almost) )\b(?:half|a third|a quarter) of (?=(?:the|its|their)\b)/i,
    put: 'all of ',
  },
  {
    find: new RegExp(
      String.raw`(?<!\b(?:than|by|least|another|further|to|or) )\b${SHARE} of (?=(?:the|its|their|these|those)\b)`,
      'i',
    ),
    put: 'all of ',
  },
  {
    find: /(?<=[a-z] )(?<!\b(?:more|less|as|so|how|too|very|quite|most) )(?:sometimes|often|usually|mostly) (?=[a-z])/,
    put: 'always ',
  },
]

/** The words appended to a title that cannot be exaggerated in any other way. */
export const LAST_RESORT = ', a first for the industry'

// Edits that slightly exaggerate a title.
const STRONGER: readonly Edit[] = [
  { find: /\b(?:preview|beta|draft) (?!of\b|in\b|for\b|on\b|from\b)(?=[a-z])/, put: 'final ' },
  { find: /\b(?:suspected|alleged|attempted) (?=[a-z])/, put: 'proven ' },
  { find: /\brecommend(?=s\b)/, put: 'require' },
  { find: /$/, put: LAST_RESORT, unless: /\bfirst\b/i },
]

const EDITS = {
  'lost condition': CONDITIONS,
  'false certainty': HEDGES,
  'lost negation': NEGATIONS,
  'part told as the whole': PARTS,
  'exaggerated title': [...PARTS, ...HEDGES, ...STRONGER],
  'invented background': [],
}

// Sentences, each with a pattern of key words. A story that contains such a word could support the sentence.
const BACKGROUND: readonly (readonly [sentence: string, words: RegExp])[] = [
  ['The work had been under way for several years before it was made public.', /under way|\byears of work/i],
  ['It follows complaints from users about earlier releases.', /\bcomplain/i],
  ['Several large companies already rely on it in production.', /\bin production\b|\brel(?:y|ies) on/i],
  ['An earlier attempt had been abandoned because it cost too much.', /\babandon|\battempt/i],
  ['Competitors are working on the same idea.', /\bcompetitor|\brival/i],
  ['Those responsible had been warned about it in advance.', /\bwarn/i],
  ['The decision had been discussed internally for months.', /\bdiscuss|\binternal/i],
  ['Experts had long regarded this as the weakest point.', /\bweak|\bexperts\b/i],
]

// Pairs of opposites. Phrases such as "as before" are left alone.
const OPPOSITES = [
  ['before', 'after'],
  ['earlier', 'later'],
  ['more than', 'less than'],
  ['at least', 'at most'],
  ['higher', 'lower'],
  ['faster', 'slower'],
  ['rose', 'fell'],
]
  .flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ])
  .map(([word = '', opposite = '']) => ({
    find: new RegExp(
      String.raw`(?<!\b(?:no|as|than|ever|never|shortly|look\w*|named|for|[Aa]n?) )\b${word}\b(?! (?:all|silent|asleep|ill|short|apart|behind|victim)\b)`,
    ),
    put: opposite,
    opposite: new RegExp(String.raw`\b${opposite}\b`, 'i'),
  }))

// Does not reverse the order if the surrounding text contains the opposite, because the result could then be true.
function withOpposite(text: string, around: string, random: Random): string | null {
  const found = OPPOSITES.filter(({ find, opposite }) => text.split(find).length === 2 && !opposite.test(around))
  return found.length === 0 ? null : firstEdit(text, [random.pick(found)])
}

function withOtherSpeaker(text: string, people: string[], random: Random): string | null {
  // A pronoun of the wrong gender would reveal the new speaker.
  if (/\b(?:he|she|his|her)\b/i.test(text)) return null
  const others = people.filter((name) => !name.split(' ').some((word) => text.includes(word)))
  const speaker = people.find((name) => isSpeaker(name, text) || isSpeaker(surnameOf(name), text))
  if (speaker === undefined || others.length === 0) return null
  const other = random.pick(others)
  return isSpeaker(speaker, text)
    ? text.replaceAll(speaker, other)
    : text.replaceAll(surnameOf(speaker), surnameOf(other))
}

// Returns the last word of a name, because texts often use only the surname.
function surnameOf(name: string): string {
  return name.split(' ').at(-1) ?? name
}

function isSpeaker(name: string, text: string): boolean {
  return spoken(name).test(text)
}

// Matches the words that name a speaker. One of the two groups is the name.
function spoken(name: string): RegExp {
  const verbFirst = String.raw`(?:said|says|wrote|told \w+|[Aa]ccording to) (?:(?:Dr|Mr|Mrs|Ms|Professor)\.? )?(${name})`
  const nameFirst = String.raw`(${name})(?:, [^,]{3,60},)? (?:said|says|wrote|warned|reported|estimates|claims|argues)`
  return new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${verbFirst}|${nameFirst})(?![\p{L}\p{N}'’-])`, 'gu')
}

// Matches the text between two names if swapping the names would change the meaning.
const DIRECTED =
  /^[^.]*(?:\b(?!and\b|or\b)[a-z]{2,}[^.]*;|\b(?:while|whereas|but|acquired|bought|sued|built|accused|paid|told|asked|reported|warned|said that|says that|supplies|owns|wrote to|replaces)\b)/

// Matches words of comparisons, which often remain true if their names are swapped.
const SYMMETRIC = /\b(?:differ(?:s|ed|ent)?|same|identical|equal|between|compatible)\b/i

function withExchangedActors(text: string): string | null {
  if (SYMMETRIC.test(text)) return null
  // Skip a name with an article, because the other name would be wrong after it.
  const isAlone = (at: number) => !/\b(?:the|an?|its|their|our) (?:[\w-]+ )?$/i.test(text.slice(0, at))
  const names = namesAt(text).filter((name) => text.split(name.text).length === 2 && isAlone(name.at))
  for (const one of names) {
    const other = names.find(({ at }) => at > one.at && DIRECTED.test(text.slice(one.end, at)))
    if (other === undefined) continue
    return withExchanged(text, one, other)
  }
  return null
}

// Matches the text before a number that is part of a label or a name, such as version 3 or Go 12.
const LABEL =
  /\b(?:versions?|release|step|section|page|level|(?!(?:In|At|On|Of|The|All|For|By|With|From) )\p{Lu}[\p{L}-]*) $|[#&/:]$/u
const YEAR = /^(?:19|20)\d\d$/

function withExchangedNumbers(text: string, random: Random): string | null {
  const figures = figuresIn(withoutCode(text)).filter(({ text: written, values: [value], at }) => {
    const isNumber = typeof value === 'number' && /^[$€£]?\d/.test(written) && !YEAR.test(written)
    return isNumber && !LABEL.test(text.slice(0, at)) && text.split(written).length === 2
  })
  const pairs = figures.flatMap((one, place) =>
    figures
      .slice(place + 1)
      .filter((other) => isExchangeable(one, other, text))
      .map((other) => [one, other] as const),
  )
  if (pairs.length === 0) return null
  return withExchanged(text, ...random.pick(pairs))
}

type Part = { text: string; at: number }

function withExchanged(text: string, one: Part, other: Part): string {
  const end = other.at + other.text.length
  return `${text.slice(0, one.at)}${other.text}${text.slice(one.at + one.text.length, other.at)}${one.text}${text.slice(end)}`
}

// Matches the text between two numbers that form a range, a list, a duration or a fraction of a whole.
const RANGE =
  /^\S{0,9}(?: \p{Ll}+)?,? ?(?:to|and|or|–|-|of|out of|,|;|\/|x|×) ?(?:the |its |their |all |about )*(?:(?!from|against)\p{L}+ )?$|^ (?:hours?|minutes?|days?|weeks?|months?|years?),? (?:and )?$| of the /u

function isExchangeable(one: Figure, other: Figure, text: string): boolean {
  const [first, second] = [one, other].map(({ values: [value] }) => Number(value))
  const shapeOf = ({ text: written, unit }: Figure) => `${written.replaceAll(/[\d,]/g, '')} ${unit?.family}`
  if (first === undefined || second === undefined || shapeOf(one) !== shapeOf(other) || first === second) return false
  // If the numbers differ too much, swapping them gives an absurd sentence.
  if (Math.max(first, second) / Math.min(first, second) > 20) return false
  // The numbers belong to one list if this pattern matches the text between every two neighbours.
  const between = text.slice(one.at + one.text.length, other.at).split(/[$€£]?\d[\d.,]*(?<=\d)/)
  return !between.every((words) => RANGE.test(words))
}

function firstEdit(text: string, edits: readonly Edit[]): string | null {
  const searched = withoutCode(text)
  for (const { find, put, unless } of edits) {
    const match = unless?.test(searched) ? null : find.exec(searched)
    if (match === null) continue
    const inserted = put.replace('$1', match[1] ?? '')
    const changed = `${text.slice(0, match.index)}${inserted}${text.slice(match.index + match[0].length)}`
    return match.index > 0 ? changed : changed.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
  }
  return null
}

const FULL_NAME = String.raw`\p{Lu}[\p{L}\p{N}-]+(?: \p{Lu}[\p{L}\p{N}-]+){1,2}`

/** Returns the full names of the sources' authors and of the speakers whom the sources quote. */
export function peopleOf(sources: NumberedSource[]): string[] {
  const texts = sources.flatMap(({ units }) => units.filter(({ kind }) => kind !== 'code').map(({ text }) => text))
  const speakers = texts.flatMap((text) =>
    Array.from(text.matchAll(spoken(FULL_NAME)), ([, one, other]) => one ?? other ?? ''),
  )
  const isName = new RegExp(`^${FULL_NAME}$`, 'u')
  const authors = sources.flatMap(({ author }) => (author !== null && isName.test(author) ? [author] : []))
  const named = speakers.filter((name) => !isFunctionWord(name.split(' ', 1).join().toLowerCase()))
  return [...new Set([...named, ...authors])]
}
