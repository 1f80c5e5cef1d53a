import { circle, HEIGHT, line, num, WIDTH } from '#newsroom/cover/drawing.ts'
import type { Inks } from '#newsroom/cover/palette.ts'
import { at } from '#newsroom/cover/random.ts'
import type { Random } from '#newsroom/cover/random.ts'

type Side = 'top' | 'right' | 'bottom' | 'left'

// Which side the quarter turn that starts at a side leads to, and which of the tile's two turns it is.
// A falling tile joins left with top and right with bottom; a rising one left with bottom and top with right.
const TURNS: Record<'falling' | 'rising', Record<Side, { exit: Side; arc: number }>> = {
  falling: {
    top: { exit: 'left', arc: 0 },
    left: { exit: 'top', arc: 0 },
    right: { exit: 'bottom', arc: 1 },
    bottom: { exit: 'right', arc: 1 },
  },
  rising: {
    top: { exit: 'right', arc: 0 },
    right: { exit: 'top', arc: 0 },
    left: { exit: 'bottom', arc: 1 },
    bottom: { exit: 'left', arc: 1 },
  },
}

/** A figure of software: quarter turns laid at random (after Truchet), and the longest pipe that enters from an edge. */
export function plumbing(random: Random, inks: Inks): string {
  const tile = random.pick([135, 168.75, 112.5])
  const columns = Math.ceil(WIDTH / tile)
  const rows = Math.round(HEIGHT / tile)
  const w = tile * 0.3
  const grid = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => (random.chance(0.5) ? ('falling' as const) : ('rising' as const))),
  )

  let all = ''
  grid.forEach((row, j) => row.forEach((turn, i) => (all += arcs(turn, i * tile, j * tile, tile).join(''))))

  function trace(column: number, row: number, entry: Side) {
    let [i, j, side] = [column, row, entry]
    let path = ''
    let length = 0
    while (i >= 0 && j >= 0 && i < columns && j < rows && length < 80) {
      const turn = at(at(grid, j), i)
      const { exit, arc } = TURNS[turn][side]
      path += at(arcs(turn, i * tile, j * tile, tile), arc)
      length++
      if (exit === 'top') [j, side] = [j - 1, 'bottom']
      else if (exit === 'right') [i, side] = [i + 1, 'left']
      else if (exit === 'bottom') [j, side] = [j + 1, 'top']
      else [i, side] = [i - 1, 'right']
    }
    return { path, length }
  }
  const pipes = [
    ...Array.from({ length: rows }, (_, j) => trace(0, j, 'left')),
    ...Array.from({ length: columns }, (_, i) => trace(i, 0, 'top')),
  ]
  const longest = pipes.reduce((best, pipe) => (pipe.length > best.length ? pipe : best))

  let dots = ''
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      if (random.chance(0.35)) dots += circle(i * tile, j * tile, w * 0.42, inks.d)
    }
  }
  return (
    dots +
    line(all, inks.dark ? inks.b : inks.a, w) +
    line(all, inks.dark ? inks.a : inks.b, w * 0.18) +
    line(longest.path, inks.ground, w + 12) +
    line(longest.path, inks.kick, w, ' stroke-linecap="round"')
  )
}

function arcs(turn: 'falling' | 'rising', x: number, y: number, tile: number): string[] {
  const h = tile / 2
  const ends =
    turn === 'falling'
      ? [
          { x1: h, y1: 0, x2: 0, y2: h, sweep: 1 },
          { x1: tile, y1: h, x2: h, y2: tile, sweep: 0 },
        ]
      : [
          { x1: h, y1: 0, x2: tile, y2: h, sweep: 0 },
          { x1: 0, y1: h, x2: h, y2: tile, sweep: 1 },
        ]
  return ends.map(
    ({ x1, y1, x2, y2, sweep }) =>
      `M${num(x + x1)} ${num(y + y1)}A${num(h)} ${num(h)} 0 0 ${sweep} ${num(x + x2)} ${num(y + y2)}`,
  )
}
