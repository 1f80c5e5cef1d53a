import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

// What is told in more words than this is no item of an enumeration.
const LONGEST_ITEM = 5

/** How many things a sentence lists: `loops, strings and dates` are three; two names joined by `and` are two. */
export function listedIn(text: string): Set<number> {
  const counts = new Set<number>()
  for (const clause of text.split(/[:;()—–|]|\.\s/)) {
    const parts = clause.split(/,\s(?:(?:and|or)\s)?|\s(?:and|or|&)\s/)
    let run = 1
    const close = () => {
      if (run > 2) counts.add(run)
      run = 1
    }
    for (const [index, part] of parts.entries()) {
      if (index === 0) continue
      run += 1
      const isLast = index === parts.length - 1
      if (isLast || part.trim().split(/\s+/).length > LONGEST_ITEM) close()
    }
  }
  // What follows a colon may be too long for items: it is one thing, and another.
  if (counts.size === 0 && /:\s[^:]*,\s(?:and|or)\s/.test(text)) counts.add(2)
  if (/\p{Lu}[\p{L}\p{N}-]*,?\s(?:and|&)\s(?:\p{Ll}+\s){0,3}\p{Lu}/u.test(text)) counts.add(2)
  return counts
}

/** How many items the lists and tables have that a unit of a source belongs to or announces, with and without a table's head. */
export function itemsOf(unit: Unit, source: NumberedSource): Set<number> {
  const blocks = itemsByBlock(source)
  return new Set([unit.block, unit.block + 1].flatMap((block) => blocks.get(block) ?? []))
}

const known = new WeakMap<NumberedSource, Map<number, number[]>>()

function itemsByBlock(source: NumberedSource): Map<number, number[]> {
  const before = known.get(source)
  if (before !== undefined) return before
  const items = source.units.filter(({ kind }) => kind === 'item' || kind === 'row')
  const blocks = Map.groupBy(items, ({ block }) => block)
  const counts = new Map(
    [...blocks].map(([block, units]): [number, number[]] => {
      const isTable = units.some(({ kind }) => kind === 'row')
      return [block, isTable ? [units.length, units.length - 1] : [units.length]]
    }),
  )
  known.set(source, counts)
  return counts
}
