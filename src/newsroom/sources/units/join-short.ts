import type { Unit } from '#newsroom/sources/units.ts'

type Body = Omit<Unit, 'id'>

const MOST = 400

/** The same units where there are at most 400; else short neighbours are joined: lines of code first, then those of one kind and block. */
export function joinShort(units: Body[]): Body[] {
  if (units.length <= MOST) return units
  const size = units.reduce((sum, { text }) => sum + text.length + 1, 0)
  // Two neighbours that stay apart are together longer than this.
  const long = Math.ceil((2 * size) / (MOST - 1))
  const isOnePart = (a: Body, b: Body) => a.block === b.block && a.kind === b.kind && a.mark === b.mark
  const steps = [(a: Body, b: Body) => a.kind === 'code' && isOnePart(a, b), isOnePart, () => true]
  return steps.reduce((joined, mayJoin) => (joined.length <= MOST ? joined : joinTo(long, joined, mayJoin)), units)
}

function joinTo(long: number, units: Body[], mayJoin: (a: Body, b: Body) => boolean): Body[] {
  const joined: Body[] = []
  for (const unit of units) {
    const before = joined.at(-1)
    if (before && mayJoin(before, unit) && before.text.length + 1 + unit.text.length <= long)
      joined[joined.length - 1] = {
        ...before,
        text: `${before.text}${before.kind === 'code' ? '\n' : ' '}${unit.text}`,
      }
    else joined.push(unit)
  }
  return joined
}
