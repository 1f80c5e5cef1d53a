import type { Claim } from '#newsroom/article/draft.ts'
import { falsify, KINDS, type Kind } from '#newsroom/judging/falsify.ts'
import { evidenceOf, type Item } from '#newsroom/judging/judge-items.ts'
import { namesOf } from '#newsroom/judging/names.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { createRandom, hash } from '#text/random.ts'

/** An item that tests a judge: a sentence of a source as it is, or with an error of one kind. */
export type TestItem = { item: Item; unit: string; kind: Kind | 'true' }

/** The test items that the sources of a story allow, by kind. */
export type TestItems = ReadonlyMap<TestItem['kind'], readonly TestItem[]>

/**
 * Makes the test items of a story from its sources, whose sentences are true by definition. The draft is not used, because
 * an error made from a false sentence could be true. The same seed gives the same items.
 */
export function testItemsFrom(sources: NumberedSource[], seed: string): TestItems {
  const random = createRandom(hash(`${seed}/planted`))
  const names = namesOf(sources)
  const story = sources.flatMap(({ title, units }) => [title, ...units.map(({ text }) => text)]).join('\n')
  const places = random.shuffle(
    sources.flatMap(({ units }) => units.map((unit, index) => ({ unit, last: units[index - 1] }))),
  )
  const items = places
    .filter(({ unit }) => isPlain(unit))
    .flatMap(({ unit, last }): TestItem[] => {
      const before = last !== undefined && last.block === unit.block ? last.text : ''
      const { evidence, beside } = evidenceOf([unit.id], { sources, width: 1 })
      const around = beside.map(({ text }) => text).join('\n')
      const make = (kind: TestItem['kind'], text: string, claim: Claim['kind']): TestItem => {
        const shownBefore = kind === 'invented background' ? unit.text : claim === 'title' ? '' : before
        const item = itemOf({ kind: claim, text, from: [unit.id] }, shownBefore)
        return { item: { ...item, evidence, beside }, unit: unit.id, kind }
      }
      const isTitle = unit.kind === 'title' || unit.text.split(' ').length <= LONGEST_TITLE
      const errors = KINDS.filter((kind) =>
        kind === 'exaggerated title' ? isTitle : unit.kind === 'sentence',
      ).flatMap((kind) => {
        // Background must not be supported anywhere in the story.
        const text = falsify(kind, {
          text: unit.text,
          around: kind === 'invented background' ? story : around,
          names,
          random,
        })
        const isAny = kind === 'invented background' || kind === 'exaggerated title'
        return text === null || (!isAny && text.length < SHORTEST)
          ? []
          : [make(kind, text, isAny && kind !== 'invented background' ? 'title' : 'sentence')]
      })
      return unit.kind === 'sentence' && !/["“”]/.test(unit.text)
        ? [make('true', unit.text, 'sentence'), ...errors]
        : errors
    })
  return Map.groupBy(items, ({ kind }) => kind)
}

/**
 * Chooses one test item of each of these kinds for a batch. Units that the batch cites, and units in `used`, are avoided as
 * long as there are others. No unit is chosen twice.
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

// A sentence that an article could contain: without the speaker's "we", without a question, and whole.
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

function itemOf({ kind, text, from }: Pick<Claim, 'kind' | 'text' | 'from'>, before: string): Item {
  const claim: Claim = { where: '', block: '', kind, text, from, compute: '', speaker: '' }
  return { claim, key: '', before, evidence: [], beside: [], questions: [], reply: '' }
}
