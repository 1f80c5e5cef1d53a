import { createRandom, hash, type Random } from '#covers/random.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import { itemFor, type Item } from '#newsroom/judging/judge-items.ts'
import { falsify, FAULTS, type Fault } from '#newsroom/judging/mutations.ts'
import { peopleOf } from '#newsroom/judging/people.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A claim that code made false on purpose; `of` is the text of its sound form. */
export type Control = { item: Item; fault: Fault; of: string }

/**
 * Up to `most` controls for a batch, out of the draft's other claims (`sound`) and the sentences of its sources. None has its
 * sound form in the batch; what is in `used` comes last. The same seed gives the same.
 */
export function controlsFor(options: {
  batch: Item[]
  sound: Item[]
  sources: NumberedSource[]
  seed: string
  used: Control[]
  most: number
}): Control[] {
  const { batch, sound, sources, seed, used, most } = options
  const random = createRandom(hash(seed))
  const shown = new Set(batch.flatMap(({ evidence }) => evidence.map(({ id }) => id)))
  // What rests on the evidence of the batch may say what an item of it says.
  const isNear = ({ evidence }: Item) => evidence.some(({ id }) => shown.has(id))
  const claims = random.shuffle(sound.filter((item) => !batch.includes(item) && asserts(item)))
  const told = random.shuffle(sentencesOf(sources))
  const wasUsed = ({ claim }: Item) => used.some(({ of }) => of === claim.text)
  const candidates = [...[...claims, ...told].filter((item) => !isNear(item)), ...claims.filter(isNear)]
  const controls: Control[] = []
  for (const item of candidates.toSorted((a, b) => Number(wasUsed(a)) - Number(wasUsed(b)))) {
    if (controls.length === most) break
    const inBatch = [...batch, ...controls.map((control) => control.item)]
    const texts = [...inBatch.flatMap(({ claim, before }) => [claim.text, before]), ...controls.map(({ of }) => of)]
    if (isShown(item.claim.text, texts) || controls.some(({ of }) => of === item.before)) continue
    const control = controlOf(item, { sources, random, not: controls.map(({ fault }) => fault) })
    if (control !== null) controls.push(control)
  }
  return controls
}

/**
 * Up to `most` sentences of the sources as they stand, each with itself as evidence: true beyond doubt. Those of which an
 * error was made come first, so that a judge has to tell the two apart.
 */
export function truthsFor(options: {
  sources: NumberedSource[]
  seed: string
  planted: Control[]
  most: number
}): Item[] {
  const { sources, seed, planted, most } = options
  const told = createRandom(hash(`${seed}/truths`)).shuffle(sentencesOf(sources))
  const isPlanted = ({ claim }: Item) => planted.some(({ of }) => of === claim.text)
  return [...told.filter(isPlanted), ...told.filter((item) => !isPlanted(item))].slice(0, most)
}

// Of a heading, or of what only leads to a list, nobody could say for sure that it is false.
function asserts({ claim }: Item): boolean {
  return claim.kind !== 'heading' && claim.kind !== 'caption' && !claim.text.endsWith(':')
}

function controlOf(
  item: Item,
  { sources, random, not }: { sources: NumberedSource[]; random: Random; not: Fault[] },
): Control | null {
  const { claim, before } = item
  const units = [...item.evidence, ...item.beside]
  const ids = new Set(units.map(({ id }) => id))
  const near = sources.filter(({ id }) => units.some((unit) => unit.id.startsWith(`${id}.`)))
  // Who says it, and under which title, is evidence as well.
  const heads = near.flatMap(({ publisher, author, title, units }) => [
    publisher,
    author ?? '',
    title,
    ...units.filter(({ block }) => block < 0).map(({ text }) => text),
  ])
  const elsewhere = sources.flatMap((source) =>
    source.units.filter(({ id, kind }) => kind === 'sentence' && !ids.has(id)),
  )
  const evidence = [...units.map(({ text }) => text), ...heads, before].join('\n')
  const material = {
    claim,
    evidence,
    elsewhere: elsewhere.map(({ text }) => text).join('\n'),
    people: sources.flatMap(peopleOf),
    random,
  }
  // A batch with two kinds of fault tells more than one with two of a kind.
  const faults = random.shuffle(FAULTS)
  for (const fault of [...faults.filter((fault) => !not.includes(fault)), ...not]) {
    const made = falsify(fault, material)
    if (made !== null) return { item: itemOf(made, item), fault, of: claim.text }
  }
  return null
}

function itemOf(claim: Claim, { key, before, evidence, beside, hints }: Item): Item {
  return { claim, key, before, evidence, beside, hints }
}

const SHORTEST = 40
const LONGEST = 300

function sentencesOf(sources: NumberedSource[]): Item[] {
  return sources
    .flatMap(({ units }) => units)
    .filter(({ kind, mark, text }) => {
      return kind === 'sentence' && mark === null && text.length >= SHORTEST && text.length <= LONGEST
    })
    .map(({ id, text }) => {
      const claim: Claim = { where: '', block: '', kind: 'sentence', text, from: [id], compute: '', speaker: '' }
      return itemFor(claim, { before: '', sources })
    })
}

function isShown(text: string, texts: string[]): boolean {
  return texts.some((shown) => shown !== '' && (shown.includes(text) || text.includes(shown)))
}
