import type { Sheet } from '#covers/drawing.ts'
import { HEIGHT, WIDTH } from '#covers/geometry.ts'
import { num, path } from '#covers/paths.ts'
import { bag, circle, line, ROUND_ENDS } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a field of dots. The percentage of larger, darker dots is the one stated in the article. */
export function field({ random, inks, facts }: Sheet): string {
  const t = random.pick([90, 100, 112])
  const share = facts.share(0.15, 0.4)
  const bl = Array.from({ length: random.int(2, 4) }, () => ({
    x: random.range(100, WIDTH - 100),
    y: random.range(60, HEIGHT - 60),
    q: random.range(170, 330),
    k: random.range(0.7, 1.1),
  }))
  const cells = []
  for (let j = 0, y = t / 2; y < HEIGHT + t; y += t * 0.866, j++)
    for (let x = j % 2 ? 0 : t / 2; x < WIDTH + t; x += t) {
      let v = 0
      for (const b of bl) v = Math.max(v, b.k * Math.exp(-((x - b.x) ** 2 + (y - b.y) ** 2) / (b.q * b.q)))
      cells.push({ x, y, v })
    }
  cells.sort((a, b) => b.v - a.v)
  const kick = cells.find((c) => c.x > 120 && c.x < 1080 && c.y > 120 && c.y < 555) ?? at(cells, 0)
  const groups = new Map<string, { color: string; size: number; path: string }>()
  cells.forEach((c, i) => {
    if (c === kick) return
    const u = i / cells.length
    const big = u < share
    const z = big ? 0.44 + 0.06 * (1 - u / share) : 0.34 * (1 - (u - share) / (1 - share)) ** 1.3 + 0.06
    const lv = Math.round(z * 2 * 16) / 16
    const col = big ? inks.c : u < share + 0.3 ? inks.a : inks.d
    const key = `${col} ${lv}`
    const group = groups.get(key) ?? { color: col, size: lv, path: '' }
    groups.set(key, { ...group, path: `${group.path}M${Math.round(c.x)} ${Math.round(c.y)}h.1` })
  })
  return (
    [...groups.values()].map(({ color, size, path }) => line(path, color, size * t, ROUND_ENDS)).join('') +
    circle(kick.x, kick.y, t * 0.62, inks.ground) +
    circle(kick.x, kick.y, t * 0.5, inks.kick)
  )
}

/** Draws a shoal with as many fish per column as the article states (3 to 6). One fish swims the other way. */
export function shoal({ random, inks, facts }: Sheet): string {
  const rows = facts.count(3, 6, random.pick([3, 4, 5]))
  const t = HEIGHT / rows
  const w = t * random.range(1.35, 1.6)
  const cols = Math.ceil(WIDTH / w) + 1
  const shapes = bag()
  const kickAt = random.int(1, cols - 3)
  const kickRow = random.int(rows > 3 ? 1 : 0, rows - (rows > 3 ? 2 : 1))
  const sh = random.range(0.3, 0.5)
  const eyes = bag()
  for (let j = 0; j < rows; j++)
    for (let i = -1; i < cols; i++) {
      const k = i === kickAt && j === kickRow
      const dir = k ? -1 : 1
      const x = i * w + (j % 2 ? w * sh : 0) + w / 2
      const y = j * t + t / 2
      const a = w * 0.4
      const b = t * 0.33
      const X = (v: number) => num(x + v * dir)
      shapes.add(
        k ? inks.kick : at([inks.a, inks.a, inks.d, inks.a, inks.c, inks.b], i * 2 + j * 5),
        path`M${X(a)} ${y}Q${X(a * 0.3)} ${y - b * 1.75} ${X(-a * 0.45)} ${y}L${X(-a)} ${y - b * 0.72}V${y + b * 0.72}L${X(-a * 0.45)} ${y}Q${X(a * 0.3)} ${y + b * 1.75} ${X(a)} ${y}Z`,
      )
      eyes.add(inks.ground, path`M${X(a * 0.56)} ${y - b * 0.16}h.1`)
    }
  return shapes.out() + eyes.out((d, c) => line(d, c, t * 0.09, ROUND_ENDS))
}
