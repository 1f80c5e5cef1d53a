import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, WIDTH } from '#covers/geometry.ts'
import { box, path } from '#covers/paths.ts'
import { fill, rect, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws as many chevrons on each side as the article states (2 to 6). */
export function brackets({ random, inks, facts }: Sheet): string {
  const count = facts.count(2, 6, 4)
  const w = (random.range(240, 290) / count) * 1.35
  const cx = random.range(540, 660)
  const cy = HEIGHT / 2
  const isBled = random.chance(0.6)
  const inner = isBled ? random.range(20, 60) : random.range(150, 190)
  const h = isBled ? 520 : random.range(230, 270)
  const tones = random.shuffle([inks.a, inks.c, inks.d, inks.b])
  const [y0, y1] = [cy - h, cy + h]
  const depth = h * (isBled ? random.range(0.55, 0.68) : random.range(0.75, 1))
  let out = ''
  for (let i = 0; i < count * 2 + 2; i++)
    for (const side of [-1, 1]) {
      const x = cx + side * (inner + i * w * 1.12)
      const [dx, tip] = [side * w, side * depth]
      const upper = path`M${x} ${y0}h${dx}L${x + dx + tip} ${cy}`
      const chevron = upper + path`L${x + dx} ${y1}h${-dx}L${x + tip} ${cy}Z`
      out += fill(chevron, i % (count + 1) < count ? at(tones, i % (count + 1)) : inks.ground)
    }
  const half = random.range(70, 110) / 2
  const lean = isBled ? 180 : random.range(110, 150)
  const [top, bottom] = [cx + lean, cx - lean]
  const slash = path`M${top - half} ${y0}L${top + half} ${y0}L${bottom + half} ${y1}L${bottom - half} ${y1}Z`
  const degrees = isBled ? random.pick([0, 0, 90, -30]) : 0
  const scale = isBled ? random.pick([1, 1.25]) : random.pick([0.8, 1])
  return turned(degrees, out + fill(slash, inks.kick), scale, random.range(-240, 240))
}

/**
 * Draws as many requests as the article states (6 to 13). The article's percentage is the length of the slow one, which
 * is in the accent colour.
 */
export function waterfall({ random, inks, facts }: Sheet): string {
  const count = facts.count(6, 13, 9)
  const pitch = HEIGHT / count
  const h = pitch * 0.8
  const slow = clamp(facts.share(0.3, 0.5), 0.1, 0.9) * WIDTH
  const kickAt = random.int(Math.floor(count * 0.3), Math.ceil(count * 0.65))
  const tones = [inks.a, inks.c, inks.a, inks.d]
  let out = ''
  let waits = ''
  let start = random.range(-60, 40)
  for (let i = 0; i < count; i++) {
    const isKick = i === kickAt
    const w = isKick ? slow : random.range(90, 420)
    const x = isKick ? clamp(start, 40, WIDTH - 40 - w) : start
    const y = i * pitch + pitch * 0.1
    waits += box(x + w, y, random.range(60, 180), h)
    out += rect(x, y, w + 1, h, isKick ? inks.kick : at(tones, i))
    start += (random.range(0.4, 1.5) * 900) / count
    if (start > WIDTH - 160) start -= random.range(200, 500)
  }
  return fill(waits, inks.b) + out
}
