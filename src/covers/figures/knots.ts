import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, type Point, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { box, disc, path } from '#covers/paths.ts'
import { bag, circle, fill, line, MITER, rect, ring, ROUND, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a chain with as many links as the article states (3 to 7). */
export function links({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const size = clamp((1180 / count) * random.range(0.72, 0.86), 170, 330)
  const w = size * random.range(0.2, 0.27)
  const step = size * random.range(1.12, 1.26)
  const y = HEIGHT / 2
  const x0 = WIDTH / 2 - ((count - 1) * step) / 2
  const kickAt = random.int(1, count - 2)
  const tones = [inks.a, inks.c, inks.d]
  const isSquare = random.chance(0.6)
  const r = isSquare ? size : size * 0.96
  const shape = (i: number) => {
    const x = x0 + i * step
    return isSquare ? path`M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z` : disc(x, y, r)
  }
  const halo = (i: number) => line(shape(i), inks.ground, w + 20, MITER)
  const ink = (i: number) => line(shape(i), i === kickAt ? inks.kick : at(tones, i), w, MITER)
  const height = isSquare ? r - step / 2 : Math.sqrt(r ** 2 - (step / 2) ** 2)
  let out = ''
  for (let i = 0; i < count; i++) out += halo(i) + ink(i)
  // Each link lies below the next one, except at their upper crossing.
  for (let i = 0; i < count - 1; i++) {
    const x = x0 + (i + 0.5) * step
    out += pen.clip(disc(x, y - height, w * 1.1), halo(i)) + pen.clip(disc(x, y - height, w * 1.1 + 7), ink(i))
  }
  return turned(random.range(-16, 16), out)
}

/** Draws as many linked rings as the article states (3 to 6). */
export function rings({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 6, random.pick([3, 4, 5]))
  const cx = random.range(520, 680)
  const cy = HEIGHT / 2
  const distance = count === 3 ? random.range(160, 190) : random.range(210, 240)
  const r = distance * at([1.22, 0.86, 0.79, 0.7], count - 3)
  const w = r * (count === 3 ? random.range(0.26, 0.34) : random.range(0.2, 0.26))
  const centres = regularPolygon(cx, cy, distance, count, random.range(0, 360))
  const scale = random.range(1.15, 1.45)
  const kickAt = random.int(0, count - 1)
  // Neighbours have different tones, also the first and the last one.
  const tones = count % 3 === 0 ? [inks.a, inks.c, inks.d] : [inks.a, inks.c]
  if (count === 5) tones.push(inks.a, inks.c, inks.d)
  const halo = (i: number) => ring(...at(centres, i), r, w + 20, inks.ground)
  const ink = (i: number) => ring(...at(centres, i), r, w, i === kickAt ? inks.kick : at(tones, i))
  // The outer or inner crossing of two rings.
  const crossing = (i: number, j: number, isOuter: boolean): Point => {
    const [ax, ay] = at(centres, i)
    const [bx, by] = at(centres, j)
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
    const height = Math.sqrt(r * r - Math.hypot(bx - ax, by - ay) ** 2 / 4) * (isOuter ? 1 : -1)
    const length = Math.hypot(x - cx, y - cy)
    return [x + ((x - cx) / length) * height, y + ((y - cy) / length) * height]
  }
  let out = ''
  for (let i = 0; i < count; i++) out += halo(i) + ink(i)
  // Each ring lies below the next one, except at one crossing.
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count
    const upper = Math.min(i, next)
    const point = crossing(i, next, next > i || count > 3)
    out += pen.clip(disc(...point, w), halo(upper)) + pen.clip(disc(...point, w + 7), ink(upper))
  }
  return turned(0, out, scale)
}

/** Draws pipes on tiles, with as many rows of tiles as the article states (3 to 5). */
export function plumbing({ random, inks, facts }: Sheet): string {
  const rows = facts.count(3, 5, random.pick([3, 4, 5]))
  const size = HEIGHT / rows
  const columns = Math.ceil(WIDTH / size)
  const w = size * 0.34
  const r = size / 2
  const isTurned = Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.pick([false, true])))
  // Each tile has two quarter circles around opposite corners. The first one leads to the top side.
  const pipes = (i: number, j: number) => {
    const [x, y] = [i * size, j * size]
    const arc = (from: Point, to: Point, sweep: number) => path`M${from}A${r} ${r} 0 0 ${sweep} ${to}`
    return at(at(isTurned, j), i)
      ? [arc([x + r, y], [x, y + r], 1), arc([x + size, y + r], [x + r, y + size], 0)]
      : [arc([x + r, y], [x + size, y + r], 0), arc([x, y + r], [x + r, y + size], 1)]
  }
  // Follows the pipe that starts at a side of a tile: 0 is the top, 1 right, 2 the bottom and 3 left.
  const trace = (i: number, j: number, side: number) => {
    const traced = []
    while (i >= 0 && j >= 0 && i < columns && j < rows && traced.length < 60) {
      const end = at(at(at(isTurned, j), i) ? [3, 2, 1, 0] : [1, 0, 3, 2], side)
      traced.push(at(pipes(i, j), side === 0 || end === 0 ? 0 : 1))
      i += at([0, 1, 0, -1], end)
      j += at([-1, 0, 1, 0], end)
      side = (end + 2) % 4
    }
    return traced
  }
  const fromLeft = Array.from({ length: rows }, (_, j) => trace(0, j, 3))
  const fromTop = Array.from({ length: columns }, (_, i) => trace(i, 0, 0))
  const longest = [...fromLeft, ...fromTop]
    .reduce((best, other) => (other.length > best.length ? other : best))
    .join('')
  const all = isTurned.flatMap((row, j) => row.flatMap((_, i) => pipes(i, j))).join('')
  let dots = ''
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++) if (random.chance(0.3)) dots += circle(i * size, j * size, w * 0.42, inks.d)
  return (
    dots +
    line(all, inks.dark ? inks.b : inks.a, w) +
    line(all, inks.dark ? inks.a : inks.b, w * 0.18) +
    line(longest, inks.ground, w + 14) +
    line(longest, inks.kick, w, ROUND)
  )
}

/** Draws a weave with as many strands across its width as the article states (4 to 12). */
export function weave({ random, inks, facts }: Sheet): string {
  const count = facts.count(4, 12, random.int(5, 10))
  const pitch = Math.max(WIDTH / count, 96)
  const w = pitch * random.range(0.6, 0.76)
  const overlap = (pitch - w) * 0.86
  const columns = Math.ceil(1440 / pitch) + 1
  const kickColumn = Math.round(columns / 2) + random.int(-1, 1)
  const run = random.pick([1, 1, 2])
  const tones = [inks.a, inks.c, inks.a]
  const strands = bag()
  let out = ''
  let halos = ''
  for (let i = 0; i < columns; i++)
    out += rect(-120 + i * pitch, -400, w, 1500, i === kickColumn ? inks.kick : at(tones, i))
  for (let j = 0; j * pitch < 1380; j++)
    for (let i = -1; i < columns; i++) {
      if ((i + j * run) % (run + 1)) continue
      const [x, y] = [-120 + i * pitch - overlap, -340 + j * pitch]
      halos += box(x, y - 9, w + 2 * overlap, w + 18)
      strands.add(j % 3 ? inks.d : inks.b, box(x, y, w + 2 * overlap, w))
    }
  return turned(random.pick([0, 30, 45, -20]), out + fill(halos, inks.ground) + strands.out(), 1.1)
}
