import type { Sheet } from '#covers/drawing.ts'
import { HEIGHT, WIDTH } from '#covers/geometry.ts'
import { path } from '#covers/paths.ts'
import { bag, circle, line, ROUND_ENDS } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a field of dots. The percentage of larger, darker dots is the one stated in the article. */
export function field({ random, inks, facts }: Sheet): string {
  const pitch = random.pick([90, 100, 112])
  const share = facts.share(0.15, 0.4)
  const sources = Array.from({ length: random.int(2, 4) }, () => ({
    x: random.range(100, WIDTH - 100),
    y: random.range(60, HEIGHT - 60),
    reach: random.range(170, 330),
    strength: random.range(0.7, 1.1),
  }))
  const dots = []
  for (let j = 0, y = pitch / 2; y < HEIGHT + pitch; y += pitch * 0.866, j++)
    for (let x = j % 2 ? 0 : pitch / 2; x < WIDTH + pitch; x += pitch) {
      const levels = sources.map((source) => {
        const squared = (x - source.x) ** 2 + (y - source.y) ** 2
        return source.strength * Math.exp(-squared / (source.reach * source.reach))
      })
      dots.push({ x, y, level: Math.max(...levels) })
    }
  dots.sort((a, b) => b.level - a.level)
  const kick = dots.find(({ x, y }) => x > 120 && x < 1080 && y > 120 && y < 555) ?? at(dots, 0)
  const groups = new Map<string, { color: string; size: number; dots: string }>()
  dots.forEach((dot, i) => {
    if (dot === kick) return
    const rank = i / dots.length
    const isBig = rank < share
    const r = isBig ? 0.44 + 0.06 * (1 - rank / share) : 0.34 * (1 - (rank - share) / (1 - share)) ** 1.3 + 0.06
    const size = Math.round(r * 2 * 16) / 16
    const color = isBig ? inks.c : rank < share + 0.3 ? inks.a : inks.d
    const key = `${color} ${size}`
    const group = groups.get(key) ?? { color, size, dots: '' }
    groups.set(key, { ...group, dots: `${group.dots}M${Math.round(dot.x)} ${Math.round(dot.y)}h.1` })
  })
  const lines = [...groups.values()].map(({ color, size, dots }) => line(dots, color, size * pitch, ROUND_ENDS))
  const halo = circle(kick.x, kick.y, pitch * 0.62, inks.ground)
  return lines.join('') + halo + circle(kick.x, kick.y, pitch * 0.5, inks.kick)
}

/** Draws a shoal with as many fish per column as the article states (3 to 6). One fish swims the other way. */
export function shoal({ random, inks, facts }: Sheet): string {
  const rows = facts.count(3, 6, random.pick([3, 4, 5]))
  const h = HEIGHT / rows
  const w = h * random.range(1.35, 1.6)
  const columns = Math.ceil(WIDTH / w) + 1
  const tones = [inks.a, inks.a, inks.d, inks.a, inks.c, inks.b]
  const kickColumn = random.int(1, columns - 3)
  const kickRow = random.int(rows > 3 ? 1 : 0, rows - (rows > 3 ? 2 : 1))
  const shift = random.range(0.3, 0.5)
  const [length, height] = [w * 0.4, h * 0.33]
  const fish = bag()
  let eyes = ''
  for (let j = 0; j < rows; j++)
    for (let i = -1; i < columns; i++) {
      const isKick = i === kickColumn && j === kickRow
      const y = j * h + h / 2
      const x = (part: number) => i * w + (j % 2 ? w * shift : 0) + w / 2 + length * part * (isKick ? -1 : 1)
      const [back, belly] = [y - height * 1.75, y + height * 1.75]
      const tail = path`L${x(-1)} ${y - height * 0.72}V${y + height * 0.72}L${x(-0.45)} ${y}`
      fish.add(
        isKick ? inks.kick : at(tones, i * 2 + j * 5),
        path`M${x(1)} ${y}Q${x(0.3)} ${back} ${x(-0.45)} ${y}${tail}Q${x(0.3)} ${belly} ${x(1)} ${y}Z`,
      )
      eyes += path`M${x(0.56)} ${y - height * 0.16}h.1`
    }
  return fish.out() + line(eyes, inks.ground, h * 0.09, ROUND_ENDS)
}
