import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, pointIn, WIDTH } from '#covers/geometry.ts'
import { box, disc, path, polygon } from '#covers/paths.ts'
import { bag, circle, fill, rect, rotated } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a matrix. The percentage stated in the article is the percentage of filled cells. */
export function matrix({ random, inks, facts }: Sheet): string {
  const rows = random.pick([5, 6, 7])
  const t = HEIGHT / rows
  const cols = Math.ceil(WIDTH / t)
  const share = facts.share(0.45, 0.75)
  const kickAt = random.int(2, cols - 3)
  const kickRow = random.int(1, rows - 2)
  const shapes = bag()
  const round = random.chance(0.4)
  const phase = random.range(0, 6.28)
  const fx = random.range(0.5, 1.1)
  const fy = random.range(0.6, 1.2)
  const cells = []
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++)
      cells.push({ i, j, v: Math.sin(i * fx + phase) + Math.cos(j * fy - phase) + random.range(-0.7, 0.7) })
  const levels = cells.map((c) => c.v).sort((a, b) => b - a)
  const cut = at(levels, Math.floor(share * cells.length))
  let out = rect(kickAt * t, -5, t, HEIGHT + 10, inks.b) + rect(-5, kickRow * t, WIDTH + 10, t, inks.b)
  for (const { i, j, v } of cells) {
    const on = v > cut
    const k = on ? clamp(0.62 + (v - cut) * 0.12, 0.62, 0.86) : 0.16
    const w = t * k
    const x = i * t + (t - w) / 2
    const y = j * t + (t - w) / 2
    if (i === kickAt && j === kickRow) continue
    shapes.add(
      !on ? inks.a : i === kickAt || j === kickRow ? inks.c : v > cut + 1.3 ? inks.d : inks.a,
      round ? disc(x + w / 2, y + w / 2, w / 2) : box(x, y, w, w),
    )
  }
  return (
    out +
    shapes.out() +
    (round
      ? circle(kickAt * t + t / 2, kickRow * t + t / 2, t / 2 - 2, inks.kick)
      : rect(kickAt * t, kickRow * t, t, t, inks.kick))
  )
}

/** Draws as many rows of discs as the article states (2 to 5). */
export function moons({ random, inks, facts }: Sheet): string {
  const rows = facts.count(2, 5, random.pick([2, 3, 4]))
  const t = HEIGHT / rows
  const cols = Math.ceil(WIDTH / t) + 1
  const x0 = (WIDTH - (cols - 1) * t) / 2
  const shapes = bag()
  const h = bag()
  const swirl = random.chance(0.45)
  const fx = random.range(0.0025, 0.005)
  const fy = random.range(0.003, 0.006)
  const p = random.range(0, 6.28)
  const tw = random.range(1.3, 2.2)
  const [vx, vy] = pointIn([250, 80, 950, 595], random)
  const turn = random.pick([0, 0.5, 1])
  const bare = rows > 2 && random.chance(0.4)
  const kickAt = random.int(1, cols - 2)
  const kickRow = rows > 3 ? random.int(1, rows - 2) : random.int(0, rows - 1)
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const cx = x0 + i * t
      const cy = t / 2 + j * t
      const q = t * (bare ? 0.48 : 0.42)
      const a = swirl
        ? Math.atan2(cy - vy, cx - vx) + (turn * Math.PI) / 2
        : (Math.sin(cx * fx + p) + Math.cos(cy * fy - p)) * tw
      const dx = Math.cos(a) * q
      const dy = Math.sin(a) * q
      const k = i === kickAt && j === kickRow
      if (!bare || k) shapes.add(k ? inks.c : inks.b, disc(cx, cy, q))
      h.add(
        k ? inks.kick : (i * 7 + j * 5) % 11 < 2 ? inks.c : Math.sin(a) > 0.75 ? inks.d : inks.a,
        path`M${cx - dx} ${cy - dy}A${q} ${q} 0 0 1 ${cx + dx} ${cy + dy}Z`,
      )
    }
  return shapes.out() + h.out()
}

/** Draws a Merkle tree. The percentage stated in the article determines the position of the proven leaf in its row. */
export function merkle({ random, inks, facts, pen }: Sheet): string {
  const L = random.pick([4, 5, 5])
  const side = random.chance(0.4)
  const g = random.pick([8, 12, 16])
  const A = side ? WIDTH : HEIGHT
  const B = side ? HEIGHT : WIDTH
  const hs = Array.from({ length: L }, (_, i) => 2 + i * 0.45)
  const tot = hs.reduce((a, b) => a + b)
  const leaf = clamp(Math.floor(facts.share(0.15, 0.85) * 2 ** (L - 1)), side ? 1 : 0, 2 ** (L - 1) - (side ? 2 : 1))
  const bg = bag()
  let u = 0
  let out = ''
  for (let l = 0; l < L; l++) {
    const h = (at(hs, l) / tot) * A
    const m = 2 ** l
    const w = B / m
    for (let i = 0; i < m; i++) {
      const on = leaf >> (L - 1 - l) === i
      const sib = l > 0 && ((leaf >> (L - 1 - l)) ^ 1) === i
      const c = on ? (l === L - 1 ? inks.kick : inks.c) : sib ? inks.a : (i + l) % 2 ? inks.b : inks.d
      const [x, y, ww, hh] = side ? [u, i * w, h, w] : [i * w, u, w, h]
      const X = x <= 0 ? -10 : x + g / 2
      const Y = y <= 0 ? -10 : y + g / 2
      const X2 = x + ww >= WIDTH - 1 ? WIDTH + 10 : x + ww - g / 2
      const Y2 = y + hh >= HEIGHT - 1 ? HEIGHT + 10 : y + hh - g / 2
      bg.add(c, box(Math.round(X), Math.round(Y), Math.round(X2) - Math.round(X), Math.round(Y2) - Math.round(Y)))
      if (sib && l === 1) out += pen.hatch(box(X, Y, X2 - X, Y2 - Y), inks.ground, { bounds: [X, Y, X2, Y2] })
    }
    u += h
  }
  return bg.out() + out
}

