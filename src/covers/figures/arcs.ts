import type { Sheet } from '#covers/drawing.ts'
import { clamp, pointIn } from '#covers/geometry.ts'
import { disc, path } from '#covers/paths.ts'
import { band, circle, fill, line, ring, ROUND_ENDS, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws as many half-discs on the long side as the article states (3 to 9). */
export function attention({ random, inks, facts, pen }: Sheet): string {
  const y = random.range(330, 440)
  const fx = random.range(330, 560)
  const count = facts.count(3, 9, 5)
  const tones = [inks.a, inks.b, inks.c, inks.d]
  const shift = random.int(0, 3)
  const engraved = random.int(1, 2)
  const half = (x: number, w: number, up: boolean, c: string, e = false) => {
    const q = Math.abs(w) / 2
    const d = path`M${x} ${y}A${q} ${q} 0 0 ${w > 0 === up ? 1 : 0} ${x + w} ${y}Z`
    return e
      ? fill(d, inks.ground) +
          pen.hatch(d, inks.dark ? inks.d : inks.a, {
            bounds: [Math.min(x, x + w), up ? y - q : y, Math.max(x, x + w), up ? y : y + q],
            angle: up ? 45 : -45,
            pitch: 13,
          })
      : fill(d, c)
  }
  let out = ''
  let w = random.range(900, 1080)
  const k = (110 / w) ** (1 / Math.max(2, count - 1))
  for (let i = 0; i < count; i++, w *= k) out += half(fx, w, true, at(tones, i + shift), i === engraved)
  w = random.range(480, 700)
  for (let i = 0; i < 3; i++, w *= 0.56)
    out += half(fx, -w, false, at(tones, i + shift + 2), i === 0 && random.chance(0.5))
  if (random.chance(0.7)) out += half(fx, random.range(200, 330), false, inks.b)
  return out + band(y - 4, 8, inks.c) + circle(fx, y, 38, inks.kick)
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
  let out = ''
  for (let i = 0; i < count + 5; i++) {
    const R = step * (i + 0.45)
    const L = 900
    const d = path`M${cx - R - leg * 0.2} ${cy + L}V${cy + R * 0.25}A${R} ${R * 1.06} 0 0 1 ${cx + R} ${cy + R * 0.25}V${cy + L}`
    const dash =
      i === kickAt
        ? ''
        : ` stroke-dasharray="${[random.int(220, 620), Math.round(w + random.range(24, 50)), random.int(140, 420), Math.round(w + random.range(24, 50)), random.int(300, 900), Math.round(w + 40)].join(' ')}" stroke-dashoffset="${random.int(0, 400)}"`
    out += line(d, i === kickAt ? inks.kick : at(tones, i), w, ROUND_ENDS + dash)
  }
  return turned(random.range(-38, 38), out, 1.06)
}

/** Draws a planet on the horizon with as many bands as the article states (4 to 9). */
export function horizon({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const cx = random.range(200, 1000)
  const R = random.range(560, 900)
  const top = random.range(270, 350)
  const cy = top + R
  const step = 400 / count
  const tones = [inks.a, inks.d, inks.a, inks.c, inks.b]
  const mx = cx < 600 ? random.range(700, 980) : random.range(220, 500)
  const d = disc(cx, cy, R - step)
  const q = random.range(64, 110)
  let out = ring(cx, cy, R + 150, 10, inks.b) + ring(cx, cy, R + 84, 24, inks.b)
  for (let i = 0; i <= count; i++)
    out +=
      circle(cx, cy, R - i * step * (0.6 + i * 0.1), at(tones, i)) +
      (i === 1 ? pen.hatch(d, inks.dark ? inks.ground : inks.b, { angle: random.pick([0, 45]) }) : '')
  const my = cy - Math.sqrt(Math.max(0, (R + 150) ** 2 - (mx - cx) ** 2))
  return out + circle(mx, clamp(my, 130, 330), q + 14, inks.ground) + circle(mx, clamp(my, 130, 330), q, inks.kick)
}
