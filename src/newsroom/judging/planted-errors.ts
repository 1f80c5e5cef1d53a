import type { Claim } from '#newsroom/article/draft.ts'
import { KINDS, LAST_RESORT, falsify, inventedBackground, peopleOf, type Kind } from '#newsroom/judging/falsify.ts'
import type { Item } from '#newsroom/judging/judge-items.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { withoutQuoted } from '#text/quoted.ts'
import { createRandom, hash } from '#text/random.ts'

/** An item that tests a judge: an unchanged sentence from a source (`true`), or one with an error of the given kind. */
export type TestItem = { item: Item; kind: Kind | 'true' }

/** A story's test items, by kind. */
export type TestItems = ReadonlyMap<TestItem['kind'], readonly TestItem[]>

/**
 * Creates a story's test items from the sentences in its sources, which count as true. Does not use sentences from the
 * draft, because changing a false one could make it true. The same seed gives the same items.
 */
export function testItemsFrom(sources: NumberedSource[], seed: string): TestItems {
  const random = createRandom(hash(`${seed}/planted`))
  const people = peopleOf(sources)
  const story = sources.flatMap(({ title, units }) => [title, ...units.map(({ text }) => text)]).join('\n')
  const background = inventedBackground(story)
  const places = sources.flatMap(({ units }) => units.map((unit, index) => ({ unit, units, index })))
  const whole = random.shuffle(places).filter(({ unit }) => isWhole(unit))
  const impersonal = whole.filter(({ unit }) => !PERSONAL.test(withoutQuoted(unit.text)))
  // A short notice may have no sentence without "we" or "you".
  const usable = impersonal.some(({ unit }) => unit.kind === 'sentence') ? impersonal : whole
  const items = usable.flatMap(({ unit, units, index }): TestItem[] => {
    const neighbours = [units[index - 1], units[index + 1]]
    const beside = neighbours.filter((one) => one !== undefined).filter(({ block }) => block >= 0)
    const before = neighbours[0]?.block === unit.block ? neighbours[0].text : ''
    const around = beside.map(({ text }) => text).join('\n')
    const make = (kind: TestItem['kind'], text: string): TestItem => {
      const isTitle = kind === 'exaggerated title'
      const shownBefore = isTitle ? '' : kind === 'invented background' ? unit.text : before
      const place = { where: '', block: '', compute: '', speaker: '' }
      const claim: Claim = { ...place, kind: isTitle ? 'title' : 'sentence', text, from: [unit.id] }
      return { item: { claim, key: '', before: shownBefore, evidence: [unit], beside, questions: [], reply: '' }, kind }
    }
    const kinds = KINDS.filter((kind) => (kind === 'exaggerated title') === (unit.kind === 'title'))
    const errors = kinds.flatMap((kind) => {
      const text = falsify(kind, { text: unit.text, around, people, random })
      return text === null || (unit.kind === 'sentence' && text.length < SHORTEST) ? [] : [make(kind, text)]
    })
    if (unit.kind !== 'sentence' || /["“”]/.test(unit.text)) return errors
    const invented = background.length === 0 ? [] : [make('invented background', random.pick(background))]
    return [make('true', unit.text), ...invented, ...errors]
  })
  const isLastResort = ({ item }: TestItem) => Number(item.claim.text.endsWith(LAST_RESORT))
  const hardestFirst = items.toSorted((one, other) => isLastResort(one) - isLastResort(other))
  return Map.groupBy(hardestFirst, ({ kind }) => kind)
}

/**
 * Chooses the test items for a batch: at most `errors` planted errors, each of a different kind, and at least one true
 * sentence. Small batches get more true sentences, because otherwise only the errors would use a source's wording.
 * Prefers kinds and texts that are not in `used` and units that the batch does not cite.
 */
export function chooseTestItems(
  batch: Item[],
  { tests, kinds, errors, used }: { tests: TestItems; kinds: Kind[]; errors: number; used: readonly TestItem[] },
): TestItem[] {
  const isUsed = (kind: Kind) => used.some((test) => test.kind === kind)
  const planted = kinds.toSorted((one, other) => Number(isUsed(one)) - Number(isUsed(other))).slice(0, errors)
  const truths = Math.max(1, FEWEST_ITEMS - batch.length - planted.length)
  const cited = batch.flatMap(({ evidence }) => evidence)
  const isFrom = ({ item }: TestItem, units: Unit[]) => item.evidence.some((unit) => units.includes(unit))
  const usedTexts = new Set(used.map(({ item }) => item.claim.text))
  const chosen: TestItem[] = []
  for (const kind of [...planted, ...Array.from({ length: truths }, () => 'true' as const)]) {
    const free = (tests.get(kind) ?? []).filter((test) => !chosen.some(({ item }) => isFrom(test, item.evidence)))
    const fresh = free.filter(({ item }) => !usedTexts.has(item.claim.text))
    const best = fresh.find((test) => !isFrom(test, cited)) ?? fresh[0] ?? free[0]
    if (best !== undefined) chosen.push(best)
  }
  return chosen
}

// Fewer items would make the planted errors easy to recognise.
const FEWEST_ITEMS = 6

const SHORTEST = 40
const LONGEST = 260

// Articles rarely use these words.
const PERSONAL = /\b(?:I|we|our|us|my|me|you|your)\b/i

// Returns true for a complete sentence that is not a question, and for a title.
function isWhole({ kind, mark, text }: Unit): boolean {
  if (mark !== null || withoutQuoted(text).includes('?')) return false
  if (kind === 'title') return text.split(' ').length > 3
  return (
    kind === 'sentence' &&
    text.length >= SHORTEST &&
    text.length <= LONGEST &&
    /^[\p{Lu}\p{N}"“`].*[\p{L}\p{N}]["”]?\.["”]?$/su.test(text)
  )
}
