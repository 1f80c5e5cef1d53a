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
  const n = random.pick([15, 19, 24, 30])
  const t = WIDTH / n
  const w = Math.round(t * random.range(0.5, 0.68))
  const y = random.pick([HEIGHT / 2, HEIGHT / 2, 450])
  const p1 = random.range(0, 6)
  const p2 = random.range(0, 6)
  const q = facts.hasShare ? facts.share(0, 1) : 0
  const one = random.int(Math.floor(n * 0.25), Math.floor(n * 0.75))
  const round = random.chance(0.6)
  let out = ''
  for (let i = 0; i < n; i++) {
    const e = Math.abs(Math.sin(i * 0.31 + p1) * 0.6 + Math.sin(i * 0.83 + p2) * 0.4) * 0.86 + 0.14 * random.next()
    const h = 26 + e * 300
    const lo = y === HEIGHT / 2 ? h : h * 0.5
    const on = facts.hasShare ? i < Math.round(q * n) : i === one
    const x = Math.round(i * t + (t - w) / 2)
    const c = on ? inks.kick : e > 0.62 ? inks.c : e > 0.3 ? inks.a : inks.d
    out +=
      y === HEIGHT / 2
        ? rect(x, y - h, w, 2 * h, c, round ? w / 2 : 0)
        : rect(x, y - h * 1.3, w, h * 1.3 - 5, c) + rect(x, y + 5, w, lo, on ? inks.kick : inks.b)
  }
  return out
}

/** Draws stacks of coins. The highest stack has as many coins as the article states (5 to 14). */
export function coins({ random, inks, facts, pen }: Sheet): string {
  const m = facts.count(5, 14, random.int(7, 11))
  const cols = random.pick([4, 5, 6])
  const cw = 1260 / cols
  const h = Math.round(600 / m)
  const kickColumn = random.int(1, cols - 2)
  const order = random.pick(['rise', 'fall', 'hill', 'wild'])
  let out = ''
  let engraved = ''
  for (let i = 0; i < cols; i++) {
    const t = i / (cols - 1)
    const v =
      order === 'rise'
        ? 0.25 + 0.75 * t
        : order === 'fall'
          ? 1 - 0.75 * t
          : order === 'hill'
            ? 0.3 + 0.7 * Math.sin(t * Math.PI)
            : random.range(0.25, 1)
    const q = i === kickColumn ? Math.max(2, Math.round(m * clamp(v, 0.3, 0.8))) : Math.max(1, Math.round(m * v))
    for (let j = 0; j < q; j++) {
      const x = -30 + i * cw + random.range(-9, 9)
      const y = HEIGHT + 12 - (j + 1) * h
      const top = j === q - 1
      out += rect(
        x + 8,
        y,
        cw - 16,
        h - 7,
        i === kickColumn && top ? inks.kick : at([inks.a, inks.d, inks.a, inks.b], i + j * 3),
        (h - 7) / 2,
      )
      if (j === 0 || (i + j) % 5 === 2) engraved += box(x + 8 + h / 2, y, cw - 16 - h, h - 7)
    }
  }
  return out + pen.hatch(engraved, inks.dark ? inks.ground : inks.c, { angle: 90, pitch: 16 })
}

/** Draws a lock with as many pins as the article states (6 to 12). */
export function pins({ random, inks, facts }: Sheet): string {
  const count = facts.count(6, 12, 9)
  const t = WIDTH / count
  const w = t * random.range(0.52, 0.64)
  const cut = random.range(260, 340)
  const odd = random.int(1, count - 2)
  const base = random.range(520, 570)
  const st = Array.from({ length: count }, () => base - random.int(0, 4) * 36)
  let out = ''
  let key = path`M-20 ${HEIGHT + 20}V${at(st, 0)}`
  for (let i = 0; i < count; i++) {
    const cx = t * (i + 0.5)
    const x = cx - w / 2
    const off = i === odd ? random.pick([-70, 60]) : 0
    const c = cut + off
    const top = 70 + random.int(0, 3) * 22 + off * 0.5
    const tip = at(st, i) - 4
    const sh = w * 0.34
    let z = path`M${cx} -10`
    for (let y = 0, q = 0; y < top; y += 18, q++) z += path`L${cx + (q % 2 ? 1 : -1) * w * 0.3} ${y}`
    out +=
      rect(x, -10, w, at(st, i) + 10, inks.dark ? mix(inks.ground, inks.c, 0.4) : inks.b) +
      line(z, inks.a, 7, ROUND) +
      rect(x + 5, top, w - 10, c - 6 - top, i === odd ? inks.kick : inks.a) +
      fill(
        polygon([
          [x + 5, c + 6],
          [x + w - 5, c + 6],
          [x + w - 5, tip - sh],
          [cx, tip],
          [x + 5, tip - sh],
        ]),
        inks.c === inks.ground ? inks.d : inks.dark ? inks.c : inks.d,
      )
    key += path`L${cx - t * 0.3} ${at(st, i) - 26}L${cx} ${at(st, i)}L${cx + t * 0.3} ${at(st, i) - 26}`
  }
  return out + fill(`${key}V${HEIGHT + 20}Z`, inks.dark ? inks.d : inks.c) + band(cut - 4, 8, inks.c)
}

