import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, type Point, pointIn, polar, regularPolygon, WIDTH } from '#covers/geometry.ts'
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
  const on = facts.hasShare ? Math.max(1, Math.round(facts.share(0, 1) * count)) : 1
  const rot = random.range(0, 360)
  const fat = random.range(0.8, 1.25)
  const st = random.int(0, count - 1)
  const tones = count % 2 ? [inks.a, inks.b, inks.d] : [inks.a, inks.b, inks.a, inks.d]
  let out = ''
  for (let i = 0; i < count; i++) {
    const a = rot + (i * 360) / count
    const q = (180 / count) * fat * 1.5
    const k = (i - st + count) % count < on
    const tip = polar(cx, cy, R, a)
    const d = path`M${cx} ${cy}Q${polar(cx, cy, R * 0.62, a - q)} ${tip}Q${polar(cx, cy, R * 0.62, a + q)} ${cx} ${cy}Z`
    out +=
      fill(d, k ? inks.kick : at(tones, i)) +
      (!k && i % 4 === 1 ? pen.hatch(d, inks.ground, { angle: a, pitch: 15, width: 4 }) : '')
  }
  return out + circle(cx, cy, R * 0.14, inks.c)
}

/** Draws a radar. The percentage stated in the article is the size of the accent-coloured sector behind the beam. */
export function radar({ random, inks, facts, pen }: Sheet): string {
  const [cx, cy] = pointIn([420, 300, 780, 420], random)
  const n = random.int(4, 6)
  const step = 680 / n
  const a0 = random.range(180, 330)
  const sw = clamp(facts.share(0.07, 0.14), 0.02, 0.95) * 360
  let out = ''
  for (let i = n; i >= 1; i--) out += circle(cx, cy, i * step, at([inks.b, inks.ground, inks.d, inks.ground], n - i))
  const back = sector(cx, cy, 0, 900, a0 - 100, a0)
  out +=
    pen.hatch(back, inks.a, { angle: a0, pitch: 28, width: 9 }) +
    fill(sector(cx, cy, 0, 900, a0, a0 + sw), inks.kick) +
    circle(cx, cy, step * 0.42, inks.c)
  for (let i = 0; i < random.int(5, 8); i++) {
    const a = a0 + sw + 20 + (i * (320 - sw)) / 7
    const R = step * (random.int(1, n - 2) + 0.5)
    out += circle(...polar(cx, cy, R, a), random.range(16, 40), i % 3 ? inks.c : inks.a)
  }
  return out
}

/** Draws a camera shutter with as many blades as the article states (5 to 10). */
export function shutter({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(5, 10, 7)
  const [cx, cy] = pointIn([420, 260, 780, 420], random)
  const hole = random.range(100, 175)
  const rot = random.range(0, 360)
  const v = regularPolygon(cx, cy, hole, count, rot)
  const dir = v.map((a, i): Point => {
    const b = at(v, (i + 1) % count)
    const l = Math.hypot(b[0] - a[0], b[1] - a[1])
    return [(b[0] - a[0]) / l, (b[1] - a[1]) / l]
  })
  const tones = count % 2 ? [inks.a, inks.b, inks.d] : [inks.a, inks.b]
  let out = ''
  let e = ''
  for (let i = 0; i < count; i++) {
    const o = at(v, (i + 1) % count)
    const a = at(dir, i)
    const b = at(dir, (i + 1) % count)
    const p = polygon([o, [o[0] + a[0] * 2400, o[1] + a[1] * 2400], [o[0] + b[0] * 2400, o[1] + b[1] * 2400]])
    out += fill(p, count % 2 && i === count - 1 ? inks.c : at(tones, i))
    if (i === 1 || i === 4)
      out += pen.hatch(p, inks.dark ? inks.ground : inks.a, { angle: (Math.atan2(b[1], b[0]) * 180) / Math.PI })
    e += path`M${at(v, i)}l${at(dir, i)[0] * 2400} ${at(dir, i)[1] * 2400}`
  }
  return out + fill(polygon(v), inks.c) + line(e, inks.ground, 8) + circle(cx, cy, hole * 0.48, inks.kick)
}

/** Draws a row with as many dominoes as the article states (6 to 14). */
export function dominoes({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(6, 14, random.int(8, 11))
  const w = 560 / count
  const h = random.range(360, 430)
  const base = HEIGHT - random.range(70, 120)
  const up = random.range(0.35, 0.6)
  const t = 1130 / count
  let out =
    band(base, HEIGHT, inks.b) +
    pen.hatch(box(-10, base, WIDTH + 20, HEIGHT), inks.ground, {
      bounds: [-10, base, WIDTH + 10, HEIGHT + 10],
      angle: 0,
      pitch: 18,
      width: 6,
    })
  const kickAt = Math.round(count * up)
  for (let i = 0; i < count; i++) {
    const a = i <= kickAt ? 0 : clamp((i - kickAt) * random.range(9, 11), 0, 66)
    const x = 30 + i * t + (i > kickAt ? 12 : 0)
    const rad = (a * Math.PI) / 180
    const px = x + w
    const py = base
    const P: Point[] = [
      [px, py],
      [px + h * Math.sin(rad), py - h * Math.cos(rad)],
      [px + h * Math.sin(rad) - w * Math.cos(rad), py - h * Math.cos(rad) - w * Math.sin(rad)],
      [px - w * Math.cos(rad), py - w * Math.sin(rad)],
    ]
    out +=
      line(polygon(P), inks.ground, 12, MITER) +
      fill(polygon(P), i === kickAt ? inks.kick : at([inks.a, inks.c, inks.a, inks.d], i))
  }
  return out
}

/** Draws a prism that splits light into as many rays as the article states (3 to 9). */
export function prism({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 9, 6)
  const cx = random.range(460, 620)
  const top = random.range(70, 120)
  const R = random.range(270, 330)
  const bot = top + R * 1.62
  const A: Point = [cx, top]
  const B: Point = [cx - R, bot]
  const C: Point = [cx + R, bot]
  const my = (top + bot) / 2 + 20
  const lx = cx - R * 0.5
  const rx = cx + R * 0.48
  const sp = random.range(300, 430)
  const tones = [inks.a, inks.d, inks.b, inks.a, inks.c, inks.d]
  const kickAt = random.int(0, count - 1)
  const mid = random.range(380, 460)
  let out = ''
  for (let i = 0; i < count; i++) {
    const y = (v: number) => mid - sp + 2 * sp * v
    out += solid(
      polygon([
        [rx - 20, my - 40 + (80 * i) / count],
        [WIDTH + 60, y(i / count)],
        [WIDTH + 60, y((i + 1) / count)],
        [rx - 20, my - 40 + (80 * (i + 1)) / count],
      ]),
      i === kickAt ? inks.kick : at(tones, i),
    )
  }
  const tri = polygon([A, B, C])
  return (
    out +
    line(path`M-30 ${my + random.range(60, 170)}L${lx + 40} ${my}`, inks.c, 34) +
    line(tri, inks.ground, 26, MITER) +
    fill(tri, inks.dark ? inks.b : inks.c) +
    pen.hatch(polygon([A, C, [cx, bot]]), inks.dark ? inks.a : inks.ground, {
      bounds: [cx, top, cx + R, bot],
      angle: 60,
    })
  )
}
