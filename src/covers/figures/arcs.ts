import type { Sheet } from '#covers/drawing.ts'
import { type Bounds, clamp, pointIn } from '#covers/geometry.ts'
import { disc, path } from '#covers/paths.ts'
import { band, circle, fill, line, ring, ROUND_ENDS, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws as many half-discs on the long side as the article states (3 to 9). */
export function attention({ random, inks, facts, pen }: Sheet): string {
  const y = random.range(330, 440)
  const x = random.range(330, 560)
  const count = facts.count(3, 9, 5)
  const tones = [inks.a, inks.b, inks.c, inks.d]
  const shift = random.int(0, 3)
  const engraved = random.int(1, 2)
  const halfDisc = (width: number, isUp: boolean, color: string, isEngraved = false) => {
    const r = Math.abs(width) / 2
    const shape = path`M${x} ${y}A${r} ${r} 0 0 ${width > 0 === isUp ? 1 : 0} ${x + width} ${y}Z`
    if (!isEngraved) return fill(shape, color)
    const bounds: Bounds = [Math.min(x, x + width), isUp ? y - r : y, Math.max(x, x + width), isUp ? y : y + r]
    const lines = pen.hatch(shape, inks.dark ? inks.d : inks.a, { bounds, angle: isUp ? 45 : -45, pitch: 13 })
    return fill(shape, inks.ground) + lines
  }
  let out = ''
  let width = random.range(900, 1080)
  const shrink = (110 / width) ** (1 / (count - 1))
  for (let i = 0; i < count; i++, width *= shrink) out += halfDisc(width, true, at(tones, i + shift), i === engraved)
  width = random.range(480, 700)
  for (let i = 0; i < 3; i++, width *= 0.56)
    out += halfDisc(-width, false, at(tones, i + shift + 2), i === 0 && random.chance(0.5))
  if (random.chance(0.7)) out += halfDisc(random.range(200, 330), false, inks.b)
  return out + band(y - 4, 8, inks.c) + circle(x, y, 38, inks.kick)
}

/** Draws a fingerprint with as many ridges as the article states (5 to 8). */
export function fingerprint({ random, inks, facts }: Sheet): string {
  const count = facts.count(5, 8, random.int(6, 7))
  const [cx, cy] = pointIn([430, 250, 770, 330], random)
  const step = 560 / count
  const w = step * random.range(0.5, 0.62)
  const kickAt = random.int(1, 3)
  const leg = random.range(-30, 90)
  const tones = [inks.a, inks.a, inks.c, inks.a, inks.d]
  const gap = () => Math.round(w + random.range(24, 50))
  let out = ''
  for (let i = 0; i < count + 5; i++) {
    const R = step * (i + 0.45)
    const bottom = cy + 900
    const [left, right, top] = [cx - R, cx + R, cy + R * 0.25]
    const ridge = path`M${left - leg * 0.2} ${bottom}V${top}A${R} ${R * 1.06} 0 0 1 ${right} ${top}V${bottom}`
    if (i === kickAt) {
      out += line(ridge, inks.kick, w, ROUND_ENDS)
      continue
    }
    const dashes = [random.int(220, 620), gap(), random.int(140, 420), gap(), random.int(300, 900), Math.round(w + 40)]
    const dashed = ` stroke-dasharray="${dashes.join(' ')}" stroke-dashoffset="${random.int(0, 400)}"`
    out += line(ridge, at(tones, i), w, ROUND_ENDS + dashed)
  }
  return turned(random.range(-38, 38), out, 1.06)
}

/** Draws a planet on the horizon with as many bands as the article states (4 to 9). */
export function horizon({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const cx = random.range(200, 1000)
  const R = random.range(560, 900)
  const cy = random.range(270, 350) + R
  const step = 400 / count
  const tones = [inks.a, inks.d, inks.a, inks.c, inks.b]
  // The moon's centre is on the planet's outer ring, unless that is too high or too low.
  const moonX = cx < 600 ? random.range(700, 980) : random.range(220, 500)
  const moonY = clamp(cy - Math.sqrt(Math.max(0, (R + 150) ** 2 - (moonX - cx) ** 2)), 130, 330)
  const moonR = random.range(64, 110)
  let out = ring(cx, cy, R + 150, 10, inks.b) + ring(cx, cy, R + 84, 24, inks.b)
  for (let i = 0; i <= count; i++) {
    out += circle(cx, cy, R - i * step * (0.6 + i * 0.1), at(tones, i))
    if (i === 1)
      out += pen.hatch(disc(cx, cy, R - step), inks.dark ? inks.ground : inks.b, { angle: random.pick([0, 45]) })
  }
  return out + circle(moonX, moonY, moonR + 14, inks.ground) + circle(moonX, moonY, moonR, inks.kick)
}