/**
 * Draws a crack. The article's number (3 to 8) is the number of teeth, and its percentage is the length of the crack.
 */
export function breach({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 8, 5)
  const p = facts.hasShare ? clamp(facts.share(0, 1), 0.28, 0.72) : random.range(0.35, 0.65)
  const x0 = WIDTH * p
  const amp = random.range(60, 110)
  const gap = random.range(70, 120)
  const lean = random.range(-90, 90)
  const st = HEIGHT / random.int(5, 9)
  const shift = st * random.pick([0.5, 1])
  const P: Point[] = []
  for (let i = 0; i <= count; i++)
    P.push([
      x0 + (i % 2 ? amp : -amp) + lean * (i / count - 0.5) + random.range(-18, 18),
      -10 + (i * (HEIGHT + 20)) / count,
    ])
  const A = polygon([[-10, -10], ...P, [-10, HEIGHT + 10]])
  const B = `${polyline(P.map(([x, y]) => [x + gap, y]))}L${WIDTH + 10} ${HEIGHT + 10}V-10Z`
  const stripes = (o: number, c1: string, c2: string) => {
    let d = ''
    for (let y = -2 * st + o; y < HEIGHT + st; y += st) d += box(-20, y, WIDTH + 40, st * 0.5)
    return rect(-20, -20, WIDTH + 40, HEIGHT + 40, c1) + fill(d, c2)
  }
  return (
    band(-10, HEIGHT + 20, inks.kick) +
    pen.clip(A, stripes(0, inks.a, inks.dark ? inks.ground : inks.c)) +
    pen.clip(B, stripes(shift, inks.dark ? inks.d : inks.b, inks.dark ? inks.ground : inks.a))
  )
}

/** Draws as many lines of code as the article states (5 to 10). */
export function indents({ random, inks, facts }: Sheet): string {
  const rows = facts.count(5, 10, random.int(6, 9))
  const h = (HEIGHT / rows) * 0.66
  const step = HEIGHT / rows
  const u = h * random.range(1.3, 1.8)
  const kr = random.int(1, rows - 2)
  let out = ''
  let lv = 0
  for (let j = 0; j < rows; j++) {
    let x = 50 + lv * u
    const q = random.int(2, 4)
    for (let i = 0; i < q && x < WIDTH + 40; i++) {
      const w = u * random.pick([1, 1.6, 2.4, 3.4])
      out += rect(
        x,
        j * step + (step - h) / 2,
        w,
        h,
        j === kr && i === Math.min(1, q - 1)
          ? inks.kick
          : at([inks.a, inks.c, inks.d, inks.a, inks.b], random.int(0, 4)),
        h / 2,
      )
      x += w + h * 0.45
    }
    lv = clamp(lv + random.pick([-2, -1, 1, 1, 1]), 0, 4)
  }
  return out
}

/**
 * Draws a battery with as many cells as the article states (4 to 12). The article's percentage is the charge level, and
 * the last charged cell is in the accent colour.
 */
export function battery({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 12, 7)
  const share = facts.share(0.4, 0.75)
  const on = clamp(Math.round(share * count), 1, count)
  const vert = random.chance(0.35)
  const degrees = random.pick([0, 0, -14, 12])
  const x0 = -60
  const L = 1080
  const y0 = random.range(110, 150)
  const h = HEIGHT - 2 * y0
  const t = (L - 40) / count
  let out =
    rect(x0 - 200, y0, L + 200, h, inks.c, 40) +
    rect(x0 + L - 10, HEIGHT / 2 - h * 0.22, 90, h * 0.44, inks.c, 20) +
    rect(x0 - 200, y0 + 26, L + 174, h - 52, inks.ground, 20)
  let engraved = ''
  for (let i = 0; i < count; i++) {
    const x = x0 + 20 + i * t
    const c = i < on - 1 ? (i % 2 ? inks.d : inks.a) : i === on - 1 ? inks.kick : null
    if (c) out += rect(x, y0 + 50, t - 16, h - 100, c)
    else engraved += box(x, y0 + 50, t - 16, h - 100)
  }
  return turned(
    degrees,
    out + fill(engraved, inks.b) + pen.hatch(engraved, inks.ground, { pitch: 18, width: 6 }),
    vert ? 1.2 : 1.06,
  )
}
