import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, type Point, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { box, disc, path } from '#covers/paths.ts'
import { bag, circle, line, MITER, rect, ring, ROUND, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a chain with as many links as the article states (3 to 7). */
export function links({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const z = (1180 / count) * random.range(0.72, 0.86)
  const size = clamp(z, 170, 330)
  const w = size * random.range(0.2, 0.27)
  const step = size * random.range(1.12, 1.26)
  const y0 = HEIGHT / 2
  const x0 = WIDTH / 2 - ((count - 1) * step) / 2
  const kickAt = random.int(1, Math.max(1, count - 2))
  const tones = [inks.a, inks.c, inks.d]
  const square = random.chance(0.6)
  const shape = (cx: number) =>
    square
      ? path`M${cx} ${y0 - size}L${cx + size} ${y0}L${cx} ${y0 + size}L${cx - size} ${y0}Z`
      : disc(cx, y0, size * 0.96)
  const halo = (i: number) => line(shape(x0 + i * step), inks.ground, w + 20, MITER)
  const ink = (i: number) => line(shape(x0 + i * step), i === kickAt ? inks.kick : at(tones, i), w, MITER)
  const link = (i: number) => halo(i) + ink(i)
  let out = ''
  for (let i = 0; i < count; i++) out += link(i)
  for (let i = 0; i < count - 1; i++) {
    const mx = x0 + (i + 0.5) * step
    const my = square ? y0 - (size - step / 2) : y0 - Math.sqrt((size * 0.96) ** 2 - (step / 2) ** 2)
    out += pen.clip(disc(mx, my, w * 1.1), halo(i)) + pen.clip(disc(mx, my, w * 1.1 + 7), ink(i))
  }
  return turned(random.range(-16, 16), out)
}

/** Draws as many linked rings as the article states (3 to 6). */
export function rings({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 6, random.pick([3, 4, 5]))
  const cx = random.range(520, 680)
  const cy = HEIGHT / 2
  const D = count === 3 ? random.range(160, 190) : random.range(210, 240)
  const q = D * at([0, 0, 0, 1.22, 0.86, 0.79, 0.7], count)
  const w = q * (count === 3 ? random.range(0.26, 0.34) : random.range(0.2, 0.26))
  const rot = random.range(0, 360)
  const k = random.range(1.15, 1.45)
  const kickAt = random.int(0, count - 1)
  const cs = regularPolygon(cx, cy, D, count, rot)
  const tones = [inks.a, inks.c, inks.d]
  const halo = (i: number) => ring(...at(cs, i), q, w + 20, inks.ground)
  const ink = (i: number) =>
    ring(
      ...at(cs, i),
      q,
      w,
      i === kickAt
        ? inks.kick
        : count % 3
          ? i % 2
            ? inks.c
            : i === count - 1 && count % 2
              ? inks.d
              : inks.a
          : at(tones, i),
    )
  const one = (i: number) => halo(i) + ink(i)
  const over = (i: number, along: Point) =>
    pen.clip(disc(...along, w), halo(i)) + pen.clip(disc(...along, w + 7), ink(i))
  const cross = (i: number, j: number, outer: boolean): Point => {
    const [ax, ay] = at(cs, i)
    const [bx, by] = at(cs, j)
    const mx = (ax + bx) / 2
    const my = (ay + by) / 2
    const d = Math.hypot(bx - ax, by - ay)
    const h = Math.sqrt(q * q - (d * d) / 4)
    const l = Math.hypot(mx - cx, my - cy) || 1
    const sg = outer ? 1 : -1
    return [mx + ((mx - cx) / l) * h * sg, my + ((my - cy) / l) * h * sg]
  }
  let out = ''
  for (let i = 0; i < count; i++) out += one(i)
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count
    if (j > i) out += over(i, cross(i, j, true))
    else out += over(j, cross(i, j, count > 3))
  }
  return turned(0, out, k)
}

/** Draws pipes on tiles, with as many rows of tiles as the article states (3 to 5). */
export function plumbing({ random, inks, facts }: Sheet): string {
  const rows = facts.count(3, 5, random.pick([3, 4, 5]))
  const t = HEIGHT / rows
  const cols = Math.ceil(WIDTH / t)
  const w = t * 0.34
  const h = t / 2
  const grid = Array.from({ length: rows }, () => Array.from({ length: cols }, () => random.int(0, 1)))
  // Each tile has two quarter circles around opposite corners.
  const arc = (from: Point, to: Point, sweep: number) => path`M${from}A${h} ${h} 0 0 ${sweep} ${to}`
  const arcs = (turned: number, x: number, y: number) =>
    turned
      ? [arc([x + h, y], [x, y + h], 1), arc([x + t, y + h], [x + h, y + t], 0)]
      : [arc([x + h, y], [x + t, y + h], 0), arc([x, y + h], [x + h, y + t], 1)]
  let all = ''
  let dots = ''
  for (let j = 0; j < rows; j++) for (let i = 0; i < cols; i++) all += arcs(at(at(grid, j), i), i * t, j * t).join('')
  const trace = (i: number, j: number, side: number) => {
    let d = ''
    let len = 0
    while (i >= 0 && j >= 0 && i < cols && j < rows && len < 60) {
      const k = at(at(grid, j), i)
      const exit = k ? at([3, 2, 1, 0], side) : at([1, 0, 3, 2], side)
      d += at(arcs(k, i * t, j * t), k ? (side === 0 || side === 3 ? 0 : 1) : side < 2 ? 0 : 1)
      len++
      if (exit === 0) {
        j--
        side = 2
      } else if (exit === 1) {
        i++
        side = 3
      } else if (exit === 2) {
        j++
        side = 0
      } else {
        i--
        side = 1
      }
    }
    return { d, len }
  }
  let best = { d: '', len: 0 }
  for (let j = 0; j < rows; j++) {
    const q = trace(0, j, 3)
    if (q.len > best.len) best = q
  }
  for (let i = 0; i < cols; i++) {
    const q = trace(i, 0, 0)
    if (q.len > best.len) best = q
  }
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= cols; i++) if (random.chance(0.3)) dots += circle(i * t, j * t, w * 0.42, inks.d)
  return (
    dots +
    line(all, inks.dark ? inks.b : inks.a, w) +
    line(all, inks.dark ? inks.a : inks.b, w * 0.18) +
    line(best.d, inks.ground, w + 14) +
    line(best.d, inks.kick, w, ROUND)
  )
}

