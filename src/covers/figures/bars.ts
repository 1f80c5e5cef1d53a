import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, type Point, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { box, path, polygon, polyline } from '#covers/paths.ts'
import { band, fill, line, rect, ROUND, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/**
 * Draws a sound recording. The percentage stated in the article determines how much has already been played, which is
 * in the accent colour.
 */
export function spectrum({ random, inks, facts }: Sheet): string {
  const count = random.pick([15, 19, 24, 30])
  const pitch = WIDTH / count
  const w = Math.round(pitch * random.range(0.5, 0.68))
  const middle = random.pick([HEIGHT / 2, HEIGHT / 2, 450])
  const slow = random.range(0, 6)
  const fast = random.range(0, 6)
  const played = facts.hasShare ? Math.round(facts.share(0, 1) * count) : null
  const kickAt = random.int(Math.floor(count * 0.25), Math.floor(count * 0.75))
  const isRound = random.chance(0.6)
  let out = ''
  for (let i = 0; i < count; i++) {
    const wave = Math.abs(Math.sin(i * 0.31 + slow) * 0.6 + Math.sin(i * 0.83 + fast) * 0.4)
    const level = wave * 0.86 + 0.14 * random.next()
    const h = 26 + level * 300
    const isKick = played === null ? i === kickAt : i < played
    const x = Math.round(i * pitch + (pitch - w) / 2)
    const color = isKick ? inks.kick : level > 0.62 ? inks.c : level > 0.3 ? inks.a : inks.d
    out +=
      middle === HEIGHT / 2
        ? rect(x, middle - h, w, 2 * h, color, isRound ? w / 2 : 0)
        : rect(x, middle - h * 1.3, w, h * 1.3 - 5, color) +
          rect(x, middle + 5, w, h * 0.5, isKick ? inks.kick : inks.b)
  }
  return out
}

/** Draws stacks of coins. The highest stack has as many coins as the article states (5 to 14). */
export function coins({ random, inks, facts, pen }: Sheet): string {
  const most = facts.count(5, 14, random.int(7, 11))
  const columns = random.pick([4, 5, 6])
  const pitch = 1260 / columns
  const w = pitch - 16
  const step = Math.round(600 / most)
  const h = step - 7
  const kickColumn = random.int(1, columns - 2)
  const heightAt = random.pick([
    (t: number) => 0.25 + 0.75 * t,
    (t: number) => 1 - 0.75 * t,
    (t: number) => 0.3 + 0.7 * Math.sin(t * Math.PI),
    () => random.range(0.25, 1),
  ])
  let out = ''
  let engraved = ''
  for (let i = 0; i < columns; i++) {
    const isKick = i === kickColumn
    const height = heightAt(i / (columns - 1))
    const count = isKick
      ? Math.max(2, Math.round(most * clamp(height, 0.3, 0.8)))
      : Math.max(1, Math.round(most * height))
    for (let j = 0; j < count; j++) {
      const x = -30 + i * pitch + random.range(-9, 9) + 8
      const y = HEIGHT + 12 - (j + 1) * step
      const color = isKick && j === count - 1 ? inks.kick : at([inks.a, inks.d, inks.a, inks.b], i + j * 3)
      out += rect(x, y, w, h, color, h / 2)
      if (j === 0 || (i + j) % 5 === 2) engraved += box(x + step / 2, y, w - step, h)
    }
  }
  return out + pen.hatch(engraved, inks.dark ? inks.ground : inks.c, { angle: 90, pitch: 16 })
}

/** Draws a lock with as many pins as the article states (6 to 12). */
export function pins({ random, inks, facts }: Sheet): string {
  const count = facts.count(6, 12, 9)
  const pitch = WIDTH / count
  const w = pitch * random.range(0.52, 0.64)
  const shearLine = random.range(260, 340)
  const kickAt = random.int(1, count - 2)
  const base = random.range(520, 570)
  const cuts = Array.from({ length: count }, () => base - random.int(0, 4) * 36)
  let out = ''
  let key = path`M-20 ${HEIGHT + 20}V${at(cuts, 0)}`
  cuts.forEach((cut, i) => {
    const cx = pitch * (i + 0.5)
    const [left, right] = [cx - w / 2 + 5, cx + w / 2 - 5]
    const shift = i === kickAt ? random.pick([-70, 60]) : 0
    const split = shearLine + shift
    const top = 70 + random.int(0, 3) * 22 + shift * 0.5
    const [tip, shoulder] = [cut - 4, cut - 4 - w * 0.34]
    let spring = path`M${cx} -10`
    for (let y = 0, turn = 1; y < top; y += 18, turn *= -1) spring += path`L${cx - turn * w * 0.3} ${y}`
    const pin = path`M${left} ${split + 6}L${right} ${split + 6}L${right} ${shoulder}L${cx} ${tip}L${left} ${shoulder}Z`
    out +=
      rect(cx - w / 2, -10, w, cut + 10, inks.dark ? mix(inks.ground, inks.c, 0.4) : inks.b) +
      line(spring, inks.a, 7, ROUND) +
      rect(left, top, w - 10, split - 6 - top, i === kickAt ? inks.kick : inks.a) +
      fill(pin, inks.dark ? inks.c : inks.d)
    key += path`L${cx - pitch * 0.3} ${cut - 26}L${cx} ${cut}L${cx + pitch * 0.3} ${cut - 26}`
  })
  return out + fill(`${key}V${HEIGHT + 20}Z`, inks.dark ? inks.d : inks.c) + band(shearLine - 4, 8, inks.c)
}

/**
 * Draws a crack. The article's number (3 to 8) is the number of teeth, and its percentage is the length of the crack.
 */
export function breach({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 8, 5)
  const x0 = WIDTH * clamp(facts.share(0.35, 0.65), 0.28, 0.72)
  const depth = random.range(60, 110)
  const gap = random.range(70, 120)
  const lean = random.range(-90, 90)
  const pitch = HEIGHT / random.int(5, 9)
  const shift = pitch * random.pick([0.5, 1])
  const crack = Array.from({ length: count + 1 }, (_, i): Point => {
    const x = x0 + (i % 2 ? depth : -depth) + lean * (i / count - 0.5) + random.range(-18, 18)
    return [x, -10 + (i * (HEIGHT + 20)) / count]
  })
  const left = polygon([[-10, -10], ...crack, [-10, HEIGHT + 10]])
  const right = `${polyline(crack.map(([x, y]) => [x + gap, y]))}L${WIDTH + 10} ${HEIGHT + 10}V-10Z`
  const stripes = (offset: number, ground: string, color: string) => {
    let d = ''
    for (let y = -2 * pitch + offset; y < HEIGHT + pitch; y += pitch) d += box(-20, y, WIDTH + 40, pitch * 0.5)
    return rect(-20, -20, WIDTH + 40, HEIGHT + 40, ground) + fill(d, color)
  }
  return (
    band(-10, HEIGHT + 20, inks.kick) +
    pen.clip(left, stripes(0, inks.a, inks.dark ? inks.ground : inks.c)) +
    pen.clip(right, stripes(shift, inks.dark ? inks.d : inks.b, inks.dark ? inks.ground : inks.a))
  )
}

/** Draws as many lines of code as the article states (5 to 10). */
export function indents({ random, inks, facts }: Sheet): string {
  const rows = facts.count(5, 10, random.int(6, 9))
  const step = HEIGHT / rows
  const h = step * 0.66
  const indent = h * random.range(1.3, 1.8)
  const kickRow = random.int(1, rows - 2)
  const tones = [inks.a, inks.c, inks.d, inks.a, inks.b]
  let out = ''
  let level = 0
  for (let j = 0; j < rows; j++) {
    let x = 50 + level * indent
    const words = random.int(2, 4)
    for (let i = 0; i < words && x < WIDTH + 40; i++) {
      const w = indent * random.pick([1, 1.6, 2.4, 3.4])
      const color = j === kickRow && i === 1 ? inks.kick : at(tones, random.int(0, 4))
      out += rect(x, j * step + (step - h) / 2, w, h, color, h / 2)
      x += w + h * 0.45
    }
    level = clamp(level + random.pick([-2, -1, 1, 1, 1]), 0, 4)
  }
  return out
}

/**
 * Draws a battery with as many cells as the article states (4 to 12). The article's percentage is the charge level, and
 * the last charged cell is in the accent colour.
 */
export function battery({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 12, 7)
  const charged = clamp(Math.round(facts.share(0.4, 0.75) * count), 1, count)
  const scale = random.chance(0.35) ? 1.2 : 1.06
  const degrees = random.pick([0, 0, -14, 12])
  const y = random.range(110, 150)
  const h = HEIGHT - 2 * y
  const pitch = 1040 / count
  let out =
    rect(-260, y, 1280, h, inks.c, 40) +
    rect(1010, HEIGHT / 2 - h * 0.22, 90, h * 0.44, inks.c, 20) +
    rect(-260, y + 26, 1254, h - 52, inks.ground, 20)
  let empty = ''
  for (let i = 0; i < count; i++) {
    const x = -40 + i * pitch
    if (i >= charged) empty += box(x, y + 50, pitch - 16, h - 100)
    else out += rect(x, y + 50, pitch - 16, h - 100, i === charged - 1 ? inks.kick : i % 2 ? inks.d : inks.a)
  }
  out += fill(empty, inks.b) + pen.hatch(empty, inks.ground, { pitch: 18, width: 6 })
  return turned(degrees, out, scale)
}
