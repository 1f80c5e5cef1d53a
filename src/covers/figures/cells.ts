import type { Sheet } from '#covers/drawing.ts'
import { HEIGHT, type Point, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { polygon } from '#covers/paths.ts'
import { bag, fill, line, ROUND_ENDS, solid } from '#covers/svg.ts'
import { at, type Random } from '#text/random.ts'

/** Draws a honeycomb. The percentage stated in the article is the percentage of full cells. */
export function honeycomb({ random, inks, facts }: Sheet): string {
  const r = random.pick([84, 105, 135, 170])
  const share = facts.share(0.4, 0.7)
  const focus: Point = [random.range(0.25, 0.75) * WIDTH, random.range(0.3, 0.7) * HEIGHT]
  const { cells, nearest } = hexagons({ r, focus, random, rank: (distance) => distance + random.range(0, r * 3.2) })
  const hexagon = (x: number, y: number, size: number) => polygon(regularPolygon(x, y, r * size, 6, 30))
  const tones = [inks.a, inks.d, inks.a, inks.c, inks.a]
  const shapes = bag()
  let holes = ''
  cells.forEach(({ x, y }, i) => {
    const isFull = i < share * cells.length
    if (i === nearest) shapes.add(inks.c, hexagon(x, y, 0.95))
    else if (isFull) shapes.add(at(tones, i * 3), hexagon(x, y, 0.95))
    else shapes.add(inks.b, hexagon(x, y, 0.34))
    if (isFull && i !== nearest && i % 5 === 2) holes += hexagon(x, y, 0.42)
  })
  const { x, y } = at(cells, nearest)
  return shapes.out() + fill(holes, inks.ground) + fill(hexagon(x, y, 0.6), inks.kick)
}

/** Draws tumbling blocks. The percentage stated in the article is the percentage of solid cubes. */
export function tumble({ random, inks, facts }: Sheet): string {
  const r = random.pick([112, 128, 169, 225])
  const share = facts.share(0.35, 0.65)
  const focus: Point = [random.range(0.25, 0.75) * WIDTH, random.range(0.3, 0.7) * HEIGHT]
  const lean = random.range(-1, 1)
  const rank = random.pick([
    (distance: number) => distance,
    (_: number, dx: number, dy: number) => Math.abs(dx * 0.8 + dy * lean) * 1.9,
    (_: number, dx: number, dy: number) => dx + dy * lean,
  ])
  const { cells, nearest } = hexagons({ r, focus, random, rank })
  const shapes = bag()
  cells.forEach(({ x, y }, i) => {
    const corners = regularPolygon(x, y, r, 6, -90)
    const side = (first: number) =>
      polygon([[x, y], at(corners, first), at(corners, first + 1), at(corners, first + 2)])
    const sides = { top: side(5), right: side(1), left: side(3) }
    if (i === nearest || i < share * cells.length) {
      shapes.add(i === nearest ? inks.kick : inks.dark ? inks.a : inks.b, sides.top)
      shapes.add(inks.c, sides.right)
      shapes.add(i !== nearest && inks.dark ? inks.d : inks.a, sides.left)
    } else shapes.add(mix(inks.ground, inks.b, 0.5), sides.right)
  })
  return shapes.out(solid)
}

/** Draws as many rows of scallops as the article states (2 to 6). */
export function scallops({ random, inks, facts }: Sheet): string {
  const count = facts.count(2, 6, random.int(2, 5))
  const R = Math.round((HEIGHT / count) * 0.86)
  const rings = count > 5 ? 3 : 4
  const rise = R * (count > 4 ? 0.66 : random.pick([0.5, 0.58, 0.66]))
  const [left, top] = [random.range(-R, 0), random.range(-R / 2, 0)]
  const kickRow = Math.max(1, Math.round((HEIGHT / 2 - top) / rise) - 1)
  const kickAt = random.int(1, Math.max(1, Math.floor(WIDTH / 2 / R) - 1))
  const tones = [inks.a, inks.ground, inks.d, inks.c]
  let out = ''
  for (let j = -1; top + j * rise < HEIGHT + R; j++)
    for (let depth = 0; depth < rings; depth++) {
      const y = Math.round(top + (j + 0.6) * rise)
      const width = 2 * R * (1 - (depth / rings) * 0.96)
      let discs = ''
      let kick = ''
      for (let i = 0; i * 2 * R < WIDTH + 3 * R; i++) {
        const dot = `M${Math.round(left + i * 2 * R + (j & 1 ? R : 0))} ${y}h.1`
        if (i === kickAt && j === kickRow && depth !== 1) kick = dot
        else discs += dot
      }
      out += line(discs, at(tones, depth), width, ROUND_ENDS)
      if (kick) out += line(kick, depth === rings - 1 ? inks.c : inks.kick, width, ROUND_ENDS)
    }
  return out
}

type Grid = { r: number; focus: Point; random: Random; rank: (distance: number, dx: number, dy: number) => number }

// Returns the centres of a hexagonal grid in ascending order of `rank`, which is given their position relative to the
// focus. `nearest` is the index of the centre nearest to the focus.
function hexagons({ r, focus, random, rank }: Grid) {
  const w = Math.cos(Math.PI / 6) * r
  const left = random.range(-w, 0)
  const top = random.range(-r, 0)
  const cells = []
  for (let j = -1; j * 1.5 * r < HEIGHT + 2 * r; j++)
    for (let i = -1; i * 2 * w < WIDTH + 2 * w; i++) {
      const x = left + i * 2 * w + (j & 1 ? w : 0)
      const y = top + j * 1.5 * r
      const [dx, dy] = [x - focus[0], y - focus[1]]
      const distance = Math.hypot(dx, dy)
      cells.push({ x, y, distance, rank: rank(distance, dx, dy) })
    }
  cells.sort((a, b) => a.rank - b.rank)
  const distances = cells.map(({ distance }) => distance)
  return { cells, nearest: distances.indexOf(Math.min(...distances)) }
}
