import type { Sheet } from '#covers/drawing.ts'
import { HEIGHT, type Point, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { polygon } from '#covers/paths.ts'
import { bag, fill, line, ROUND_ENDS, solid } from '#covers/svg.ts'
import { at } from '#text/random.ts'

const COS_30 = Math.cos(Math.PI / 6)

/** Draws a honeycomb. The percentage stated in the article is the percentage of full cells. */
export function honeycomb({ random, inks, facts }: Sheet): string {
  const k = random.pick([84, 105, 135, 170])
  const w = COS_30 * k
  const share = facts.share(0.4, 0.7)
  const fx = random.range(0.25, 0.75) * WIDTH
  const fy = random.range(0.3, 0.7) * HEIGHT
  const ox = random.range(-w, 0)
  const oy = random.range(-k, 0)
  const cells = []
  const shapes = bag()
  for (let j = -1; j * 1.5 * k < HEIGHT + 2 * k; j++)
    for (let i = -1; i * 2 * w < WIDTH + 2 * w; i++) {
      const x = ox + i * 2 * w + (j & 1 ? w : 0)
      const y = oy + j * 1.5 * k
      cells.push({ x, y, d: Math.hypot(x - fx, y - fy) + random.range(0, k * 3.2), n: Math.hypot(x - fx, y - fy) })
    }
  cells.sort((a, b) => a.d - b.d)
  const kick = at(
    cells.slice().sort((a, b) => a.n - b.n),
    0,
  )
  const hex = (x: number, y: number, q: number) => polygon(regularPolygon(x, y, q, 6, 30))
  const lim = share * cells.length
  let h = ''
  cells.forEach((c, i) => {
    const on = i < lim
    shapes.add(
      c === kick ? inks.c : on ? at([inks.a, inks.d, inks.a, inks.c, inks.a], i * 3) : inks.b,
      hex(c.x, c.y, k * (on || c === kick ? 0.95 : 0.34)),
    )
    if (on && c !== kick && i % 5 === 2) h += hex(c.x, c.y, k * 0.42)
  })
  return shapes.out() + fill(h, inks.ground) + fill(hex(kick.x, kick.y, k * 0.6), inks.kick)
}

/** Draws tumbling blocks. The percentage stated in the article is the percentage of solid cubes. */
export function tumble({ random, inks, facts }: Sheet): string {
  const k = random.pick([112, 128, 169, 225])
  const w = COS_30 * k
  const share = facts.share(0.35, 0.65)
  const fx = random.range(0.25, 0.75) * WIDTH
  const fy = random.range(0.3, 0.7) * HEIGHT
  const lean = random.range(-1, 1)
  const mode = random.pick([0, 1, 2])
  const ox = random.range(-w, 0)
  const oy = random.range(-k, 0)
  const cells = []
  const shapes = bag()
  for (let j = -1; j * 1.5 * k < HEIGHT + 2 * k; j++)
    for (let i = -1; i * 2 * w < WIDTH + 2 * w; i++) {
      const x = ox + i * 2 * w + (j & 1 ? w : 0)
      const y = oy + j * 1.5 * k
      const away = Math.hypot(x - fx, y - fy)
      cells.push({
        x,
        y,
        away,
        d: mode === 0 ? away : mode === 1 ? Math.abs((x - fx) * 0.8 + (y - fy) * lean) * 1.9 : x - fx + (y - fy) * lean,
      })
    }
  cells.sort((a, b) => a.d - b.d)
  const kick = at(
    cells.slice().sort((a, b) => a.away - b.away),
    0,
  )
  cells.forEach((c, i) => {
    const point = (dx: number, dy: number): Point => [c.x + dx, c.y + dy]
    const [middle, above, below] = [point(0, 0), point(0, -k), point(0, k)]
    const [right, rightBelow] = [point(w, -k / 2), point(w, k / 2)]
    const [leftBelow, left] = [point(-w, k / 2), point(-w, -k / 2)]
    const on = i < share * cells.length
    const t =
      c === kick
        ? [inks.kick, inks.c, inks.a]
        : on
          ? [inks.dark ? inks.a : inks.b, inks.c, inks.dark ? inks.d : inks.a]
          : [null, mix(inks.ground, inks.b, 0.5), null]
    const sides = [
      [middle, left, above, right],
      [middle, right, rightBelow, below],
      [middle, below, leftBelow, left],
    ]
    sides.forEach((side, m) => {
      const color = at(t, m)
      if (color !== null && color !== inks.ground) shapes.add(color, polygon(side))
    })
  })
  return shapes.out(solid)
}

/** Draws as many rows of scallops as the article states (2 to 6). */
export function scallops({ random, inks, facts }: Sheet): string {
  const count = facts.count(2, 6, random.int(2, 5))
  const R = Math.round((675 / count) * 0.86)
  const rings = count > 5 ? 3 : 4
  const rise = R * (count > 4 ? 0.66 : random.pick([0.5, 0.58, 0.66]))
  const [left, top] = [random.range(-R, 0), random.range(-R / 2, 0)]
  const kickRow = Math.max(1, Math.round((HEIGHT / 2 - top) / rise) - 1)
  const kickAt = random.int(1, Math.max(1, Math.floor(WIDTH / 2 / R) - 1))
  const tones = [inks.a, inks.ground, inks.d, inks.c]
  let out = ''
  for (let j = -1; top + j * rise < HEIGHT + R; j++)
    for (let q = 0; q < rings; q++) {
      const y = Math.round(top + (j + 0.6) * rise)
      const z = R * (1 - (q / rings) * 0.96)
      let d = ''
      let kd = ''
      for (let i = 0; i * 2 * R < WIDTH + 3 * R; i++) {
        const e = `M${Math.round(left + i * 2 * R + (j & 1 ? R : 0))} ${y}h.1`
        if (i === kickAt && j === kickRow && q !== 1) kd = e
        else d += e
      }
      out +=
        line(d, at(tones, q), 2 * z, ROUND_ENDS) +
        (kd ? line(kd, q === rings - 1 ? inks.c : inks.kick, 2 * z, ROUND_ENDS) : '')
    }
  return out
}
