import type { Sheet } from '#covers/drawing.ts'
import { HEIGHT, pointIn, WIDTH } from '#covers/geometry.ts'
import { disc, path, polygon, sector } from '#covers/paths.ts'
import { circle, fill, line, rect, ring } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws interference rings, with as many across half of the sheet as the article states (4 to 6). */
export function interference({ random, inks, facts, pen }: Sheet): string {
  const [ax, ay] = pointIn([220, 190, 500, 480], random)
  const kind = random.pick(['disc', 'half', 'band'])
  const step = 580 / facts.count(4, 6, random.int(4, 6))
  const duty = random.pick([0.42, 0.5, 0.6])
  const rings = (cx: number, cy: number, c: string) => {
    let o = ''
    for (let q = step * 0.8; q < 1150; q += step) o += ring(cx, cy, q, step * duty, c)
    return o
  }
  let area
  let extra = ''
  let bx = ax + random.range(380, 560)
  let by = random.range(120, 555)
  if (kind === 'disc') {
    const x = ax + random.range(360, 520)
    const y = random.range(150, 525)
    const q = random.range(230, 340)
    area = disc(x, y, q)
    extra = ring(x, y, q + 40, 10, inks.c)
    bx = ax
    by = ay
  } else if (kind === 'half') {
    const x = ax + random.range(140, 340)
    const l = random.range(-260, 260)
    area = path`M${x + l} -10L${WIDTH + 10} -10V${HEIGHT + 10}H${x - l}Z`
  } else {
    const y = random.range(190, 400)
    const h = random.range(130, 210)
    area = path`M-10 ${y}H${WIDTH + 10}v${h}H-10Z`
  }
  return (
    rings(ax, ay, inks.b) +
    fill(area, inks.a) +
    pen.clip(area, rings(bx, by, inks.ground)) +
    extra +
    circle(ax, ay, step * 0.5 + 14, inks.kick)
  )
}

/** Draws a fence with as many bars as the article states (10 to 30). */
export function fence({ random, inks, facts }: Sheet): string {
  const count = facts.count(10, 30, random.pick([14, 18, 22]))
  const t = WIDTH / count
  const w = t * 0.5
  const [cx, cy] = pointIn([360, 270, 840, 410], random)
  const R = random.range(210, 300)
  const sides = random.pick([0, 0, 4, 3])
  const kickColumn = Math.round((cx - R * random.range(-0.4, 0.4)) / t)
  let out = ''
  let hit = ''
  const span = (x: number): [top: number, bottom: number] | null => {
    const q = x - cx
    if (Math.abs(q) >= R) return null
    const h = sides === 4 ? R - Math.abs(q) : sides === 3 ? 0 : Math.sqrt(R * R - q * q)
    return sides === 3 ? [cy - R + Math.abs(q) * 1.7, cy + R * 0.7] : [cy - h, cy + h]
  }
  for (let i = -1; i <= count; i++) {
    const x = i * t
    const a = span(x + w / 2)
    const b = span(x + w * 1.5)
    out += rect(x, -10, w, HEIGHT + 20, inks.a)
    if (a && a[1] > a[0]) hit += rect(x - 0.6, a[0], w + 1.2, a[1] - a[0], inks.b)
    if (b && b[1] > b[0]) hit += rect(x + w, b[0], w, b[1] - b[0], i === kickColumn ? inks.kick : inks.c)
  }
  return out + hit
}

/** Draws an antenna with as many signal arcs as the article states (3 to 7). */
export function antenna({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const [cx, cy] = pointIn([430, 360, 770, 430], random)
  const st = 760 / count
  const half = random.range(34, 62)
  const rot = random.pick([-90, -90, 0])
  const tones = [inks.a, inks.d, inks.a, inks.c, inks.b]
  let out = ''
  for (const o of [0, 180])
    for (let i = 0; i < count; i++)
      out += fill(
        sector(cx, cy, 100 + i * st, 100 + i * st + st * 0.6, rot + 90 + o - half, rot + 90 + o + half),
        at(tones, i + (o ? 2 : 0)),
      )
  const mast = rot
    ? polygon([
        [cx - 20, cy],
        [cx + 20, cy],
        [cx + 120, HEIGHT + 20],
        [cx - 120, HEIGHT + 20],
      ])
    : polygon([
        [cx - 20, cy],
        [cx + 20, cy],
        [cx + 70, HEIGHT + 20],
        [cx - 70, HEIGHT + 20],
      ])
  return (
    out +
    line(mast, inks.ground, 26) +
    fill(mast, inks.c) +
    pen.hatch(mast, inks.ground, { bounds: [cx - 130, cy, cx + 130, HEIGHT + 10], angle: 0, pitch: 26, width: 9 }) +
    circle(cx, cy, 74, inks.ground) +
    circle(cx, cy, 56, inks.kick)
  )
}
