import type { Sheet } from '#covers/drawing.ts'
import { type Bounds, clamp, HEIGHT, type Point, pointIn, polar, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { box, path, polygon, sector } from '#covers/paths.ts'
import { band, circle, fill, line, MITER, solid } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/**
 * Draws a flower with as many petals as the article states (6 to 16). The article's percentage of the petals, but at
 * least one petal, is in the accent colour.
 */
export function petals({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(6, 16, random.int(8, 13))
  const [cx, cy] = pointIn([420, 280, 780, 395], random)
  const R = random.range(520, 720)
  const kicks = facts.hasShare ? Math.max(1, Math.round(facts.share(0, 1) * count)) : 1
  const rotation = random.range(0, 360)
  const halfWidth = (180 / count) * random.range(0.8, 1.25) * 1.5
  const first = random.int(0, count - 1)
  const tones = count % 2 ? [inks.a, inks.b, inks.d] : [inks.a, inks.b, inks.a, inks.d]
  let out = ''
  for (let i = 0; i < count; i++) {
    const angle = rotation + (i * 360) / count
    const isKick = (i - first + count) % count < kicks
    const [left, right] = [polar(cx, cy, R * 0.62, angle - halfWidth), polar(cx, cy, R * 0.62, angle + halfWidth)]
    const petal = path`M${cx} ${cy}Q${left} ${polar(cx, cy, R, angle)}Q${right} ${cx} ${cy}Z`
    out += fill(petal, isKick ? inks.kick : at(tones, i))
    if (!isKick && i % 4 === 1) out += pen.hatch(petal, inks.ground, { angle, pitch: 15, width: 4 })
  }
  return out + circle(cx, cy, R * 0.14, inks.c)
}

/** Draws a radar. The percentage stated in the article is the size of the accent-coloured sector behind the beam. */
export function radar({ random, inks, facts, pen }: Sheet): string {
  const [cx, cy] = pointIn([420, 300, 780, 420], random)
  const rings = random.int(4, 6)
  const step = 680 / rings
  const start = random.range(180, 330)
  const sweep = Math.min(facts.share(0.07, 0.14), 0.95) * 360
  const tones = [inks.b, inks.ground, inks.d, inks.ground]
  let out = ''
  for (let i = 0; i < rings; i++) out += circle(cx, cy, (rings - i) * step, at(tones, i))
  out +=
    pen.hatch(sector(cx, cy, 0, 900, start - 100, start), inks.a, { angle: start, pitch: 28, width: 9 }) +
    fill(sector(cx, cy, 0, 900, start, start + sweep), inks.kick) +
    circle(cx, cy, step * 0.42, inks.c)
  // The limit is drawn again for each echo. A single draw would change the covers of old posts.
  for (let i = 0; i < random.int(5, 8); i++) {
    const R = step * (random.int(1, rings - 2) + 0.5)
    const echo = polar(cx, cy, R, start + sweep + 20 + (i * (320 - sweep)) / 7)
    out += circle(...echo, random.range(16, 40), i % 3 ? inks.c : inks.a)
  }
  return out
}

/** Draws a camera shutter with as many blades as the article states (5 to 10). */
export function shutter({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(5, 10, 7)
  const [cx, cy] = pointIn([420, 260, 780, 420], random)
  const r = random.range(100, 175)
  const rotation = random.range(0, 360)
  const hole = regularPolygon(cx, cy, r, count, rotation)
  // Each blade's edges continue two sides of the hole.
  const direction = (side: number) => rotation + ((side + 0.5) * 360) / count + 90
  const tones = count % 2 ? [inks.a, inks.b, inks.d] : [inks.a, inks.b]
  let out = ''
  let edges = ''
  for (let i = 0; i < count; i++) {
    const corner = at(hole, i + 1)
    const ends = [polar(...corner, 2400, direction(i)), polar(...corner, 2400, direction(i + 1))]
    const blade = polygon([corner, ...ends])
    out += fill(blade, count % 2 && i === count - 1 ? inks.c : at(tones, i))
    if (i === 1 || i === 4) out += pen.hatch(blade, inks.dark ? inks.ground : inks.a, { angle: direction(i + 1) })
    edges += path`M${at(hole, i)}l${polar(0, 0, 2400, direction(i))}`
  }
  return out + fill(polygon(hole), inks.c) + line(edges, inks.ground, 8) + circle(cx, cy, r * 0.48, inks.kick)
}

/** Draws a row with as many dominoes as the article states (6 to 14). */
export function dominoes({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(6, 14, random.int(8, 11))
  const w = 560 / count
  const h = random.range(360, 430)
  const base = HEIGHT - random.range(70, 120)
  const kickAt = Math.round(count * random.range(0.35, 0.6))
  const tones = [inks.a, inks.c, inks.a, inks.d]
  const bounds: Bounds = [-10, base, WIDTH + 10, HEIGHT + 10]
  const floor = box(-10, base, WIDTH + 20, HEIGHT)
  let out = band(base, HEIGHT, inks.b) + pen.hatch(floor, inks.ground, { bounds, angle: 0, pitch: 18, width: 6 })
  for (let i = 0; i < count; i++) {
    const lean = i > kickAt ? clamp((i - kickAt) * random.range(9, 11), 0, 66) : 0
    const foot: Point = [30 + (i * 1130) / count + (i > kickAt ? 12 : 0) + w, base]
    const top = polar(...foot, h, lean - 90)
    const domino = polygon([foot, top, polar(...top, w, lean + 180), polar(...foot, w, lean + 180)])
    out += line(domino, inks.ground, 12, MITER) + fill(domino, i === kickAt ? inks.kick : at(tones, i))
  }
  return out
}

/** Draws a prism that splits light into as many rays as the article states (3 to 9). */
export function prism({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 9, 6)
  const cx = random.range(460, 620)
  const top = random.range(70, 120)
  const R = random.range(270, 330)
  const bottom = top + R * 1.62
  const middle = (top + bottom) / 2 + 20
  const spread = random.range(300, 430)
  const tones = [inks.a, inks.d, inks.b, inks.a, inks.c, inks.d]
  const kickAt = random.int(0, count - 1)
  const end = random.range(380, 460) - spread
  const x = cx + R * 0.48 - 20
  let out = ''
  for (let i = 0; i < count; i++) {
    const [y0, y1] = [middle - 40 + (80 * i) / count, middle - 40 + (80 * (i + 1)) / count]
    const [end0, end1] = [end + (2 * spread * i) / count, end + (2 * spread * (i + 1)) / count]
    const ray = path`M${x} ${y0}L${WIDTH + 60} ${end0}L${WIDTH + 60} ${end1}L${x} ${y1}Z`
    out += solid(ray, i === kickAt ? inks.kick : at(tones, i))
  }
  const beam = path`M-30 ${middle + random.range(60, 170)}L${cx - R * 0.5 + 40} ${middle}`
  const prism = path`M${cx} ${top}L${cx - R} ${bottom}L${cx + R} ${bottom}Z`
  const shade = path`M${cx} ${top}L${cx + R} ${bottom}L${cx} ${bottom}Z`
  return (
    out +
    line(beam, inks.c, 34) +
    line(prism, inks.ground, 26, MITER) +
    fill(prism, inks.dark ? inks.b : inks.c) +
    pen.hatch(shade, inks.dark ? inks.a : inks.ground, { bounds: [cx, top, cx + R, bottom], angle: 60 })
  )
}
