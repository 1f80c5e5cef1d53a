import type { Sheet } from '#covers/drawing.ts'
import { HEIGHT, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { box } from '#covers/paths.ts'
import { circle, fill, rect, rotated } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a desktop with as many windows as the article states (3 to 7). */
export function windows({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 4)
  const dx = random.range(90, 130) * (4 / count) * random.pick([1, -1])
  const dy = (random.range(62, 84) * 4) / count
  const w = random.range(640, 760)
  const h = random.range(400, 460)
  const x0 = (WIDTH - w - dx * (count - 1)) / 2 + random.range(-50, 50)
  const y0 = (HEIGHT - h - dy * (count - 1)) / 2 + 60
  const tones = [inks.d, inks.b, inks.a]
  let out = ''
  for (let i = 0; i < count; i++) {
    const x = x0 + i * dx
    const y = y0 + i * dy
    const last = i === count - 1
    const hh = h + 300 * (last ? 1 : 0)
    out +=
      rect(x - 9, y - 9, w + 18, hh + 18, inks.ground) +
      rect(x, y, w, hh, last ? (inks.dark ? (inks.d === inks.ground ? inks.b : inks.d) : inks.b) : at(tones, i)) +
      rect(x, y, w, 62, inks.c)
    for (let q = 0; q < 3; q++)
      out += circle(x + 36 + q * 40, y + 31, 11, last && q === 0 ? inks.kick : at([inks.d, inks.b, inks.a], q))
    if (last) {
      const d = box(x + 36, y + 98, w * 0.36, 520)
      out +=
        pen.hatch(d, inks.a, { bounds: [x + 36, y + 98, x + w * 0.4, 700], angle: random.pick([0, 45]), width: 6 }) +
        rect(x + w * 0.44, y + 98, w * 0.5, 110, inks.kick) +
        rect(x + w * 0.44, y + 232, w * 0.5, 46, inks.a) +
        rect(x + w * 0.44, y + 302, w * 0.34, 46, inks.a)
    }
  }
  return out
}

/** Draws as many nested frames as the article states (4 to 9). */
export function scopes({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const gx = random.pick([0.1, 0.2, 0.5, 0.8, 0.9])
  const gy = random.pick([0.15, 0.5, 0.85])
  const k = 0.17 ** (1 / (count - 1))
  const engraved = random.int(1, Math.max(1, count - 3))
  const tones = [inks.ground, inks.b, inks.d, inks.a, inks.c]
  const rot = random.int(0, 2)
  const bend = random.chance(0.35) ? random.range(6, 14) : 0
  let out = ''
  let x = 0
  let y = 0
  let w = WIDTH
  let h = HEIGHT
  for (let i = 0; i < count; i++) {
    const d = box(x, y, w, h)
    const t = i === count - 1 ? inks.kick : at(tones, i + (i ? rot : 0))
    const body = i
      ? fill(d, t) +
        (i === engraved
          ? pen.hatch(d, mix(t, t === inks.c ? inks.ground : inks.c, 0.55), {
              bounds: [x, y, x + w, y + h],
              angle: random.pick([0, 90, 45]),
            })
          : '')
      : ''
    out += bend && i ? rotated(bend * i, x + w / 2, y + h / 2, body) : body
    const a = w * k
    const b = h * k
    x += (w - a) * gx
    y += (h - b) * gy
    w = a
    h = b
  }
  return out
}
