import type { Claim } from '#newsroom/article/draft.ts'
import { KINDS, LAST_RESORT, falsify, inventedBackground, namesOf, type Kind } from '#newsroom/judging/falsify.ts'
import type { Item } from '#newsroom/judging/judge-items.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { createRandom, hash } from '#text/random.ts'

/** An item that tests a judge: an unchanged sentence from a source (`true`), or one with an error of the given kind. */
export type TestItem = { item: Item; unit: string; kind: Kind | 'true' }

/** A story's test items, by kind. */
export type TestItems = ReadonlyMap<TestItem['kind'], readonly TestItem[]>

/**
 * Creates a story's test items from the sentences in its sources, which count as true. Does not use sentences of the
 * draft, because changing a false one could make it true. The same seed gives the same items.
 */
export function testItemsFrom(sources: NumberedSource[], seed: string): TestItems {
  const random = createRandom(hash(`${seed}/planted`))
  const names = namesOf(sources)
  const story = sources.flatMap(({ title, units }) => [title, ...units.map(({ text }) => text)]).join('\n')
  const background = inventedBackground(story)
  const places = sources.flatMap(({ units }) => units.map((unit, index) => ({ unit, units, index })))
  const items = random.shuffle(places).flatMap(({ unit, units, index }): TestItem[] => {
    if (!isPlain(unit)) return []
    const beside = [units[index - 1], units[index + 1]].flatMap((one) =>
      one === undefined || one.block < 0 ? [] : one,
    )
    const [last] = beside
    const before = last?.block === unit.block && last !== units[index + 1] ? last.text : ''
    const around = beside.map(({ text }) => text).join('\n')
    const make = (kind: TestItem['kind'], text: string): TestItem => {
      const [claimKind, shownBefore] =
        kind === 'exaggerated title'
          ? (['title', ''] as const)
          : (['sentence', kind === 'invented background' ? unit.text : before] as const)
      return { item: itemOf({ kind: claimKind, text, unit, beside, before: shownBefore }), unit: unit.id, kind }
    }
    const errors = KINDS.filter((kind) => isPossible(kind, unit)).flatMap((kind) => {
      const text = falsify(kind, { text: unit.text, around, names, random })
      if (text === null || (kind !== 'exaggerated title' && text.length < SHORTEST)) return []
      return unit.kind !== 'title' && text.endsWith(LAST_RESORT) ? [] : [make(kind, text)]
    })
    if (unit.kind !== 'sentence' || /["“”]/.test(unit.text)) return errors
    const invented = background.length === 0 ? [] : [make('invented background', random.pick(background))]
    return [make('true', unit.text), ...invented, ...errors]
  })
  const isLastResort = ({ item }: TestItem) => Number(item.claim.text.endsWith(LAST_RESORT))
  const hardestFirst = items.toSorted((one, other) => isLastResort(one) - isLastResort(other))
  return Map.groupBy(hardestFirst, ({ kind }) => kind)
}

function isPossible(kind: Kind, { kind: unit, text }: Unit): boolean {
  if (kind === 'exaggerated title') return unit === 'title' || text.split(' ').length <= LONGEST_TITLE
  return unit === 'sentence'
}

/**
 * Chooses one test item of each given kind for a batch. Prefers units that the batch does not cite and texts that are
 * not in `used`. Never chooses two items from the same unit.
 */
export function chooseTestItems(
  kinds: readonly TestItem['kind'][],
  { from, batch, used }: { from: TestItems; batch: Item[]; used: readonly TestItem[] },
): TestItem[] {
  const cited = new Set(batch.flatMap(({ evidence }) => evidence.map(({ id }) => id)))
  const chosen: TestItem[] = []
  for (const kind of kinds) {
    const free = (from.get(kind) ?? []).filter(({ unit }) => !chosen.some((other) => other.unit === unit))
    const isUsed = ({ item }: TestItem) => used.some((other) => other.item.claim.text === item.claim.text)
    const best = free.find((one) => !isUsed(one) && !cited.has(one.unit)) ?? free.find((one) => !isUsed(one)) ?? free[0]
    if (best !== undefined) chosen.push(best)
  }
  return chosen
}

const SHORTEST = 40
const LONGEST = 260
const LONGEST_TITLE = 14

// Returns true for a complete sentence that an article could contain: not a question, and without words such as "we" or
// "you".
function isPlain({ kind, mark, text }: Unit): boolean {
  const withoutQuotations = text.replaceAll(/["“][^"”]*["”]/g, '')
  if (mark !== null || /\b(?:I|we|our|us|my|me|you|your)\b|\?/i.test(withoutQuotations)) return false
  if (kind === 'title') return text.split(' ').length > 3
  return (
    kind === 'sentence' &&
    text.length >= SHORTEST &&
    text.length <= LONGEST &&
    /^[\p{Lu}\p{N}"“`].*[\p{L}\p{N}]["”]?\.["”]?$/su.test(text)
  )
}

function itemOf(given: { kind: Claim['kind']; text: string; unit: Unit; beside: Unit[]; before: string }): Item {
  const { kind, text, unit, beside, before } = given
  const claim: Claim = { where: '', block: '', kind, text, from: [unit.id], compute: '', speaker: '' }
  return { claim, key: '', before, evidence: [unit], beside, questions: [], reply: '' }
}
