import type { Sheet } from '#covers/drawing.ts'
import { type Bounds, HEIGHT, pointIn, WIDTH } from '#covers/geometry.ts'
import { disc, path, sector } from '#covers/paths.ts'
import { circle, fill, line, rect, ring } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws interference rings, with as many across half of the sheet as the article states (4 to 6). */
export function interference({ random, inks, facts, pen }: Sheet): string {
  const [ax, ay] = pointIn([220, 190, 500, 480], random)
  const kind = random.pick(['disc', 'half', 'band'])
  const step = 580 / facts.count(4, 6, random.int(4, 6))
  const width = step * random.pick([0.42, 0.5, 0.6])
  const rings = (cx: number, cy: number, color: string) => {
    let out = ''
    for (let r = step * 0.8; r < 1150; r += step) out += ring(cx, cy, r, width, color)
    return out
  }
  let area
  let outline = ''
  let [bx, by] = [ax + random.range(380, 560), random.range(120, 555)]
  if (kind === 'disc') {
    const [x, y] = [ax + random.range(360, 520), random.range(150, 525)]
    const r = random.range(230, 340)
    area = disc(x, y, r)
    outline = ring(x, y, r + 40, 10, inks.c)
    // Both sets of rings have the same centre, so the disc shows the rings' negative.
    bx = ax
    by = ay
  } else if (kind === 'half') {
    const x = ax + random.range(140, 340)
    const lean = random.range(-260, 260)
    area = path`M${x + lean} -10L${WIDTH + 10} -10V${HEIGHT + 10}H${x - lean}Z`
  } else {
    const y = random.range(190, 400)
    area = path`M-10 ${y}H${WIDTH + 10}v${random.range(130, 210)}H-10Z`
  }
  return (
    rings(ax, ay, inks.b) +
    fill(area, inks.a) +
    pen.clip(area, rings(bx, by, inks.ground)) +
    outline +
    circle(ax, ay, step * 0.5 + 14, inks.kick)
  )
}

/** Draws a fence with as many bars as the article states (10 to 30). */
export function fence({ random, inks, facts }: Sheet): string {
  const count = facts.count(10, 30, random.pick([14, 18, 22]))
  const pitch = WIDTH / count
  const w = pitch * 0.5
  const [cx, cy] = pointIn([360, 270, 840, 410], random)
  const R = random.range(210, 300)
  const sides = random.pick([0, 0, 4, 3])
  const kickAt = Math.round((cx - R * random.range(-0.4, 0.4)) / pitch)
  // Draws the part of a vertical strip that lies inside the disc, square or triangle behind the fence.
  const inside = (middle: number, x: number, w: number, color: string) => {
    const distance = Math.abs(middle - cx)
    if (distance >= R) return ''
    const half = sides === 4 ? R - distance : Math.sqrt(R * R - distance * distance)
    const [top, bottom] = sides === 3 ? [cy - R + distance * 1.7, cy + R * 0.7] : [cy - half, cy + half]
    return bottom > top ? rect(x, top, w, bottom - top, color) : ''
  }
  let bars = ''
  let motif = ''
  for (let i = -1; i <= count; i++) {
    const x = i * pitch
    bars += rect(x, -10, w, HEIGHT + 20, inks.a)
    motif += inside(x + w / 2, x - 0.6, w + 1.2, inks.b)
    motif += inside(x + w * 1.5, x + w, w, i === kickAt ? inks.kick : inks.c)
  }
  return bars + motif
}

/** Draws an antenna with as many signal arcs as the article states (3 to 7). */
export function antenna({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const [cx, cy] = pointIn([430, 360, 770, 430], random)
  const step = 760 / count
  const half = random.range(34, 62)
  const isVertical = random.pick([false, false, true])
  const tones = [inks.a, inks.d, inks.a, inks.c, inks.b]
  let out = ''
  for (const side of [0, 1])
    for (let i = 0; i < count; i++) {
      const r = 100 + i * step
      const direction = (isVertical ? 90 : 0) + side * 180
      out += fill(sector(cx, cy, r, r + step * 0.6, direction - half, direction + half), at(tones, i + 2 * side))
    }
  const foot = isVertical ? 70 : 120
  const mast = path`M${cx - 20} ${cy}L${cx + 20} ${cy}L${cx + foot} ${HEIGHT + 20}L${cx - foot} ${HEIGHT + 20}Z`
  const bounds: Bounds = [cx - 130, cy, cx + 130, HEIGHT + 10]
  return (
    out +
    line(mast, inks.ground, 26) +
    fill(mast, inks.c) +
    pen.hatch(mast, inks.ground, { bounds, angle: 0, pitch: 26, width: 9 }) +
    circle(cx, cy, 74, inks.ground) +
    circle(cx, cy, 56, inks.kick)
  )
}
