import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, pointIn, WIDTH } from '#covers/geometry.ts'
import { box, disc, path } from '#covers/paths.ts'
import { bag, circle, fill, rect, rotated } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a matrix. The percentage stated in the article is the percentage of filled cells. */
export function matrix({ random, inks, facts }: Sheet): string {
  const rows = random.pick([5, 6, 7])
  const size = HEIGHT / rows
  const columns = Math.ceil(WIDTH / size)
  const share = facts.share(0.45, 0.75)
  const kickColumn = random.int(2, columns - 3)
  const kickRow = random.int(1, rows - 2)
  const isRound = random.chance(0.4)
  const phase = random.range(0, 6.28)
  const fx = random.range(0.5, 1.1)
  const fy = random.range(0.6, 1.2)
  const cells = []
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++)
      cells.push({ i, j, level: Math.sin(i * fx + phase) + Math.cos(j * fy - phase) + random.range(-0.7, 0.7) })
  const levels = cells.map(({ level }) => level).sort((a, b) => b - a)
  const cut = at(levels, Math.floor(share * cells.length))
  const [kickX, kickY] = [kickColumn * size, kickRow * size]
  const shapes = bag()
  for (const { i, j, level } of cells) {
    if (i === kickColumn && j === kickRow) continue
    const isCrossed = i === kickColumn || j === kickRow
    const w = size * (level > cut ? clamp(0.62 + (level - cut) * 0.12, 0.62, 0.86) : 0.16)
    const [x, y] = [i * size + (size - w) / 2, j * size + (size - w) / 2]
    const color = level <= cut ? inks.a : isCrossed ? inks.c : level > cut + 1.3 ? inks.d : inks.a
    shapes.add(color, isRound ? disc(x + w / 2, y + w / 2, w / 2) : box(x, y, w, w))
  }
  const cross = rect(kickX, -5, size, HEIGHT + 10, inks.b) + rect(-5, kickY, WIDTH + 10, size, inks.b)
  const kick = isRound
    ? circle(kickX + size / 2, kickY + size / 2, size / 2 - 2, inks.kick)
    : rect(kickX, kickY, size, size, inks.kick)
  return cross + shapes.out() + kick
}

/** Draws as many rows of discs as the article states (2 to 5). */
export function moons({ random, inks, facts }: Sheet): string {
  const rows = facts.count(2, 5, random.pick([2, 3, 4]))
  const pitch = HEIGHT / rows
  const columns = Math.ceil(WIDTH / pitch) + 1
  const left = (WIDTH - (columns - 1) * pitch) / 2
  const isSwirl = random.chance(0.45)
  const fx = random.range(0.0025, 0.005)
  const fy = random.range(0.003, 0.006)
  const phase = random.range(0, 6.28)
  const twist = random.range(1.3, 2.2)
  const [eyeX, eyeY] = pointIn([250, 80, 950, 595], random)
  const turn = (random.pick([0, 0.5, 1]) * Math.PI) / 2
  const isBare = rows > 2 && random.chance(0.4)
  const r = pitch * (isBare ? 0.48 : 0.42)
  const kickColumn = random.int(1, columns - 2)
  const kickRow = rows > 3 ? random.int(1, rows - 2) : random.int(0, rows - 1)
  const discs = bag()
  const halves = bag()
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const [cx, cy] = [left + i * pitch, pitch / 2 + j * pitch]
      const wave = (Math.sin(cx * fx + phase) + Math.cos(cy * fy - phase)) * twist
      const angle = isSwirl ? Math.atan2(cy - eyeY, cx - eyeX) + turn : wave
      const [dx, dy] = [Math.cos(angle) * r, Math.sin(angle) * r]
      const isKick = i === kickColumn && j === kickRow
      if (!isBare || isKick) discs.add(isKick ? inks.c : inks.b, disc(cx, cy, r))
      const tone = (i * 7 + j * 5) % 11 < 2 ? inks.c : Math.sin(angle) > 0.75 ? inks.d : inks.a
      halves.add(isKick ? inks.kick : tone, path`M${cx - dx} ${cy - dy}A${r} ${r} 0 0 1 ${cx + dx} ${cy + dy}Z`)
    }
  return discs.out() + halves.out()
}

/** Draws a Merkle tree. The percentage stated in the article determines the position of the proven leaf in its row. */
export function merkle({ random, inks, facts, pen }: Sheet): string {
  const levels = random.pick([4, 5, 5])
  const isSideways = random.chance(0.4)
  const gap = random.pick([8, 12, 16])
  const [length, breadth] = isSideways ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH]
  const depths = Array.from({ length: levels }, (_, i) => 2 + i * 0.45)
  const total = depths.reduce((a, b) => a + b)
  const leaves = 2 ** (levels - 1)
  const edge = isSideways ? 1 : 0
  const leaf = clamp(Math.floor(facts.share(0.15, 0.85) * leaves), edge, leaves - 1 - edge)
  const shapes = bag()
  let start = 0
  let out = ''
  depths.forEach((depth, level) => {
    const h = (depth / total) * length
    const nodes = 2 ** level
    const w = breadth / nodes
    const proven = leaf >> (levels - 1 - level)
    for (let i = 0; i < nodes; i++) {
      const isSibling = level > 0 && (proven ^ 1) === i
      const tone = isSibling ? inks.a : (i + level) % 2 ? inks.b : inks.d
      const color = i !== proven ? tone : level === levels - 1 ? inks.kick : inks.c
      const [left, top] = isSideways ? [start, i * w] : [i * w, start]
      const [right, bottom] = isSideways ? [left + h, top + w] : [left + w, top + h]
      const x0 = left <= 0 ? -10 : left + gap / 2
      const y0 = top <= 0 ? -10 : top + gap / 2
      const x1 = right >= WIDTH - 1 ? WIDTH + 10 : right - gap / 2
      const y1 = bottom >= HEIGHT - 1 ? HEIGHT + 10 : bottom - gap / 2
      const [x, y] = [Math.round(x0), Math.round(y0)]
      shapes.add(color, box(x, y, Math.round(x1) - x, Math.round(y1) - y))
      if (isSibling && level === 1)
        out += pen.hatch(box(x0, y0, x1 - x0, y1 - y0), inks.ground, { bounds: [x0, y0, x1, y1] })
    }
    start += h
  })
  return shapes.out() + out
}

