import type { Unit } from '#newsroom/sources/unit.ts'

type Body = Omit<Unit, 'id'>

/** The same units where there are at most so many; else short neighbours are joined: lines of code first, then those of one kind and block. */
export function joinShort(units: Body[], most: number): Body[] {
  if (units.length <= most) return units
  const size = units.reduce((sum, { text }) => sum + text.length + 1, 0)
  // Two neighbours that stay apart are together longer than this.
  const long = Math.ceil((2 * size) / (most - 1))
  const isOnePart = (a: Body, b: Body) => a.block === b.block && a.kind === b.kind && a.mark === b.mark
  const steps = [(a: Body, b: Body) => a.kind === 'code' && isOnePart(a, b), isOnePart, () => true]
  return steps.reduce((joined, mayJoin) => (joined.length <= most ? joined : joinTo(long, joined, mayJoin)), units)
}

function joinTo(long: number, units: Body[], mayJoin: (a: Body, b: Body) => boolean): Body[] {
  const joined: Body[] = []
  for (const unit of units) {
    const before = joined.at(-1)
    if (before && mayJoin(before, unit) && before.text.length + 1 + unit.text.length <= long) {
      const text = `${before.text}${before.kind === 'code' ? '\n' : ' '}${unit.text}`
      // What is in part an account is evidence.
      const mark = before.mark === unit.mark ? before.mark : null
      joined[joined.length - 1] = { ...before, text, mark }
    } else joined.push(unit)
  }
  return joined
}
