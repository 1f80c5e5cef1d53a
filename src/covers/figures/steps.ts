import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, WIDTH } from '#covers/geometry.ts'
import { box, path, polygon } from '#covers/paths.ts'
import { fill, rect, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws as many chevrons on each side as the article states (2 to 6). */
export function brackets({ random, inks, facts }: Sheet): string {
  const count = facts.count(2, 6, 4)
  const w = (random.range(240, 290) / count) * 1.35
  const cx = random.range(540, 660)
  const bleed = random.chance(0.6)
  const inner = bleed ? random.range(20, 60) : random.range(150, 190)
  const hh = bleed ? 520 : random.range(230, 270)
  const tones = random.shuffle([inks.a, inks.c, inks.d, inks.b])
  const dp = hh * (bleed ? random.range(0.55, 0.68) : random.range(0.75, 1))
  let out = ''
  for (let i = 0; i < count * 2 + 2; i++)
    for (const g of [-1, 1]) {
      const x = cx + g * (inner + i * w * 1.12)
      const q = hh
      out += fill(
        path`M${x} ${HEIGHT / 2 - q}h${g * w}L${x + g * (w + dp)} ${HEIGHT / 2}L${x + g * w} ${HEIGHT / 2 + q}h${-g * w}L${x + g * dp} ${HEIGHT / 2}Z`,
        i % (count + 1) < count ? at(tones, i % (count + 1)) : inks.ground,
      )
    }
  const k = random.range(70, 110)
  const l = bleed ? 180 : random.range(110, 150)
  return turned(
    bleed ? random.pick([0, 0, 90, -30]) : 0,
    out +
      fill(
        polygon([
          [cx + l - k / 2, HEIGHT / 2 - hh],
          [cx + l + k / 2, HEIGHT / 2 - hh],
          [cx - l + k / 2, HEIGHT / 2 + hh],
          [cx - l - k / 2, HEIGHT / 2 + hh],
        ]),
        inks.kick,
      ),
    bleed ? random.pick([1, 1.25]) : random.pick([0.8, 1]),
    random.range(-240, 240),
    0,
  )
}

/**
 * Draws as many requests as the article states (6 to 13). The article's percentage is the length of the slow one, which
 * is in the accent colour.
 */
export function waterfall({ random, inks, facts }: Sheet): string {
  const count = facts.count(6, 13, 9)
  const h = HEIGHT / count
  const p = facts.hasShare ? clamp(facts.share(0, 1), 0.1, 0.9) : random.range(0.3, 0.5)
  const kickAt = random.int(Math.floor(count * 0.3), Math.ceil(count * 0.65))
  let out = ''
  let engraved = ''
  let x = random.range(-60, 40)
  for (let i = 0; i < count; i++) {
    const k = i === kickAt
    const w = k ? p * WIDTH : random.range(90, 420)
    const xx = k ? clamp(x, 40, WIDTH - 40 - w) : x
    const y = i * h + h * 0.1
    const wait = random.range(60, 180)
    engraved += box(xx + w, y, wait, h * 0.8)
    out += rect(xx, y, w + 1, h * 0.8, k ? inks.kick : at([inks.a, inks.c, inks.a, inks.d], i))
    x += (random.range(0.4, 1.5) * 900) / count
    if (x > WIDTH - 160) x -= random.range(200, 500)
  }
  return fill(engraved, inks.b) + out
}
