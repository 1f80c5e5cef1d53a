import type { Sheet } from '#covers/drawing.ts'
import { boundsOfDisc, clamp, HEIGHT, type Point, pointIn, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { box, disc, path, polyline } from '#covers/paths.ts'
import { bag, band, circle, fill, line, MITER, rect, ROUND, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a neural network whose widest layer has as many nodes as the article states (3 to 7). */
export function network({ random, inks, facts }: Sheet): string {
  const m = facts.count(3, 7, random.pick([3, 4, 5]))
  const L = random.pick([3, 3, 4, 5])
  const xs = Array.from({ length: L }, (_, i) => -20 + (i * 1240) / (L - 1))
  const layers = xs.map((x, i) => {
    const k = i === Math.floor(L / 2) ? m : clamp(m - random.int(0, 2), 2, 7)
    return Array.from({ length: k }, (_, j): Point => [x, (HEIGHT * (j + 0.5)) / k])
  })
  const q = Math.min(100, (HEIGHT / m) * 0.42)
  const signal = layers.map((l) => random.int(0, l.length - 1))
  let d = ''
  let out = ''
  for (let i = 0; i + 1 < L; i++)
    for (const a of at(layers, i))
      for (const b of at(layers, i + 1))
        if (Math.abs(a[1] - b[1]) < HEIGHT * 0.62 && random.chance(0.72)) d += path`M${a}L${b}`
  const mid = Math.floor(L / 2)
  signal[mid] = clamp(
    at(signal, mid),
    at(layers, mid).length > 2 ? 1 : 0,
    at(layers, mid).length > 2 ? at(layers, mid).length - 2 : 1,
  )
  out +=
    line(d, inks.b, random.range(14, 24)) +
    line(polyline(signal.map((j, i) => at(at(layers, i), j))), inks.kick, 26, ROUND)
  layers.forEach((l, i) =>
    l.forEach(([x, y], j) => {
      out += circle(x, y, q, at([inks.a, inks.c, inks.a, inks.d, inks.a], i + j))
    }),
  )
  return (
    out +
    circle(...at(at(layers, mid), at(signal, mid)), q, inks.kick) +
    circle(...at(at(layers, mid), at(signal, mid)), q * 0.4, inks.ground)
  )
}

/** Draws a labyrinth with as many walls around its core as the article states (5 to 10). */
export function labyrinth({ random, inks, facts }: Sheet): string {
  const sides = random.pick([4, 4, 6, 8])
  const [cx, cy] = pointIn([400, 270, 800, 410], random)
  const step = 560 / facts.count(5, 10, random.int(6, 9))
  const w = step * random.range(0.5, 0.62)
  const rot = sides === 4 ? random.pick([45, 0, 45]) : 180 / sides
  let out = ''
  for (let i = Math.ceil(820 / step); i >= 1; i--) {
    const R = step * 0.75 + i * step
    const P = regularPolygon(cx, cy, R / Math.cos(Math.PI / sides), sides, rot)
    const sd = random.int(0, sides - 1)
    const t = random.range(0.3, 0.7)
    const A = at(P, sd)
    const B = at(P, (sd + 1) % sides)
    const g = (step * 0.62) / Math.hypot(B[0] - A[0], B[1] - A[1])
    const along = (u: number): Point => [A[0] + (B[0] - A[0]) * u, A[1] + (B[1] - A[1]) * u]
    const q = [along(t + g)]
    for (let m = 1; m <= sides; m++) q.push(at(P, (sd + m) % sides))
    q.push(along(t - g))
    out += line(polyline(q), at([inks.a, inks.a, inks.c, inks.a, inks.d], i), w, MITER)
  }
  return out + circle(cx, cy, step * 0.62, inks.kick)
}

/** Draws branches in as many lanes as the article states (3 to 7). */
export function branches({ random, inks, facts }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const top = 85
  const gap = (HEIGHT - 2 * top) / (count - 1)
  const Y = (i: number) => top + i * gap
  const w = clamp(gap * 0.34, 28, 56)
  const tr = clamp(random.int(1, count - 2), 1, count - 2)
  const tones = [inks.d, inks.b, inks.c, inks.d, inks.c, inks.b, inks.d]
  let out = ''
  let nodes = ''
  const dot = (x: number, y: number, c: string, k: number) => {
    nodes += circle(x, y, w * k, c) + circle(x, y, w * k * 0.42, inks.ground)
  }
  const order = random.shuffle([...Array(count).keys()].filter((i) => i !== tr))
  order.toReversed().forEach((i) => {
    const k = i === order[0]
    const c = k ? inks.kick : at(tones, i)
    const a = random.range(-60, 380)
    const q = Math.abs(i - tr) * gap
    const b = a + q * 1.1
    const m = random.chance(0.6)
    const e = m ? Math.max(b + 160, random.range(620, 900)) : WIDTH + 60
    let d = path`M${a} ${Y(tr)}C${a + q * 0.6} ${Y(tr)} ${b - q * 0.6} ${Y(i)} ${b} ${Y(i)}H${e}`
    if (m) d += path`C${e + q * 0.6} ${Y(i)} ${e + q * 0.5} ${Y(tr)} ${e + q * 1.1} ${Y(tr)}`
    out += line(d, inks.ground, w + 18) + line(d, c, w, ROUND)
    dot((b + Math.min(e, WIDTH - 90)) / 2, Y(i), c, k ? 1.3 : 1.05)
  })
  for (let x = random.range(40, 140); x < WIDTH; x += random.range(200, 320)) dot(x, Y(tr), inks.a, 1.05)
  return (
    out +
    line(path`M-20 ${Y(tr)}H${WIDTH + 20}`, inks.ground, w + 18) +
    line(path`M-20 ${Y(tr)}H${WIDTH + 20}`, inks.a, w) +
    nodes
  )
}

/** Draws a patchbay with as many cables as the article states (4 to 8). */
export function patchbay({ random, inks, facts }: Sheet): string {
  const count = facts.count(4, 8, 6)
  const t = WIDTH / count
  const to = random.shuffle([...Array(count).keys()])
  const kickAt = random.int(1, count - 2)
  const w = clamp(t * 0.24, 26, 54)
  const y1 = 96
  const y2 = HEIGHT - 96
  const X = (i: number) => t * (i + 0.5)
  const tones = [inks.a, inks.d, inks.c, inks.a]
  let out = band(-10, y1 + 10, inks.b) + band(y2, HEIGHT, inks.b)
  let ends = ''
  for (const i of [...Array(count).keys()].filter((i) => i !== kickAt).concat(kickAt)) {
    const k = i === kickAt
    const c = k ? inks.kick : at(tones, i)
    const sag = random.range(170, 330)
    const d = path`M${X(i)} ${y1}C${X(i)} ${y1 + sag} ${X(at(to, i))} ${y2 - sag} ${X(at(to, i))} ${y2}`
    out += line(d, inks.ground, w + 14) + line(d, c, w)
    for (const [x, y] of [[X(i), y1] as const, [X(at(to, i)), y2] as const])
      ends += circle(x, y, w * 0.98, c) + circle(x, y, w * 0.4, inks.ground)
  }
  return out + ends
}

/** Draws a chip with as many traces on each side as the article states (4 to 9). */
export function circuit({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const cx = random.range(470, 730)
  const cy = HEIGHT / 2
  const q = random.range(140, 175)
  const t = (2 * q) / count
  const w = t * 0.46
  const kickAt = random.int(0, count - 1)
  const ks = random.int(0, 1) * 2
  let d = ''
  let kd = ''
  let pads = ''
  let kp = ''
  for (let sd = 0; sd < 4; sd++)
    for (let i = 0; i < count; i++) {
      const o = -q + t * (i + 0.5)
      const m = i - (count - 1) / 2
      const run = q + 40 + (count / 2 - Math.abs(m)) * t * 0.9
      const up = o * 2.1
      const far = sd % 2 ? 700 : 1000
      const place = (a: number, b: number): Point =>
        sd === 0 ? [cx + a, cy + b] : sd === 2 ? [cx - a, cy + b] : sd === 1 ? [cx + b, cy + a] : [cx + b, cy - a]
      const end = place(i % 3 === 1 ? run + Math.abs(up - o) + 90 : far, up)
      const e = polyline([place(q, o), place(run, o), place(run + Math.abs(up - o), up), end])
      const k = sd === ks && i === kickAt
      if (k) kd = e
      else d += e
      if (i % 3 === 1) {
        const c = disc(...end, w * 0.95)
        if (k) kp = c
        else pads += c
      }
    }
  const body = box(cx - q, cy - q, 2 * q, 2 * q)
  return (
    line(d, inks.a, w, MITER) +
    fill(pads, inks.a) +
    line(kd, inks.kick, w, MITER) +
    (kp ? fill(kp, inks.kick) : '') +
    rect(cx - q - 16, cy - q - 16, 2 * q + 32, 2 * q + 32, inks.ground) +
    fill(body, inks.c) +
    pen.hatch(box(cx - q * 0.62, cy - q * 0.62, q * 1.24, q * 1.24), inks.dark ? inks.ground : inks.b, {
      bounds: boundsOfDisc(cx, cy, q),
      angle: random.pick([0, 45, 90]),
      width: 6,
    }) +
    circle(cx - q * 0.78, cy - q * 0.78, 15, inks.kick)
  )
}

/** Draws a route through as many blocks from left to right as the article states (5 to 10). */
export function route({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(5, 10, 7)
  const xs = [0]
  const ys = [0]
  const shapes = bag()
  const road = random.range(22, 34)
  while (xs.length <= count) xs.push(at(xs, xs.length - 1) + random.range(0.6, 1.4))
  const m = clamp(Math.round(count * 0.6), 3, 6)
  while (ys.length <= m) ys.push(at(ys, ys.length - 1) + random.range(0.6, 1.4))
  const X = xs.map((v) => Math.round(-90 + (v / at(xs, count)) * 1380))
  const Y = ys.map((v) => Math.round(-90 + (v / at(ys, m)) * 855))
  let engraved = ''
  for (let j = 0; j < m; j++)
    for (let i = 0; i < count; i++) {
      const d = box(
        at(X, i) + road / 2,
        at(Y, j) + road / 2,
        at(X, i + 1) - at(X, i) - road,
        at(Y, j + 1) - at(Y, j) - road,
      )
      const q = random.int(0, 8)
      shapes.add(q < 4 ? inks.b : q < 7 ? inks.a : q < 8 ? inks.d : inks.c, d)
      if (q === 0) engraved += d
    }
  let j = random.int(1, m - 1)
  const P: Point[] = [[at(X, 0) - 60, at(Y, j)]]
  for (let i = 1; i < count - 1; i++)
    if (random.chance(0.7)) {
      const k = clamp(j + random.pick([-2, -1, 1, 2]), 1, m - 1)
      P.push([at(X, i), at(Y, j)], [at(X, i), at(Y, k)])
      j = k
    }
  const end: Point = [at(X, count - 1), at(Y, j)]
  P.push(end)
  const d = polyline(P)
  return turned(
    random.pick([0, -9, 12, -24]),
    shapes.out() +
      pen.hatch(engraved, inks.a, { pitch: 15, width: 4 }) +
      line(d, inks.ground, road + 24, ROUND) +
      line(d, inks.kick, road + 2, ROUND) +
      circle(...end, 46, inks.ground) +
      circle(...end, 36, inks.kick),
    1.18,
  )
}
