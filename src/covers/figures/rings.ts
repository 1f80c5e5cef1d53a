import type { Sheet } from '#covers/drawing.ts'
import { boundsOfDisc, clamp, HEIGHT, pointIn, polar, WIDTH } from '#covers/geometry.ts'
import { disc, num, path, sector } from '#covers/paths.ts'
import { circle, fill, line, MITER, ROUND, ROUND_ENDS, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws as many orbits as the article states (3 to 7), with one body on each. */
export function orbits({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const [cx, cy] = pointIn([240, 260, 480, 420], random)
  const core = random.range(90, 140)
  const step = (900 - core) / count
  const k = random.int(1, Math.min(count, 4) - 1)
  let out = ''
  let dots = ''
  for (let i = count; i >= 1; i--) out += circle(cx, cy, core + i * step * 0.92, i % 2 ? inks.b : inks.ground)
  for (let i = 0; i < count; i++) {
    const R = core + (i + 1) * step * 0.92 - step * 0.46
    const a = random.range(-34, 34) + (i < 2 && random.chance(0.4) ? 180 : 0)
    const [x, y] = polar(cx, cy, R, a)
    const q = step * 0.46 * random.range(0.62, 0.95)
    dots +=
      i === k
        ? circle(
            ...polar(
              cx,
              cy,
              R,
              clamp(random.range(-24, 24), -Math.asin(Math.min(1, 150 / R)) * 57, Math.asin(Math.min(1, 150 / R)) * 57),
            ),
            step * 0.44,
            inks.kick,
          )
        : circle(x, y, q, i % 3 ? inks.a : inks.c)
  }
  const d = disc(cx, cy, core)
  return (
    out +
    fill(d, inks.c) +
    pen.hatch(d, inks.dark ? inks.ground : inks.b, {
      bounds: boundsOfDisc(cx, cy, core),
      angle: random.pick([0, 45, 90]),
      pitch: 13,
    }) +
    dots
  )
}

/** Draws an eye whose iris has as many rays as the article states (9 to 36). */
export function eye({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(9, 36, random.int(14, 28))
  const cx = random.range(480, 720)
  const cy = HEIGHT / 2 + random.range(-20, 20)
  const R = random.range(190, 225)
  const w = random.range(560, 700)
  const k = random.range(0.62, 0.74)
  const lid = (z: number) => {
    const q = w * z
    const c = R * z * 2 * k
    return path`M${cx - q} ${cy}Q${cx} ${cy - c * 1.5} ${cx + q} ${cy}Q${cx} ${cy + c * 1.5} ${cx - q} ${cy}Z`
  }
  const lids = [
    { size: 3.2, color: inks.d },
    { size: 2.7, color: inks.ground },
    { size: 2.3, color: inks.b },
    { size: 1.9, color: inks.ground },
    { size: 1.55, color: inks.d },
    { size: 1.25, color: inks.dark ? inks.b : inks.c },
  ]
  let out = lids.map(({ size, color }) => fill(lid(size), color)).join('')
  const eye = lid(1)
  out += fill(eye, inks.dark ? inks.c : inks.ground)
  let iris = circle(cx, cy, R, inks.dark ? inks.d : inks.a)
  let rays = ''
  for (let i = 0; i < count; i++) rays += sector(cx, cy, R * 0.52, R + 2, (i * 360) / count, ((i + 0.5) * 360) / count)
  iris += fill(rays, inks.dark ? inks.ground : inks.c) + circle(cx, cy, R * 0.56, inks.dark ? inks.ground : inks.c)
  const z = random.pick([0.74, 1, 1.3, 1.75])
  const far = z > 1.5 ? 1 : z < 1 ? 0.6 : 0.35
  return turned(
    random.pick([0, 0, -22, 16, 34]),
    out + pen.clip(eye, iris) + circle(cx, cy, R * 0.3, inks.kick),
    z,
    random.range(-300, 300) * far,
    random.range(-90, 90) * far,
  )
}

/**
 * Draws a table with as many seats as the article states (7 to 21). The article's percentage of the seats is in the
 * accent colour.
 */
export function quorum({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(7, 21, random.int(9, 16))
  const on = Math.max(1, Math.round(facts.share(0.12, 0.34) * count))
  const cx = random.range(480, 720)
  const cy = random.pick([HEIGHT / 2, HEIGHT / 2, HEIGHT + 40, HEIGHT * 0.7])
  const R = cy > HEIGHT ? 610 : cy > 400 ? 440 : random.range(330, 400)
  const w = random.range(90, 150)
  const st = cy > 400 ? Math.round(count * 0.75 - on / 2) % count : random.int(0, count - 1)
  const gap = 2.4
  let out = ''
  out +=
    circle(cx, cy, R - w - 30, inks.b) +
    pen.hatch(disc(cx, cy, R - w - 30), inks.ground, { bounds: boundsOfDisc(cx, cy, R) })
  out += circle(cx, cy, (R - w) * 0.42, inks.c)
  for (let ringN = 0; ringN < 2; ringN++)
    for (let i = 0; i < count; i++)
      out += fill(
        sector(
          cx,
          cy,
          ringN ? R + 24 : R - w,
          ringN ? R + 24 + w * 1.6 : R,
          ((i + (ringN ? 0.5 : 0)) * 360) / count + gap,
          ((i + (ringN ? 1.5 : 1)) * 360) / count - gap,
        ),
        ringN ? (i % 2 ? inks.d : inks.b) : (i - st + count) % count < on ? inks.kick : inks.a,
      )
  return out
}

/** Draws a keyhole with as many outlines as the article states (4 to 9). */
export function keyhole({ random, inks, facts }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const [cx, cy] = pointIn([420, 250, 780, 300], random)
  const q = random.range(62, 84)
  const leg = q * random.range(2.2, 2.8)
  const d = path`M${cx - q * 0.5} ${cy + q * 0.86}A${q} ${q} 0 1 1 ${cx + q * 0.5} ${cy + q * 0.86}L${cx + q * 0.95} ${cy + leg}H${cx - q * 0.95}Z`
  const step = 640 / count
  const tones = [inks.a, inks.ground, inks.c, inks.b, inks.d, inks.ground]
  let out = ''
  for (let i = count + 4; i >= 1; i--)
    out += line(d, at(tones, i - 1), 2 * i * step * (0.55 + (0.45 * i) / count), MITER)
  return turned(
    random.pick([0, 0, 0, -25, 90]),
    out + fill(d, inks.kick),
    random.pick([0.8, 1, 1.35]),
    random.range(-120, 120),
    0,
  )
}

/**
 * Draws a track with as many lanes as the article states (3 to 6). The article's percentage is the completed part of a
 * lap, which is in the accent colour.
 */
export function loop({ random, inks, facts }: Sheet): string {
  const count = facts.count(3, 6, 5)
  const step = clamp(440 / count, 96, 140)
  const [cx, cy] = pointIn([420, 290, 780, 390], random)
  const st = random.range(120, 260)
  const share = facts.share(0.3, 0.6)
  const tones = [inks.a, inks.b, inks.a, inks.d, inks.c]
  let out = ''
  const track = (q: number) =>
    path`M${cx} ${cy - q}H${cx + st}A${q} ${q} 0 0 1 ${cx + st} ${cy + q}H${cx - st}A${q} ${q} 0 0 1 ${cx - st} ${cy - q}Z`
  for (let i = count + 4; i >= 1; i--) out += line(track(i * step), at(tones, i), step * 0.6)
  const q = Math.min(random.int(2, 3), count - 1) * step
  const len = 4 * st + 2 * Math.PI * q
  return turned(
    random.pick([0, -24, 18, 90, -40]),
    out + line(track(q), inks.kick, step * 0.6, `${ROUND_ENDS} stroke-dasharray="${num(share * len)} ${num(len * 2)}"`),
  )
}

/**
 * Draws a clock. The article's percentage is the elapsed part of the hour, which is in the accent colour. The dial has
 * as many marks as the article states (8 to 60).
 */
export function clock({ random, inks, facts }: Sheet): string {
  const count = facts.count(8, 60, random.pick([12, 24, 60]))
  const [cx, cy] = pointIn([380, 310, 820, 420], random)
  const R = random.range(390, 520)
  const p = clamp(facts.share(0.1, 0.4), 0.03, 0.97)
  let t = ''
  for (let i = 0; i < count; i++) {
    const w = (360 / count) * (i % Math.max(1, Math.round(count / 12)) ? 0.14 : 0.26)
    const q = (i * 360) / count - 90
    t += sector(cx, cy, R * (i % Math.max(1, Math.round(count / 12)) ? 0.86 : 0.74), R * 0.95, q - w, q + w)
  }
  const hand = (degrees: number, l: number, w: number, c: string) =>
    line(path`M${polar(cx, cy, R * 0.12, degrees + 180)}L${polar(cx, cy, l, degrees)}`, c, w)
  return (
    circle(cx, cy, R * 1.22, inks.b) +
    circle(cx, cy, R, inks.dark ? inks.d : inks.ground) +
    fill(t, inks.c) +
    fill(sector(cx, cy, 0, R * 0.66, -90, -90 + p * 360), inks.kick) +
    hand(-90, R * 0.66, 26, inks.dark ? inks.c : inks.a) +
    hand(-90 + p * 360, R * 0.9, 16, inks.c) +
    circle(cx, cy, R * 0.09, inks.c)
  )
}

/**
 * Draws a disk with as many tracks as the article states (3 to 6). The article's percentage is the written part of a
 * track, which is in the accent colour.
 */
export function platter({ random, inks, facts }: Sheet): string {
  const count = facts.count(3, 6, 5)
  const [cx, cy] = pointIn([360, 320, 560, 420], random)
  const R = random.range(470, 560)
  const hub = 110
  const st = (R - hub) / count
  const p = clamp(facts.share(0.2, 0.4), 0.05, 0.95)
  const kickAt = random.int(1, Math.max(1, count - 3))
  const a0 = random.range(200, 260)
  const px = WIDTH - 90
  const py = random.pick([60, HEIGHT - 60])
  const [hx, hy] = polar(cx, cy, hub + (kickAt + 0.5) * st, py < 300 ? -28 : 28)
  let out = circle(cx, cy, R + 26, inks.c)
  for (let i = count - 1; i >= 0; i--)
    out += circle(
      cx,
      cy,
      hub + (i + 1) * st,
      at(
        inks.dark ? [inks.b, inks.d, inks.b, inks.a === inks.c ? inks.d : inks.a] : [inks.a, inks.b, inks.d, inks.b],
        i,
      ),
    )
  out +=
    fill(sector(cx, cy, hub + kickAt * st + 4, hub + (kickAt + 1) * st - 4, a0, a0 + p * 360), inks.kick) +
    circle(cx, cy, hub, inks.c) +
    circle(cx, cy, hub * 0.45, inks.ground)
  return (
    out +
    line(path`M${px} ${py}L${hx} ${hy}`, inks.ground, 74, ROUND) +
    line(path`M${px} ${py}L${hx} ${hy}`, inks.dark ? inks.a : inks.c, 46, ROUND) +
    circle(px, py, 86, inks.dark ? inks.a : inks.c) +
    circle(px, py, 36, inks.ground) +
    circle(hx, hy, 15, inks.ground)
  )
}