/** Draws a weave with as many strands across its width as the article states (4 to 12). */
export function weave({ random, inks, facts }: Sheet): string {
  const count = facts.count(4, 12, random.int(5, 10))
  const t = Math.max(WIDTH / count, 96)
  const w = t * random.range(0.6, 0.76)
  const c = Math.ceil(1440 / t) + 1
  const kickColumn = Math.round(c / 2) + random.int(-1, 1)
  const shapes = bag()
  const e = bag()
  const run = random.pick([1, 1, 2])
  let out = ''
  for (let i = 0; i < c; i++)
    out += rect(-120 + i * t, -400, w, 1500, i === kickColumn ? inks.kick : at([inks.a, inks.c, inks.a], i))
  for (let j = 0; j * t < 1380; j++)
    for (let i = -1; i < c; i++) {
      if ((i + j * run) % (run + 1)) continue
      const x = -120 + i * t
      const y = -340 + j * t
      shapes.add(inks.ground, box(x - (t - w) * 0.86, y - 9, w + (t - w) * 1.72, w + 18))
      e.add(j % 3 ? inks.d : inks.b, box(x - (t - w) * 0.86, y, w + (t - w) * 1.72, w))
    }
  return turned(random.pick([0, 30, 45, -20]), out + shapes.out() + e.out(), 1.1)
}
