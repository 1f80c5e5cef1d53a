import type { Sheet } from '#covers/drawing.ts'
import { type Bounds, boundsOfDisc, pointIn, polar, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { box, disc, num, path, polygon } from '#covers/paths.ts'
import { circle, fill, line, rect, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a key with as many teeth as the article states (3 to 9). */
export function key({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 9, 5)
  const y = random.range(250, 310)
  const R = random.range(200, 250)
  const x = random.range(190, 300)
  const width = random.range(74, 100)
  const top = y - width / 2
  const firstTooth = x + R + 110
  const pitch = (WIDTH + 40 - firstTooth) / count
  const degrees = random.range(-22, 22)
  const sides = random.pick([0, 4, 6, 8])
  const bow = sides ? polygon(regularPolygon(x, y, R * 1.06, sides, sides === 4 ? 0 : 180 / sides)) : disc(x, y, R)
  const kickAt = random.int(0, count - 2)
  let teeth = ''
  let kick = ''
  for (let i = 0; i < count; i++) {
    const tooth = box(firstTooth + i * pitch, y + width / 2 - 3, pitch * 0.62, 60 + random.int(1, 4) * 38)
    if (i === kickAt) kick = tooth
    else teeth += tooth
  }
  const bounds: Bounds = [-300, y + 230, 1500, 1000]
  const body =
    rect(-300, y + 230, 1900, 900, inks.b) +
    pen.hatch(box(-300, y + 230, 1900, 900), inks.ground, { bounds, angle: 0, pitch: 22, width: 8 }) +
    rect(x, top, 1400, width, inks.a) +
    fill(teeth, inks.a) +
    fill(kick, inks.kick) +
    fill(bow, inks.a) +
    circle(x, y, R * 0.56, inks.c) +
    circle(x, y, R * 0.3, inks.ground) +
    rect(x + R + 24, top - 26, 30, width + 52, inks.c) +
    rect(x + R + 70, top - 26, 16, width + 52, inks.c)
  return turned(degrees, body, 1.08)
}

/** Draws a shield with as many chevrons as the article states (3 to 8). */
export function shield({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 8, 5)
  const cx = random.range(430, 770)
  const w = random.range(290, 350)
  const top = random.range(-70, 30) + 320
  const outline = (size: number) => {
    const half = w * size
    const [left, right] = [cx - half, cx + half]
    const y = (depth: number) => top + (depth - 300) * size
    const rightSide = path`V${y(330)}C${right} ${y(520)} ${cx + half * 0.5} ${y(640)} ${cx} ${y(720)}`
    const leftSide = path`C${cx - half * 0.5} ${y(640)} ${left} ${y(520)} ${left} ${y(330)}`
    return path`M${left} ${y(0)}H${right}${rightSide}${leftSide}Z`
  }
  const [left, right] = [cx - w, cx + w]
  const pitch = 640 / count
  const kickAt = random.int(1, count - 2)
  const slope = random.pick([1, -1])
  let chevrons = rect(left, -80, 2 * w, 900, inks.dark ? inks.ground : inks.b) + rect(cx, -80, w + 5, 900, inks.a)
  for (let i = -1; i <= count; i++) {
    const y0 = 20 + i * pitch + (slope > 0 ? -60 : 120)
    const y1 = y0 + pitch * 0.5
    const [end0, end1] = [y0 + w * 0.55 * slope, y1 + w * 0.55 * slope]
    if (i === kickAt) {
      const upper = path`${left} ${end0}L${cx} ${y0}L${right} ${end0}`
      const lower = path`${right} ${end1}L${cx} ${y1}L${left} ${end1}`
      chevrons += fill(`M${upper}L${lower}Z`, inks.kick)
      continue
    }
    chevrons += fill(path`M${left} ${end0}L${cx} ${y0}V${y1}L${left} ${end1}Z`, inks.a)
    chevrons += fill(path`M${cx} ${y0}L${right} ${end0}L${right} ${end1}L${cx} ${y1}Z`, inks.c)
  }
  const frame = fill(outline(1.75), inks.b) + fill(outline(1.42), inks.ground) + fill(outline(1.2), inks.d)
  const body = frame + pen.clip(outline(1), chevrons)
  return turned(random.pick([0, 0, -14, 12]), body, random.pick([0.86, 1, 1.3]), random.range(-120, 120))
}

/** Draws a database drum with as many plates as the article states (3 to 8). */
export function database({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 8, 5)
  const rx = random.range(400, 520)
  const ry = rx * random.range(0.26, 0.34)
  const cx = random.range(400, 800)
  const [left, right] = [cx - rx, cx + rx]
  const pitch = 760 / count
  const h = pitch * 0.7
  const top = random.range(90, 150) - pitch * 0.2
  const kickAt = random.int(1, count - 2)
  const tones = [inks.a, inks.d, inks.a, inks.b]
  const hatched = inks.dark ? inks.ground : inks.c
  let out = ''
  for (let i = count; i >= 0; i--) {
    const y = top + i * pitch
    const color = i === kickAt ? inks.kick : at(tones, i)
    out += fill(path`M${left} ${y}v${h}A${rx} ${ry} 0 0 0 ${right} ${y + h}v${-h}Z`, color)
    if (i !== kickAt && i % 2 === 0) {
      const half = path`M${cx} ${y}v${h + ry}A${rx} ${ry} 0 0 0 ${right} ${y + h}v${-h}Z`
      out += pen.hatch(half, hatched, { bounds: [cx, y, right, y + h + ry], angle: 90, pitch: 18, width: 6 })
    }
    const lid = i === 0 ? inks.c : mix(color, inks.ground, i === kickAt ? 0.35 : 0.45)
    out += `<ellipse cx="${num(cx)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${lid}"/>`
  }
  return out
}

/** Draws gears. The large one has as many teeth as the article states (9 to 24). */
export function gears({ random, inks, facts, pen }: Sheet): string {
  const teeth = facts.count(9, 24, random.int(12, 18))
  const R = random.range(280, 330)
  const [cx, cy] = pointIn([330, 330, 470, 440], random)
  const angle = random.range(-30, -8)
  const rotation = random.range(0, 360)
  const kickTeeth = Math.max(6, Math.round(teeth * 0.55))
  const kickR = (R * kickTeeth) / teeth
  const [kickX, kickY] = polar(cx, cy, R + kickR, angle)
  const kickRotation = meshed({ angle, rotation, teeth, other: kickTeeth })
  const kick = gear(kickX, kickY, kickR, kickTeeth, kickRotation)
  const lastTeeth = Math.max(6, Math.round(teeth * 0.7))
  const lastR = (R * lastTeeth) / teeth
  const lastAngle = random.range(35, 55)
  const [lastX, lastY] = polar(kickX, kickY, kickR + lastR, lastAngle)
  const lastRotation = meshed({ angle: lastAngle, rotation: kickRotation, teeth: kickTeeth, other: lastTeeth })
  const hatching = { bounds: boundsOfDisc(cx, cy, R), angle: random.pick([0, 45]), pitch: 18, width: 6 }
  return (
    fill(gear(lastX, lastY, lastR, lastTeeth, lastRotation), inks.b) +
    circle(lastX, lastY, lastR * 0.4, inks.ground) +
    fill(gear(cx, cy, R, teeth, rotation), inks.a) +
    pen.hatch(disc(cx, cy, R * 0.7), inks.ground, hatching) +
    circle(cx, cy, R * 0.4, inks.c) +
    circle(cx, cy, R * 0.17, inks.ground) +
    line(kick, inks.ground, 9) +
    fill(kick, inks.kick) +
    circle(kickX, kickY, kickR * 0.34, inks.c)
  )
}

// Returns a gear's path. Each tooth has two corners at the bottom and two at the top.
function gear(cx: number, cy: number, R: number, teeth: number, rotation: number): string {
  const h = ((R * Math.PI) / teeth) * 0.62
  const [bottom, top] = [R - h * 1.2, R + h * 0.8]
  const points = Array.from({ length: teeth }, (_, i) => {
    const corner = (r: number, shift: number) => polar(cx, cy, r, rotation + ((i + shift) * 360) / teeth)
    return [corner(bottom, -0.27), corner(top, -0.15), corner(top, 0.15), corner(bottom, 0.27)]
  })
  return polygon(points.flat())
}

type Meshing = { angle: number; rotation: number; teeth: number; other: number }

// Returns the rotation of another gear whose teeth mesh with those of this gear. `angle` is the direction to it.
function meshed({ angle, rotation, teeth, other }: Meshing): number {
  const phase = (((((angle - rotation) * teeth) / 360) % 1) + 1) % 1
  return angle + 180 - ((0.5 - phase) * 360) / other
}
