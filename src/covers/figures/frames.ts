import type { Sheet } from '#covers/drawing.ts'
import { type Bounds, HEIGHT, WIDTH } from '#covers/geometry.ts'
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
  const drawWindow = (i: number, h: number, color: string, button: string) => {
    const [x, y] = [x0 + i * dx, y0 + i * dy]
    const frame = rect(x - 9, y - 9, w + 18, h + 18, inks.ground)
    const buttons = [button, inks.b, inks.a].map((color, n) => circle(x + 36 + n * 40, y + 31, 11, color))
    return frame + rect(x, y, w, h, color) + rect(x, y, w, 62, inks.c) + buttons.join('')
  }
  let out = ''
  for (let i = 0; i < count - 1; i++) out += drawWindow(i, h, at(tones, i), inks.d)
  out += drawWindow(count - 1, h + 300, inks.dark ? inks.d : inks.b, inks.kick)
  const [x, y] = [x0 + (count - 1) * dx, y0 + (count - 1) * dy + 98]
  const bounds: Bounds = [x + 36, y, x + w * 0.4, 700]
  return (
    out +
    pen.hatch(box(x + 36, y, w * 0.36, 520), inks.a, { bounds, angle: random.pick([0, 45]), width: 6 }) +
    rect(x + w * 0.44, y, w * 0.5, 110, inks.kick) +
    rect(x + w * 0.44, y + 134, w * 0.5, 46, inks.a) +
    rect(x + w * 0.44, y + 204, w * 0.34, 46, inks.a)
  )
}

/** Draws as many nested frames as the article states (4 to 9). */
export function scopes({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const left = random.pick([0.1, 0.2, 0.5, 0.8, 0.9])
  const top = random.pick([0.15, 0.5, 0.85])
  const shrink = 0.17 ** (1 / (count - 1))
  const engraved = random.int(1, count - 3)
  const tones = [inks.ground, inks.b, inks.d, inks.a, inks.c]
  const shift = random.int(0, 2)
  const bend = random.chance(0.35) ? random.range(6, 14) : 0
  let out = ''
  let [x, y, w, h] = [0, 0, WIDTH, HEIGHT]
  for (let i = 1; i < count; i++) {
    x += w * (1 - shrink) * left
    y += h * (1 - shrink) * top
    w *= shrink
    h *= shrink
    const frame = box(x, y, w, h)
    const tone = i === count - 1 ? inks.kick : at(tones, i + shift)
    let body = fill(frame, tone)
    if (i === engraved) {
      const color = mix(tone, tone === inks.c ? inks.ground : inks.c, 0.55)
      body += pen.hatch(frame, color, { bounds: [x, y, x + w, y + h], angle: random.pick([0, 90, 45]) })
    }
    out += bend ? rotated(bend * i, x + w / 2, y + h / 2, body) : body
  }
  return out
}
