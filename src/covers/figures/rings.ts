import type { Sheet } from '#covers/drawing.ts'
import { boundsOfDisc, clamp, HEIGHT, pointIn, polar, WIDTH } from '#covers/geometry.ts'
import { disc, num, path, polyline, sector } from '#covers/paths.ts'
import { circle, fill, line, MITER, ROUND, ROUND_ENDS, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws as many orbits as the article states (3 to 7), with one body on each. */
export function orbits({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const [cx, cy] = pointIn([240, 260, 480, 420], random)
  const core = random.range(90, 140)
  const pitch = (900 - core) / count
  const step = pitch * 0.92
  const kickAt = random.int(1, Math.min(count, 4) - 1)
  let out = ''
  let bodies = ''
  for (let i = count; i >= 1; i--) out += circle(cx, cy, core + i * step, i % 2 ? inks.b : inks.ground)
  for (let i = 0; i < count; i++) {
    const R = core + (i + 1) * step - step / 2
    const angle = random.range(-34, 34) + (i < 2 && random.chance(0.4) ? 180 : 0)
    const r = (step / 2) * random.range(0.62, 0.95)
    if (i === kickAt) {
      // Previews crop the cover to 1.91 : 1, so this body must be near half of its height.
      const limit = Math.asin(Math.min(1, 150 / R)) * 57
      const place = polar(cx, cy, R, clamp(random.range(-24, 24), -limit, limit))
      bodies += circle(...place, pitch * 0.44, inks.kick)
    } else bodies += circle(...polar(cx, cy, R, angle), r, i % 3 ? inks.a : inks.c)
  }
  const sun = disc(cx, cy, core)
  const hatching = { bounds: boundsOfDisc(cx, cy, core), angle: random.pick([0, 45, 90]), pitch: 13 }
  return out + fill(sun, inks.c) + pen.hatch(sun, inks.dark ? inks.ground : inks.b, hatching) + bodies
}

/** Draws an eye whose iris has as many rays as the article states (9 to 36). */
export function eye({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(9, 36, random.int(14, 28))
  const cx = random.range(480, 720)
  const cy = HEIGHT / 2 + random.range(-20, 20)
  const R = random.range(190, 225)
  const w = random.range(560, 700)
  const openness = random.range(0.62, 0.74)
  const lid = (size: number) => {
    const [left, right, h] = [cx - w * size, cx + w * size, R * size * 2 * openness * 1.5]
    return path`M${left} ${cy}Q${cx} ${cy - h} ${right} ${cy}Q${cx} ${cy + h} ${left} ${cy}Z`
  }
  const pupil = inks.dark ? inks.ground : inks.c
  let rays = ''
  for (let i = 0; i < count; i++) rays += sector(cx, cy, R * 0.52, R + 2, (i * 360) / count, ((i + 0.5) * 360) / count)
  const iris = circle(cx, cy, R, inks.dark ? inks.d : inks.a) + fill(rays, pupil) + circle(cx, cy, R * 0.56, pupil)
  const body =
    fill(lid(3.2), inks.d) +
    fill(lid(2.7), inks.ground) +
    fill(lid(2.3), inks.b) +
    fill(lid(1.9), inks.ground) +
    fill(lid(1.55), inks.d) +
    fill(lid(1.25), inks.dark ? inks.b : inks.c) +
    fill(lid(1), inks.dark ? inks.c : inks.ground) +
    pen.clip(lid(1), iris) +
    circle(cx, cy, R * 0.3, inks.kick)
  const scale = random.pick([0.74, 1, 1.3, 1.75])
  const far = scale > 1.5 ? 1 : scale < 1 ? 0.6 : 0.35
  const degrees = random.pick([0, 0, -22, 16, 34])
  return turned(degrees, body, scale, random.range(-300, 300) * far, random.range(-90, 90) * far)
}

/**
 * Draws a table with as many seats as the article states (7 to 21). The article's percentage of the seats is in the
 * accent colour.
 */
export function quorum({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(7, 21, random.int(9, 16))
  const kicks = Math.max(1, Math.round(facts.share(0.12, 0.34) * count))
  const cx = random.range(480, 720)
  const cy = random.pick([HEIGHT / 2, HEIGHT / 2, HEIGHT + 40, HEIGHT * 0.7])
  const R = cy > HEIGHT ? 610 : cy > 400 ? 440 : random.range(330, 400)
  const w = random.range(90, 150)
  const first = cy > 400 ? Math.round(count * 0.75 - kicks / 2) % count : random.int(0, count - 1)
  const seat = (i: number, r0: number, r1: number) =>
    sector(cx, cy, r0, r1, (i * 360) / count + 2.4, ((i + 1) * 360) / count - 2.4)
  let seats = ''
  let guests = ''
  for (let i = 0; i < count; i++) {
    seats += fill(seat(i, R - w, R), (i - first + count) % count < kicks ? inks.kick : inks.a)
    guests += fill(seat(i + 0.5, R + 24, R + 24 + w * 1.6), i % 2 ? inks.d : inks.b)
  }
  const table = pen.hatch(disc(cx, cy, R - w - 30), inks.ground, { bounds: boundsOfDisc(cx, cy, R) })
  return circle(cx, cy, R - w - 30, inks.b) + table + circle(cx, cy, (R - w) * 0.42, inks.c) + seats + guests
}

/** Draws a keyhole with as many outlines as the article states (4 to 9). */
export function keyhole({ random, inks, facts }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const [cx, cy] = pointIn([420, 250, 780, 300], random)
  const r = random.range(62, 84)
  const neck = cy + r * 0.86
  const foot = cy + r * random.range(2.2, 2.8)
  const head = path`M${cx - r * 0.5} ${neck}A${r} ${r} 0 1 1 ${cx + r * 0.5} ${neck}`
  const hole = head + path`L${cx + r * 0.95} ${foot}H${cx - r * 0.95}Z`
  const step = 640 / count
  const tones = [inks.a, inks.ground, inks.c, inks.b, inks.d, inks.ground]
  let out = ''
  for (let i = count + 4; i >= 1; i--)
    out += line(hole, at(tones, i - 1), 2 * i * step * (0.55 + (0.45 * i) / count), MITER)
  const degrees = random.pick([0, 0, 0, -25, 90])
  return turned(degrees, out + fill(hole, inks.kick), random.pick([0.8, 1, 1.35]), random.range(-120, 120))
}

/**
 * Draws a track with as many lanes as the article states (3 to 6). The article's percentage is the completed part of a
 * lap, which is in the accent colour.
 */
export function loop({ random, inks, facts }: Sheet): string {
  const count = facts.count(3, 6, 5)
  const step = clamp(440 / count, 96, 140)
  const [cx, cy] = pointIn([420, 290, 780, 390], random)
  const straight = random.range(120, 260)
  const [left, right] = [cx - straight, cx + straight]
  const share = facts.share(0.3, 0.6)
  const tones = [inks.a, inks.b, inks.a, inks.d, inks.c]
  const lane = (r: number) => {
    const [top, bottom] = [cy - r, cy + r]
    return path`M${cx} ${top}H${right}A${r} ${r} 0 0 1 ${right} ${bottom}H${left}A${r} ${r} 0 0 1 ${left} ${top}Z`
  }
  let out = ''
  for (let i = count + 4; i >= 1; i--) out += line(lane(i * step), at(tones, i), step * 0.6)
  const r = Math.min(random.int(2, 3), count - 1) * step
  const lap = 4 * straight + 2 * Math.PI * r
  const completed = `${ROUND_ENDS} stroke-dasharray="${num(share * lap)} ${num(lap * 2)}"`
  return turned(random.pick([0, -24, 18, 90, -40]), out + line(lane(r), inks.kick, step * 0.6, completed))
}

/**
 * Draws a clock. The article's percentage is the elapsed part of the hour, which is in the accent colour. The dial has
 * as many marks as the article states (8 to 60).
 */
export function clock({ random, inks, facts }: Sheet): string {
  const count = facts.count(8, 60, random.pick([12, 24, 60]))
  const [cx, cy] = pointIn([380, 310, 820, 420], random)
  const R = random.range(390, 520)
  const elapsed = facts.share(0.1, 0.4) * 360 - 90
  const longEvery = Math.max(1, Math.round(count / 12))
  let marks = ''
  for (let i = 0; i < count; i++) {
    const isLong = i % longEvery === 0
    const half = (360 / count) * (isLong ? 0.26 : 0.14)
    const angle = (i * 360) / count - 90
    marks += sector(cx, cy, R * (isLong ? 0.74 : 0.86), R * 0.95, angle - half, angle + half)
  }
  const hand = (degrees: number, length: number, width: number, color: string) =>
    line(polyline([polar(cx, cy, R * 0.12, degrees + 180), polar(cx, cy, length, degrees)]), color, width)
  return (
    circle(cx, cy, R * 1.22, inks.b) +
    circle(cx, cy, R, inks.dark ? inks.d : inks.ground) +
    fill(marks, inks.c) +
    fill(sector(cx, cy, 0, R * 0.66, -90, elapsed), inks.kick) +
    hand(-90, R * 0.66, 26, inks.dark ? inks.c : inks.a) +
    hand(elapsed, R * 0.9, 16, inks.c) +
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
  const pitch = (R - hub) / count
  const share = clamp(facts.share(0.2, 0.4), 0.05, 0.95)
  const kickAt = random.int(1, Math.max(1, count - 3))
  const start = random.range(200, 260)
  const armX = WIDTH - 90
  const armY = random.pick([60, HEIGHT - 60])
  const head = polar(cx, cy, hub + (kickAt + 0.5) * pitch, armY < 300 ? -28 : 28)
  const tones = inks.dark ? [inks.b, inks.d, inks.b, inks.a] : [inks.a, inks.b, inks.d, inks.b]
  let out = circle(cx, cy, R + 26, inks.c)
  for (let i = count - 1; i >= 0; i--) out += circle(cx, cy, hub + (i + 1) * pitch, at(tones, i))
  const inner = hub + kickAt * pitch
  const written = sector(cx, cy, inner + 4, inner + pitch - 4, start, start + share * 360)
  const arm = polyline([[armX, armY], head])
  const armColor = inks.dark ? inks.a : inks.c
  return (
    out +
    fill(written, inks.kick) +
    circle(cx, cy, hub, inks.c) +
    circle(cx, cy, hub * 0.45, inks.ground) +
    line(arm, inks.ground, 74, ROUND) +
    line(arm, armColor, 46, ROUND) +
    circle(armX, armY, 86, armColor) +
    circle(armX, armY, 36, inks.ground) +
    circle(...head, 15, inks.ground)
  )
}