/** Draws a wall with as many courses of brick as the article states (4 to 8). */
export function wall({ random, inks, facts, pen }: Sheet): string {
  const rows = facts.count(4, 8, random.pick([5, 6]))
  const gap = 14
  const h = (HEIGHT + gap) / rows - gap
  const w = h * random.range(1.9, 2.7)
  const hr = random.int(1, rows - 2)
  const hx = random.range(0.3, 0.65) * WIDTH
  let out = ''
  let engraved = ''
  let done = false
  const shapes = bag()
  for (let j = 0; j < rows; j++)
    for (let x = -(j % 2 ? w * 0.5 : 0) - random.range(0, w * 0.1); x < WIDTH; x += w + gap) {
      const y = j * (h + gap)
      const d = box(x, y, w, h)
      if (!done && j === hr && x + w > hx) {
        done = true
        out += circle(x + w / 2, y + h / 2, h * 0.4, inks.kick)
        continue
      }
      const q = random.next()
      if (q < 0.12) {
        shapes.add(inks.b, d)
        engraved += d
      } else shapes.add(q < 0.62 ? inks.a : q < 0.8 ? inks.d : q < 0.92 ? inks.b : inks.c, d)
    }
  return shapes.out() + pen.hatch(engraved, inks.dark ? inks.d : inks.a, { pitch: 15 }) + out
}

/** Draws a container yard. The percentage stated in the article is the percentage of occupied berths. */
export function containers({ random, inks, facts, pen }: Sheet): string {
  const cols = random.pick([4, 5, 6])
  const rows = random.pick([4, 5])
  const w = Math.round(1280 / cols)
  const h = Math.round(HEIGHT / (rows + 0.6))
  const share = facts.share(0.5, 0.75)
  const hs = Array.from({ length: cols }, () => 0)
  const shapes = bag()
  let left = Math.round(share * cols * rows)
  let engraved = ''
  let guard = 0
  while (left > 0 && guard++ < 400) {
    const c = random.int(0, cols - 1)
    if (at(hs, c) < rows && at(hs, c) <= Math.min(...hs) + 2) {
      hs[c] = at(hs, c) + 1
      left--
    }
  }
  const inner = [...hs.keys()].filter((c) => c > 0 && c < cols - 1)
  const kickColumn = at(
    inner.sort((a, b) => at(hs, a) - at(hs, b)),
    0,
  )
  if (at(hs, kickColumn) > rows - 1) hs[kickColumn] = rows - 1
  hs.forEach((q, c) => {
    for (let j = 0; j < q; j++) {
      const x = c * w - 40
      const y = HEIGHT + 10 - (j + 1) * h
      const d = box(x + 5, y + 5, w - 10, h - 10)
      const t = random.int(0, 5)
      shapes.add(at([inks.a, inks.a, inks.d, inks.c, inks.b, inks.d], t), d)
      if (t === 0 || t === 4) engraved += box(x + 24, y + 22, w - 48, h - 44)
    }
  })
  const kickX = kickColumn * w - 40
  const kickY = clamp(HEIGHT + 10 - (at(hs, kickColumn) + 1) * h - 26, 90, 480)
  return (
    shapes.out() +
    pen.hatch(engraved, inks.ground, { angle: 90, pitch: 20, width: 7 }) +
    rect(kickX + w / 2 - 5, -10, 10, kickY + 20, inks.c) +
    fill(
      polygon([
        [kickX + w / 2, kickY - 46],
        [kickX + w - 12, kickY + 8],
        [kickX + 12, kickY + 8],
      ]),
      inks.c,
    ) +
    rect(kickX + 5, kickY + 5, w - 10, h - 10, inks.kick)
  )
}

/** Draws a wafer. The percentage stated in the article is the percentage of good dies. */
export function wafer({ random, inks, facts }: Sheet): string {
  const [cx, cy] = pointIn([400, 290, 800, 390], random)
  const R = random.range(400, 520)
  const w = random.pick([96, 110, 130])
  const h = w * random.pick([1, 0.7, 1.25])
  const shapes = bag()
  const share = facts.share(0.6, 0.85)
  const degrees = random.pick([0, 45, -15, 20])
  const kickX = random.int(-1, 1)
  const kickY = random.int(-1, 1)
  for (let j = -9; j <= 9; j++)
    for (let i = -9; i <= 9; i++) {
      const x = i * w
      const y = j * h
      const far = Math.max(Math.hypot(x, y), Math.hypot(x + w, y), Math.hypot(x, y + h), Math.hypot(x + w, y + h))
      if (far > R * 0.97) continue
      shapes.add(
        i === kickX && j === kickY
          ? inks.kick
          : random.next() < share
            ? inks.a
            : inks.c === inks.ground
              ? inks.d
              : inks.dark
                ? inks.b
                : inks.c,
        box(cx + x + 4, cy + y + 4, w - 8, h - 8),
      )
    }
  return rotated(
    degrees,
    cx,
    cy,
    circle(cx, cy, R * 1.07, inks.c) +
      circle(cx, cy, R, inks.dark ? (inks.ground === inks.d ? inks.b : inks.d) : inks.b) +
      shapes.out() +
      fill(path`M${cx - 44} ${cy + R * 1.09}L${cx} ${cy + R * 0.96}L${cx + 44} ${cy + R * 1.09}Z`, inks.ground),
  )
}
