import { contentStems } from '#text/function-words.ts'
import { readDates } from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { readFigures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import { properNames } from '#newsroom/checks/evidence/readers/names/proper-names.ts'
import { plain } from '#newsroom/checks/evidence/readers/prose.ts'
import { quotedIn } from '#newsroom/checks/evidence/readers/quoted.ts'
import { faultOf, type Evidenced, type Fault, type Found } from '#newsroom/checks/evidence/rule.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import type { Unit } from '#newsroom/sources/unit.ts'

/** Every claim names evidence that exists, and no more of it than proves it; what it says is missing is missing in the whole source. */
export function citing(subject: Evidenced): Found {
  const { claim } = subject
  if (isTooLong(claim)) return { looked: 0, faults: [tooLong(claim)] }
  const faults = [...unnamed(subject), ...unknown(subject), ...tooMany(claim), ...notAbsent(subject)]
  return { looked: claim.from.length, faults }
}

/** Whether a claim is longer than any sentence, or any code that is worth quoting: nobody could tell what bears it. */
export function isTooLong({ kind, text }: Claim): boolean {
  return text.length > (kind === 'code' ? LONGEST_CODE : LONGEST)
}

/** Whether a text says that a source is silent about something. */
export function isAbsence(text: string): boolean {
  return ABSENCE.test(text)
}

const SILENCE =
  'say|name|give|mention|state|disclose|explain|specify|reveal|list|describe|detail|publish|report|tell|identify|quantify|know'
const SILENT =
  'said|named|given|mentioned|stated|disclosed|explained|specified|revealed|listed|published|reported|told|identified'
const GIVES =
  'gives?|gave|names?|named|mentions?|discloses?|lists?|offers?|provides?|states?|publishe[sd]|reports?|says?'
// What follows is what is missing.
const ABSENCE = new RegExp(
  String.raw`\b(?:(?:(?:do|does|did|would|could)(?: not|n['’]t)(?: yet)?|(?:declined|refused) to) (?:${SILENCE})|(?:has|have|had|is|are|was|were)(?: not|n['’]t)(?: yet)? (?:${SILENT}|known|clear|public)|(?:${GIVES}) (?:no|neither|nothing)|no(?:ne of the)? (?:sources?|articles?|reports?|publishers?|announcements?) (?:${GIVES})|without (?:saying|giving|naming|mentioning|stating|explaining)|leaves? open|(?:is|are|remains?) (?:unknown|unclear|undisclosed))\b(.*)`,
  'isu',
)

const LONGEST = 2000
const LONGEST_CODE = 20_000

// More ids only where a sentence holds more facts than one.
const MOST: Record<Claim['kind'], number> = {
  title: 4,
  lead: 4,
  heading: 4,
  caption: 4,
  sentence: 3,
  item: 3,
  change: 3,
  quote: 4,
  code: Infinity,
  row: Infinity,
}
const MOST_LISTED = 8

function tooLong({ kind, text }: Claim): Fault {
  const message = `This ${kind} has ${text.length} characters: write it as several, each with its own evidence.`
  return faultOf('claim-too-long', message, text)
}

function unnamed({ claim }: Evidenced): Fault[] {
  // `How the bug works` claims nothing.
  if (claim.from.length > 0 || claim.kind === 'heading' || claim.kind === 'caption') return []
  const message = `This ${claim.kind} names no evidence: name the sentences that bear it in from, or leave it out.`
  return [faultOf('no-evidence', message, claim.text)]
}

function unknown({ claim, all }: Evidenced): Fault[] {
  const units = new Map(all.flatMap((source) => source.units.map((unit): [string, Unit] => [unit.id, unit])))
  return [...new Set(claim.from)].flatMap((id): Fault[] => {
    const mark = units.get(id)?.mark ?? null
    if (!units.has(id)) {
      const message = `There is no sentence ${id}: name ids that stand in the sources.`
      return [faultOf('unknown-evidence', message, id)]
    }
    if (mark !== 'related' && mark !== 'boilerplate') return []
    const message = `${id} is no part of the source's text: name a sentence of it.`
    return [{ code: 'evidence-outside-text', severity: 'revise', message, evidence: id, bears: null }]
  })
}

function tooMany({ kind, text, from, compute }: Claim): Fault[] {
  const commas = text.match(/[,;]/g)?.length ?? 0
  const isList = commas > 2 || (commas === 2 && / (?:and|or) /.test(text)) || compute !== ''
  const most = isList ? Math.max(MOST[kind], MOST_LISTED) : MOST[kind] + (quotedIn(text).length > 0 ? 1 : 0)
  const number = new Set(from).size
  if (number <= most) return []
  const message = `This ${kind} names ${number} sentences as evidence, ${most} at most: say less in it, or name those that decide.`
  return [faultOf('too-much-evidence', message, from.join(', '))]
}

const ASKS =
  /^\W*(?:how \p{L}+|when|who|whom|whose|on which|(?:in )?which|what \p{L}+|(?:any |the |a )?(?:number|figure|price|cost|date))\b/iu
// How much of what is said to be missing a passage holds that tells it.
const ALIKE = 0.75

/** Finds the sentence, with the one before it, that answers what the claim says nobody answers. */
function notAbsent({ claim, cited, sources }: Evidenced): Fault[] {
  const missing = ABSENCE.exec(plain(claim.text))?.[1]
  if (missing === undefined || cited.some(({ text }) => isAbsence(text))) return []
  if (!ASKS.test(missing)) return []
  const stems = [...contentStems(withoutNames(missing.replace(ASKS, '')))]
  if (stems.length < 2) return []
  const units = sources.flatMap((source) => source.units.filter(({ block }) => block >= 0))
  const answer = units.find((unit, index) => {
    const before = units[index - 1]
    if (isAbsence(unit.text) || !isTold(unit.text)) return false
    const own = contentStems(unit.text)
    const both = before?.block === unit.block ? own.union(contentStems(before.text)) : own
    const shared = stems.filter((stem) => both.has(stem)).length
    return shared / stems.length >= ALIKE && stems.some((stem) => own.has(stem))
  })
  if (answer === undefined) return []
  const message = `${answer.id} seems to say it: tell what it says, or say more exactly what is missing.`
  return [faultOf('not-absent', message, answer.text)]
}

// A pronoun may stand for a name in the sentence that answers.
function withoutNames(text: string): string {
  let rest = text
  for (const { at, end } of properNames(text)) rest = rest.slice(0, at) + ' '.repeat(end - at) + rest.slice(end)
  return rest
}

// A number or a name, which is what such sentences ask for.
function isTold(text: string): boolean {
  return (
    readFigures(text).quantities.some(({ readings }) => readings.some(({ value }) => value > 1)) ||
    properNames(text).length > 0 ||
    readDates(text).dates.length > 0
  )
}
