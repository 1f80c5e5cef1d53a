import type { Sheet } from '#covers/drawing.ts'
import { boundsOfDisc, clamp, HEIGHT, type Point, pointIn, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { box, disc, path, polyline } from '#covers/paths.ts'
import { bag, band, circle, fill, line, MITER, rect, ROUND, turned } from '#covers/svg.ts'
import { at, type Random } from '#text/random.ts'

/** Draws a neural network whose widest layer has as many nodes as the article states (3 to 7). */
export function network({ random, inks, facts }: Sheet): string {
  const widest = facts.count(3, 7, random.pick([3, 4, 5]))
  const count = random.pick([3, 3, 4, 5])
  const middle = Math.floor(count / 2)
  const layers = Array.from({ length: count }, (_, i) => {
    const nodes = i === middle ? widest : clamp(widest - random.int(0, 2), 2, 7)
    const x = -20 + (i * 1240) / (count - 1)
    return Array.from({ length: nodes }, (_, j): Point => [x, (HEIGHT * (j + 0.5)) / nodes])
  })
  const r = Math.min(100, (HEIGHT / widest) * 0.42)
  const active = layers.map((layer) => random.int(0, layer.length - 1))
  active[middle] = clamp(at(active, middle), 1, widest - 2)
  const signal = layers.map((layer, i) => at(layer, at(active, i)))
  let edges = ''
  for (let i = 0; i + 1 < count; i++)
    for (const from of at(layers, i))
      for (const to of at(layers, i + 1))
        if (Math.abs(from[1] - to[1]) < HEIGHT * 0.62 && random.chance(0.72)) edges += polyline([from, to])
  const tones = [inks.a, inks.c, inks.a, inks.d, inks.a]
  const nodes = layers.flatMap((layer, i) => layer.map((node, j) => circle(...node, r, at(tones, i + j))))
  return (
    line(edges, inks.b, random.range(14, 24)) +
    line(polyline(signal), inks.kick, 26, ROUND) +
    nodes.join('') +
    circle(...at(signal, middle), r, inks.kick) +
    circle(...at(signal, middle), r * 0.4, inks.ground)
  )
}

/** Draws a labyrinth with as many walls around its core as the article states (5 to 10). */
export function labyrinth({ random, inks, facts }: Sheet): string {
  const sides = random.pick([4, 4, 6, 8])
  const [cx, cy] = pointIn([400, 270, 800, 410], random)
  const step = 560 / facts.count(5, 10, random.int(6, 9))
  const w = step * random.range(0.5, 0.62)
  const rotation = sides === 4 ? random.pick([45, 0, 45]) : 180 / sides
  const tones = [inks.a, inks.a, inks.c, inks.a, inks.d]
  let out = ''
  for (let i = Math.ceil(820 / step); i >= 1; i--) {
    const R = step * 0.75 + i * step
    const corners = regularPolygon(cx, cy, R / Math.cos(Math.PI / sides), sides, rotation)
    // The wall has a gap on one side.
    const side = random.int(0, sides - 1)
    const gapAt = random.range(0.3, 0.7)
    const [[x0, y0], [x1, y1]] = [at(corners, side), at(corners, side + 1)]
    const gap = (step * 0.62) / Math.hypot(x1 - x0, y1 - y0)
    const along = (share: number): Point => [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share]
    const rest = corners.map((_, n) => at(corners, side + 1 + n))
    out += line(polyline([along(gapAt + gap), ...rest, along(gapAt - gap)]), at(tones, i), w, MITER)
  }
  return out + circle(cx, cy, step * 0.62, inks.kick)
}

/** Draws branches in as many lanes as the article states (3 to 7). */
export function branches({ random, inks, facts }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const top = 85
  const pitch = (HEIGHT - 2 * top) / (count - 1)
  const w = clamp(pitch * 0.34, 28, 56)
  const trunk = random.int(1, count - 2)
  const trunkY = top + trunk * pitch
  const tones = [inks.d, inks.b, inks.c, inks.d, inks.c, inks.b, inks.d]
  const commit = (x: number, y: number, color: string, size: number) =>
    circle(x, y, w * size, color) + circle(x, y, w * size * 0.42, inks.ground)
  const lanes = random.shuffle([...Array(count).keys()].filter((lane) => lane !== trunk)).toReversed()
  let out = ''
  let commits = ''
  lanes.forEach((lane, i) => {
    const isKick = i === lanes.length - 1
    const color = isKick ? inks.kick : at(tones, lane)
    const y = top + lane * pitch
    const bend = Math.abs(lane - trunk) * pitch
    const start = random.range(-60, 380)
    const split = start + bend * 1.1
    const isMerged = random.chance(0.6)
    const end = isMerged ? Math.max(split + 160, random.range(620, 900)) : WIDTH + 60
    const fork = path`M${start} ${trunkY}C${start + bend * 0.6} ${trunkY} ${split - bend * 0.6} ${y} ${split} ${y}`
    const merge = path`C${end + bend * 0.6} ${y} ${end + bend * 0.5} ${trunkY} ${end + bend * 1.1} ${trunkY}`
    const branch = fork + path`H${end}` + (isMerged ? merge : '')
    out += line(branch, inks.ground, w + 18) + line(branch, color, w, ROUND)
    commits += commit((split + Math.min(end, WIDTH - 90)) / 2, y, color, isKick ? 1.3 : 1.05)
  })
  for (let x = random.range(40, 140); x < WIDTH; x += random.range(200, 320)) commits += commit(x, trunkY, inks.a, 1.05)
  const main = path`M-20 ${trunkY}H${WIDTH + 20}`
  return out + line(main, inks.ground, w + 18) + line(main, inks.a, w) + commits
}

/** Draws a patchbay with as many cables as the article states (4 to 8). */
export function patchbay({ random, inks, facts }: Sheet): string {
  const count = facts.count(4, 8, 6)
  const pitch = WIDTH / count
  const sockets = random.shuffle([...Array(count).keys()])
  const kickAt = random.int(1, count - 2)
  const w = clamp(pitch * 0.24, 26, 54)
  const [y1, y2] = [96, HEIGHT - 96]
  const tones = [inks.a, inks.d, inks.c, inks.a]
  let out = band(-10, y1 + 10, inks.b) + band(y2, HEIGHT, inks.b)
  let plugs = ''
  // The cable in the accent colour lies above the others.
  for (const i of [...Array(count).keys()].filter((i) => i !== kickAt).concat(kickAt)) {
    const color = i === kickAt ? inks.kick : at(tones, i)
    const [x1, x2] = [pitch * (i + 0.5), pitch * (at(sockets, i) + 0.5)]
    const sag = random.range(170, 330)
    const cable = path`M${x1} ${y1}C${x1} ${y1 + sag} ${x2} ${y2 - sag} ${x2} ${y2}`
    out += line(cable, inks.ground, w + 14) + line(cable, color, w)
    plugs += circle(x1, y1, w * 0.98, color) + circle(x1, y1, w * 0.4, inks.ground)
    plugs += circle(x2, y2, w * 0.98, color) + circle(x2, y2, w * 0.4, inks.ground)
  }
  return out + plugs
}

/** Draws a chip with as many traces on each side as the article states (4 to 9). */
export function circuit({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const cx = random.range(470, 730)
  const cy = HEIGHT / 2
  const half = random.range(140, 175)
  const pitch = (2 * half) / count
  const w = pitch * 0.46
  const kickAt = random.int(0, count - 1)
  const kickSide = random.pick([0, 2])
  const traces = { path: '', pads: '' }
  const kick = { path: '', pads: '' }
  for (let side = 0; side < 4; side++)
    for (let i = 0; i < count; i++) {
      const sign = side < 2 ? 1 : -1
      const isShort = i % 3 === 1
      const start = -half + pitch * (i + 0.5)
      const bend = half + 40 + (count / 2 - Math.abs(i - (count - 1) / 2)) * pitch * 0.9
      const shift = start * 2.1
      const bent = bend + Math.abs(shift - start)
      // Places a point, given its distances from the chip's centre outwards and along the side.
      const place = (out: number, along: number): Point =>
        side % 2 ? [cx + along, cy + sign * out] : [cx + sign * out, cy + along]
      const end = place(isShort ? bent + 90 : side % 2 ? 700 : 1000, shift)
      const target = side === kickSide && i === kickAt ? kick : traces
      target.path += polyline([place(half, start), place(bend, start), place(bent, shift), end])
      if (isShort) target.pads += disc(...end, w * 0.95)
    }
  const bounds = boundsOfDisc(cx, cy, half)
  const core = box(cx - half * 0.62, cy - half * 0.62, half * 1.24, half * 1.24)
  return (
    line(traces.path, inks.a, w, MITER) +
    fill(traces.pads, inks.a) +
    line(kick.path, inks.kick, w, MITER) +
    (kick.pads ? fill(kick.pads, inks.kick) : '') +
    rect(cx - half - 16, cy - half - 16, 2 * half + 32, 2 * half + 32, inks.ground) +
    fill(box(cx - half, cy - half, 2 * half, 2 * half), inks.c) +
    pen.hatch(core, inks.dark ? inks.ground : inks.b, { bounds, angle: random.pick([0, 45, 90]), width: 6 }) +
    circle(cx - half * 0.78, cy - half * 0.78, 15, inks.kick)
  )
}

/** Draws a route through as many blocks from left to right as the article states (5 to 10). */
export function route({ random, inks, facts, pen }: Sheet): string {
  const columns = facts.count(5, 10, 7)
  const rows = clamp(Math.round(columns * 0.6), 3, 6)
  const road = random.range(22, 34)
  const x = streets(columns, 1380, random)
  const y = streets(rows, 855, random)
  const blocks = bag()
  let engraved = ''
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const [w, h] = [at(x, i + 1) - at(x, i) - road, at(y, j + 1) - at(y, j) - road]
      const block = box(at(x, i) + road / 2, at(y, j) + road / 2, w, h)
      const tone = random.int(0, 8)
      blocks.add(tone < 4 ? inks.b : tone < 7 ? inks.a : tone < 8 ? inks.d : inks.c, block)
      if (tone === 0) engraved += block
    }
  let row = random.int(1, rows - 1)
  const turns: Point[] = [[at(x, 0) - 60, at(y, row)]]
  for (let i = 1; i < columns - 1; i++)
    if (random.chance(0.7)) {
      turns.push([at(x, i), at(y, row)])
      row = clamp(row + random.pick([-2, -1, 1, 2]), 1, rows - 1)
      turns.push([at(x, i), at(y, row)])
    }
  const end: Point = [at(x, columns - 1), at(y, row)]
  const way = polyline([...turns, end])
  return turned(
    random.pick([0, -9, 12, -24]),
    blocks.out() +
      pen.hatch(engraved, inks.a, { pitch: 15, width: 4 }) +
      line(way, inks.ground, road + 24, ROUND) +
      line(way, inks.kick, road + 2, ROUND) +
      circle(...end, 46, inks.ground) +
      circle(...end, 36, inks.kick),
    1.18,
  )
}

// Returns the positions of streets between `count` blocks, which are about equally wide and `length` long in all.
function streets(count: number, length: number, random: Random): number[] {
  const positions = [0]
  while (positions.length <= count) positions.push(at(positions, -1) + random.range(0.6, 1.4))
  return positions.map((position) => Math.round(-90 + (position / at(positions, -1)) * length))
}