/** Draws a wall with as many courses of brick as the article states (4 to 8). */
export function wall({ random, inks, facts, pen }: Sheet): string {
  const rows = facts.count(4, 8, random.pick([5, 6]))
  const gap = 14
  const h = (HEIGHT + gap) / rows - gap
  const w = h * random.range(1.9, 2.7)
  const holeRow = random.int(1, rows - 2)
  const holeX = random.range(0.3, 0.65) * WIDTH
  const bricks = bag()
  let engraved = ''
  let hole = ''
  for (let j = 0; j < rows; j++)
    for (let x = -(j % 2 ? w * 0.5 : 0) - random.range(0, w * 0.1); x < WIDTH; x += w + gap) {
      const y = j * (h + gap)
      if (hole === '' && j === holeRow && x + w > holeX) {
        hole = circle(x + w / 2, y + h / 2, h * 0.4, inks.kick)
        continue
      }
      const chance = random.next()
      const tone = chance < 0.62 ? inks.a : chance < 0.8 ? inks.d : chance < 0.92 ? inks.b : inks.c
      bricks.add(chance < 0.12 ? inks.b : tone, box(x, y, w, h))
      if (chance < 0.12) engraved += box(x, y, w, h)
    }
  return bricks.out() + pen.hatch(engraved, inks.dark ? inks.d : inks.a, { pitch: 15 }) + hole
}

/** Draws a container yard. The percentage stated in the article is the percentage of occupied berths. */
export function containers({ random, inks, facts, pen }: Sheet): string {
  const columns = random.pick([4, 5, 6])
  const rows = random.pick([4, 5])
  const w = Math.round(1280 / columns)
  const h = Math.round(HEIGHT / (rows + 0.6))
  const heights = Array.from({ length: columns }, () => 0)
  let left = Math.round(facts.share(0.5, 0.75) * columns * rows)
  while (left > 0) {
    const column = random.int(0, columns - 1)
    const height = at(heights, column)
    if (height >= rows || height > Math.min(...heights) + 2) continue
    heights[column] = height + 1
    left--
  }
  // The crane lowers a container onto the lowest stack that is not at the edge.
  const inner = heights.slice(1, -1)
  const kickColumn = 1 + inner.indexOf(Math.min(...inner))
  heights[kickColumn] = Math.min(at(heights, kickColumn), rows - 1)
  const tones = [inks.a, inks.a, inks.d, inks.c, inks.b, inks.d]
  const shapes = bag()
  let engraved = ''
  heights.forEach((height, column) => {
    for (let j = 0; j < height; j++) {
      const x = column * w - 40
      const y = HEIGHT + 10 - (j + 1) * h
      const tone = random.int(0, 5)
      shapes.add(at(tones, tone), box(x + 5, y + 5, w - 10, h - 10))
      if (tone === 0 || tone === 4) engraved += box(x + 24, y + 22, w - 48, h - 44)
    }
  })
  const x = kickColumn * w - 40
  const y = clamp(HEIGHT + 10 - (at(heights, kickColumn) + 1) * h - 26, 90, 480)
  return (
    shapes.out() +
    pen.hatch(engraved, inks.ground, { angle: 90, pitch: 20, width: 7 }) +
    rect(x + w / 2 - 5, -10, 10, y + 20, inks.c) +
    fill(path`M${x + w / 2} ${y - 46}L${x + w - 12} ${y + 8}L${x + 12} ${y + 8}Z`, inks.c) +
    rect(x + 5, y + 5, w - 10, h - 10, inks.kick)
  )
}

/** Draws a wafer. The percentage stated in the article is the percentage of good dies. */
export function wafer({ random, inks, facts }: Sheet): string {
  const [cx, cy] = pointIn([400, 290, 800, 390], random)
  const R = random.range(400, 520)
  const w = random.pick([96, 110, 130])
  const h = w * random.pick([1, 0.7, 1.25])
  const share = facts.share(0.6, 0.85)
  const degrees = random.pick([0, 45, -15, 20])
  const kickColumn = random.int(-1, 1)
  const kickRow = random.int(-1, 1)
  const dies = bag()
  for (let j = -9; j <= 9; j++)
    for (let i = -9; i <= 9; i++) {
      const [x, y] = [i * w, j * h]
      // A die's farthest corner must be on the wafer.
      if (Math.hypot(Math.max(-x, x + w), Math.max(-y, y + h)) > R * 0.97) continue
      const isKick = i === kickColumn && j === kickRow
      const color = isKick ? inks.kick : random.next() < share ? inks.a : inks.dark ? inks.b : inks.c
      dies.add(color, box(cx + x + 4, cy + y + 4, w - 8, h - 8))
    }
  const notch = path`M${cx - 44} ${cy + R * 1.09}L${cx} ${cy + R * 0.96}L${cx + 44} ${cy + R * 1.09}Z`
  const disc = circle(cx, cy, R * 1.07, inks.c) + circle(cx, cy, R, inks.dark ? inks.d : inks.b)
  return rotated(degrees, cx, cy, disc + dies.out() + fill(notch, inks.ground))
}
