import { block, circle, fill, HEIGHT, line, num, rect, ROUND, WIDTH } from '#newsroom/covers/drawing.ts'
import type { Figure, Pen } from '#newsroom/covers/drawing.ts'
import { mix } from '#newsroom/covers/palette.ts'
import type { Inks } from '#newsroom/covers/palette.ts'
import { at } from '#newsroom/covers/random.ts'
import type { Random } from '#newsroom/covers/random.ts'

/** The figures of software: branches, indents, event loop, scopes, plumbing. */
export const LANES: Figure[] = [branches, indents, loop, scopes, plumbing]

function branches(random: Random, inks: Inks): string {
  const lanes = random.int(5, 6)
  const top = 95
  const gap = (HEIGHT - 2 * top) / (lanes - 1)
  const laneY = (i: number) => top + i * gap
  const w = random.range(30, 40)
  const trunk = random.int(1, lanes - 2)
  const trunkY = num(laneY(trunk))
  const tones = [inks.d, inks.a, inks.c, inks.a, inks.d, inks.c]
  let under = ''
  let nodes = ''
  function node(x: number, y: number, color: string, big = false) {
    nodes += circle(x, y, big ? 38 : 31, color) + circle(x, y, big ? 17 : 13, inks.ground)
  }
  const order = random.shuffle([...Array(lanes).keys()].filter((i) => i !== trunk))
  const kickLane = at(order, 0)
  for (const i of order.toReversed()) {
    const tone = at(tones, i)
    const color = i === kickLane ? inks.kick : tone === inks.a ? inks.b : tone
    const y = num(laneY(i))
    const start = random.range(-60, 520)
    const reach = Math.abs(i - trunk) * gap
    const bent = start + reach * 1.1
    const merges = random.chance(0.62)
    const end = merges ? Math.max(bent + 140, random.range(640, 1010)) : WIDTH + 60
    let path = `M${num(start)} ${trunkY}`
    path += `C${num(start + reach * 0.6)} ${trunkY} ${num(bent - reach * 0.6)} ${y} ${num(bent)} ${y}H${num(end)}`
    if (merges) {
      path += `C${num(end + reach * 0.6)} ${y} ${num(end + reach * 0.5)} ${trunkY} ${num(end + reach * 1.1)} ${trunkY}`
    }
    under += line(path, inks.ground, w + 16) + line(path, color, w, ROUND)
    const count = random.int(1, 3)
    for (let q = 0; q < count; q++) {
      const x = bent + 30 + ((Math.min(end, WIDTH - 80) - bent - 30) * (q + 0.5)) / count
      node(x, laneY(i), color, i === kickLane && q === 0)
    }
  }
  const trunkPath = `M-20 ${trunkY}H${WIDTH + 20}`
  for (let x = random.range(40, 120); x < WIDTH; x += random.range(170, 260)) node(x, laneY(trunk), inks.a)
  return under + line(trunkPath, inks.ground, w + 16) + line(trunkPath, inks.a, w) + nodes
}

function indents(random: Random, inks: Inks): string {
  const h = random.pick([46, 58, 74])
  const gap = h * 0.5
  const unit = h * random.range(1.5, 1.8)
  const rows = Math.ceil(HEIGHT / (h + gap)) + 1
  const kickRow = random.int(2, rows - 3)
  let guides = ''
  for (let level = 1; level < 7; level++) guides += `M${num(40 + level * unit)} 0V${HEIGHT}`
  let out = ''
  let level = 1
  for (let j = 0, y = -h * 0.4; j < rows; j++, y += h + gap) {
    let x = 40 + level * unit
    const words = random.int(2, 5)
    for (let q = 0; q < words && x < WIDTH + 40; q++) {
      const w = unit * random.pick([1, 1.6, 2.2, 3, 4.2])
      const kick = j === kickRow && q === Math.min(1, words - 1)
      const color = kick ? inks.kick : random.pick([inks.a, inks.a, inks.c, inks.d, inks.b])
      out += rect(x, y, w, h, color, h / 2)
      x += w + h * 0.5
    }
    level = Math.max(0, Math.min(5, level + random.pick([-2, -1, 0, 1, 1, 1])))
  }
  return line(guides, inks.b, 4) + out
}

// Nested scopes, each drawn toward a corner. After Albers.
function scopes(random: Random, inks: Inks, pen: Pen): string {
  const count = random.int(6, 8)
  const pullX = random.pick([0.1, 0.18, 0.5, 0.82, 0.9])
  const pullY = random.pick([0.12, 0.5, 0.86])
  const shrink = random.range(0.72, 0.79)
  const engraved = random.int(1, count - 4)
  const angle = random.pick([0, 90, 45])
  const tones = [inks.ground, inks.b, inks.d, inks.a, inks.c]
  const shift = random.int(0, 1)
  let out = ''
  let [x, y, w, h] = [0, 0, WIDTH, HEIGHT]
  for (let i = 0; i < count; i++) {
    const path = block(x, y, w, h)
    const tone = i === count - 1 ? inks.kick : at(tones, i === 0 ? 0 : i + shift)
    if (i > 0) out += fill(path, tone)
    if (i === engraved) {
      const color = mix(tone, tone === inks.c ? inks.ground : inks.c, 0.55)
      out += pen.hatch(path, [x, y, x + w, y + h], { angle, pitch: 14, width: 4.5, color })
    }
    const inner = [w * shrink, h * shrink]
    x += (w - at(inner, 0)) * pullX
    y += (h - at(inner, 1)) * pullY
    w = at(inner, 0)
    h = at(inner, 1)
  }
  return out
}

// Event loop: nested tracks, one runner.
function loop(random: Random, inks: Inks): string {
  const lanes = random.int(4, 6)
  const step = random.range(62, 78)
  const cx = random.range(420, 780)
  const cy = random.range(280, 400)
  const straight = random.range(120, 260)
  const tilt = random.pick([0, 0, -24, 18, 90])
  const tones = [inks.a, inks.b, inks.a, inks.d, inks.a, inks.c]
  const [left, right] = [num(cx - straight), num(cx + straight)]
  // From a start on the upper straight, over the right turn, to the lower straight.
  const over = (start: string, r: number) =>
    `M${start} ${num(cy - r)}H${right}A${num(r)} ${num(r)} 0 0 1 ${right} ${num(cy + r)}`
  let out = ''
  for (let i = lanes + 3; i >= 1; i--) {
    const r = i * step
    const path = `${over(left, r)}H${left}A${num(r)} ${num(r)} 0 0 1 ${left} ${num(cy - r)}Z`
    out += line(path, at(tones, i), step * 0.58)
  }
  const r = random.int(1, 3) * step
  const start = random.range(-0.2, 0.8) * straight
  out += line(over(num(cx + start), r), inks.kick, step * 0.58, ' stroke-linecap="round"')
  out += circle(cx + straight, cy + r, step * 0.13, inks.ground)
  return `<g transform="rotate(${tilt} ${WIDTH / 2} ${HEIGHT / 2})">${out}</g>`
}

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

// Quarter turns laid at random (after Truchet), and the longest pipe that enters from an edge.
function plumbing(random: Random, inks: Inks): string {
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
