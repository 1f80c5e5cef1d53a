import type { Sheet } from '#covers/drawing.ts'
import { type Bounds, HEIGHT, type Point, pointIn, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { polygon } from '#covers/paths.ts'
import { solid } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a city. The percentage stated in the article is the percentage of tall towers. */
export function towers({ random, inks, facts }: Sheet): string {
  const count = random.int(3, 5)
  const unit = (760 / count) * random.range(0.9, 1.15)
  const cx = random.range(480, 720)
  const project = isometric([cx, 400 - count * unit * 0.5 + random.range(-10, 60)], unit)
  const share = facts.share(0.25, 0.5)
  const kickX = random.int(Math.floor(count / 2), count - 1)
  const kickY = random.int(Math.floor(count / 2), count - 1)
  const left = inks.dark ? inks.b : inks.a
  const right = inks.dark ? mix(inks.ground, inks.c, 0.75) : inks.c
  let out = ''
  for (let x = 0; x < count; x++)
    for (let y = 0; y < count; y++) {
      const isKick = x === kickX && y === kickY
      let height = 0.9
      if (!isKick)
        height = random.next() < share ? random.range(0.9, 1.8) * (1 - (x + y) / (count * 3)) : random.range(0.12, 0.4)
      const sides = cuboid(project, [x + 0.05, y + 0.05, -2], [0.9, 0.9, height + 2])
      out += shaded(sides, { top: isKick ? inks.kick : inks.dark ? inks.a : inks.b, left, right })
    }
  return out
}

/** Draws a stack of as many sheets as the article states (4 to 9). */
export function ledger({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const unit = random.range(118, 150)
  const pitch = 4.3 / count
  const thickness = pitch * random.range(0.45, 0.66)
  const project = isometric([random.range(480, 720), 345 + (count * pitch * unit) / 2 - 12], unit)
  const kickAt = random.int(Math.ceil(count * 0.4), count - 1)
  const [dx, dy] = random.chance(0.5) ? [random.range(0.8, 1.4), 0] : [0, random.range(0.8, 1.4)]
  const tones = [inks.a, inks.b, inks.d]
  const left = inks.dark ? mix(inks.a, inks.ground, 0.35) : inks.c
  const right = inks.dark ? inks.c : mix(inks.c, inks.a, 0.45)
  const hatched = inks.dark ? mix(inks.c, inks.ground, 0.6) : inks.b
  const bounds: Bounds = [560, -20, WIDTH + 20, HEIGHT + 20]
  let out = ''
  for (let i = 0; i < count; i++) {
    const isKick = i === kickAt
    const [x, y] = isKick ? [dx - 2, dy - 2] : [-2, -2]
    const sides = cuboid(project, [x, y, i * pitch], [3.4, 3.4, thickness])
    out += shaded(sides, { top: isKick ? inks.kick : at(tones, i), left, right })
    if (i % 2 === 0) out += pen.hatch(sides.right, hatched, { bounds, angle: 90, pitch: 18, width: 6 })
  }
  return out
}

/** Draws as many nested cubes as the article states (3 to 7). */
export function nest({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const [cx, cy] = pointIn([400, 280, 800, 400], random)
  let r = random.range(520, 640)
  const shrink = (62 / r) ** (1 / (count - 0.5))
  let out = ''
  for (let i = 0; i < count; i++, r *= shrink) {
    const corners = regularPolygon(cx, cy, r, 6, -90)
    // Cubes that are seen from outside and from inside alternate.
    const isInside = i % 2 === 1
    const sides = (isInside ? [1, 3, 5] : [5, 1, 3]).map((first) =>
      polygon([at(corners, first), at(corners, first + 1), at(corners, first + 2), [cx, cy]]),
    )
    const outside = inks.dark ? [inks.a, inks.b, inks.d] : [inks.b, inks.a, inks.d]
    const tones = isInside ? [inks.a, inks.c, inks.b] : outside
    sides.forEach((side, n) => {
      out += solid(side, i === count - 1 && n === 0 ? inks.kick : at(tones, n))
      if (i > 0 || n !== 1) return
      const bounds: Bounds = [cx, cy - r, cx + r, cy + r]
      const angle = random.pick([90, -30])
      out += pen.hatch(side, inks.dark ? inks.ground : inks.c, { bounds, angle, pitch: 16 })
    })
  }
  return out
}

/** Draws stairs with as many steps as the article states (4 to 10). */
export function stairs({ random, inks, facts }: Sheet): string {
  const count = facts.count(4, 10, 7)
  const unit = (860 / count) * random.range(0.85, 1)
  const project = isometric([random.range(560, 700) - count * unit * 0.12, 200 + random.range(-20, 40)], unit)
  const rise = random.range(0.5, 0.72)
  const kickAt = random.int(Math.ceil(count * 0.35), count - 2)
  const left = inks.dark ? inks.d : inks.a
  let out = ''
  for (let i = 0; i < count; i++) {
    const height = (count - i) * rise + 12 - count * rise * 0.35
    const sides = cuboid(project, [i, -1, -12], [1, count * 0.62 + 1, height])
    out += shaded(sides, { top: i === kickAt ? inks.kick : inks.dark ? inks.a : inks.b, left, right: inks.c })
  }
  return out
}

type Projection = (x: number, y: number, z: number) => Point
type Triple = [x: number, y: number, z: number]
type Sides = { top: string; left: string; right: string }

// Projects points in space onto the cover, as seen from 30 degrees above.
function isometric([ox, oy]: Point, unit: number): Projection {
  const cos30 = Math.cos(Math.PI / 6)
  return (x, y, z) => [ox + (x - y) * cos30 * unit, oy + (x + y) * 0.5 * unit - z * unit]
}

// Returns the paths of a cuboid's three visible sides.
function cuboid(project: Projection, [x0, y0, z0]: Triple, [width, depth, height]: Triple): Sides {
  const [x1, y1, z1] = [x0 + width, y0 + depth, z0 + height]
  return {
    top: polygon([project(x0, y0, z1), project(x1, y0, z1), project(x1, y1, z1), project(x0, y1, z1)]),
    left: polygon([project(x0, y1, z0), project(x1, y1, z0), project(x1, y1, z1), project(x0, y1, z1)]),
    right: polygon([project(x1, y0, z0), project(x1, y1, z0), project(x1, y1, z1), project(x1, y0, z1)]),
  }
}

function shaded(sides: Sides, colors: Sides): string {
  return solid(sides.left, colors.left) + solid(sides.right, colors.right) + solid(sides.top, colors.top)
}
