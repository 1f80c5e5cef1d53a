import type { Sheet } from '#covers/drawing.ts'
import { HEIGHT, type Point, pointIn, polar, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { polygon } from '#covers/paths.ts'
import { solid } from '#covers/svg.ts'
import { at } from '#text/random.ts'

const COS_30 = Math.cos(Math.PI / 6)

type Projection = (x: number, y: number, z: number) => Point
type Faces = { top: string; left: string; right: string }

// Projects a point in space onto the cover, as seen from 30 degrees above.
function isometric(ox: number, oy: number, k: number): Projection {
  return (x, y, z) => [ox + (x - y) * COS_30 * k, oy + (x + y) * 0.5 * k - z * k]
}

// Returns the paths of a block's three visible sides.
function faces(at: Projection, x: number, y: number, z: number, w: number, d: number, h: number): Faces {
  return {
    top: polygon([at(x, y, z + h), at(x + w, y, z + h), at(x + w, y + d, z + h), at(x, y + d, z + h)]),
    left: polygon([at(x, y + d, z), at(x + w, y + d, z), at(x + w, y + d, z + h), at(x, y + d, z + h)]),
    right: polygon([at(x + w, y, z), at(x + w, y + d, z), at(x + w, y + d, z + h), at(x + w, y, z + h)]),
  }
}

function block(paths: Faces, colors: Faces): string {
  return solid(paths.left, colors.left) + solid(paths.right, colors.right) + solid(paths.top, colors.top)
}

/** Draws a city. The percentage stated in the article is the percentage of tall towers. */
export function towers({ random, inks, facts }: Sheet): string {
  const N = random.int(3, 5)
  const k = (760 / N) * random.range(0.9, 1.15)
  const P = isometric(random.range(480, 720), 400 - N * k * 0.5 + random.range(-10, 60), k)
  const share = facts.share(0.25, 0.5)
  const kickX = random.int(Math.floor(N / 2), N - 1)
  const kickY = random.int(Math.floor(N / 2), N - 1)
  let out = ''
  for (let x = 0; x < N; x++)
    for (let y = 0; y < N; y++) {
      const q = x === kickX && y === kickY
      const h = q
        ? 0.9
        : random.next() < share
          ? random.range(0.9, 1.8) * (1 - (x + y) / (N * 3))
          : random.range(0.12, 0.4)
      out += block(faces(P, x + 0.05, y + 0.05, -2, 0.9, 0.9, h + 2), {
        top: q ? inks.kick : inks.dark ? inks.a : inks.b,
        left: inks.dark ? inks.b : inks.a,
        right: inks.dark ? mix(inks.ground, inks.c, 0.75) : inks.c,
      })
    }
  return out
}

/** Draws a stack of as many sheets as the article states (4 to 9). */
export function ledger({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 9, 6)
  const k = random.range(118, 150)
  const gap = 4.3 / count
  const th = gap * random.range(0.45, 0.66)
  const P = isometric(random.range(480, 720), 345 + (count * gap * k) / 2 - 12, k)
  const odd = random.int(Math.ceil(count * 0.4), count - 1)
  const sx = random.chance(0.5) ? random.range(0.8, 1.4) : 0
  const sy = sx ? 0 : random.range(0.8, 1.4)
  let out = ''
  for (let i = 0; i < count; i++) {
    const o = i === odd
    const b = faces(P, -2 + (o ? sx : 0), -2 + (o ? sy : 0), i * gap, 3.4, 3.4, th)
    const top = o ? inks.kick : at([inks.a, inks.b, inks.d], i)
    out +=
      block(b, {
        top,
        left: inks.dark ? mix(inks.a, inks.ground, 0.35) : inks.c,
        right: inks.dark ? inks.c : mix(inks.c, inks.a, 0.45),
      }) +
      (i % 2
        ? ''
        : pen.hatch(b.right, inks.dark ? mix(inks.c, inks.ground, 0.6) : inks.b, {
            bounds: [560, -20, WIDTH + 20, HEIGHT + 20],
            angle: 90,
            pitch: 18,
            width: 6,
          }))
  }
  return out
}

/** Draws as many nested cubes as the article states (3 to 7). */
export function nest({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 7, 5)
  const [cx, cy] = pointIn([400, 280, 800, 400], random)
  const R0 = random.range(520, 640)
  const k = (62 / R0) ** (1 / Math.max(2, count - 0.5))
  let R = R0
  let out = ''
  for (let i = 0; i < count; i++, R *= k) {
    const corner = (degrees: number) => polar(cx, cy, R, degrees)
    const [above, right, rightBelow] = [corner(-90), corner(-30), corner(30)]
    const [below, leftBelow, left] = [corner(90), corner(150), corner(210)]
    const middle: Point = [cx, cy]
    const inn = i % 2 === 1
    const fs = inn
      ? [
          [right, rightBelow, below, middle],
          [below, leftBelow, left, middle],
          [left, above, right, middle],
        ]
      : [
          [left, above, right, middle],
          [right, rightBelow, below, middle],
          [below, leftBelow, left, middle],
        ]
    const t = inn ? [inks.a, inks.c, inks.b] : inks.dark ? [inks.a, inks.b, inks.d] : [inks.b, inks.a, inks.d]
    fs.forEach((p, q) => {
      out += solid(polygon(p), i === count - 1 && !q ? inks.kick : at(t, q))
      if (!inn && q === 1 && i === 0)
        out += pen.hatch(polygon(p), inks.dark ? inks.ground : inks.c, {
          bounds: [cx, cy - R, cx + R, cy + R],
          angle: random.pick([90, -30]),
          pitch: 16,
        })
    })
  }
  return out
}

/** Draws stairs with as many steps as the article states (4 to 10). */
export function stairs({ random, inks, facts }: Sheet): string {
  const count = facts.count(4, 10, 7)
  const k = (860 / count) * random.range(0.85, 1)
  const P = isometric(random.range(560, 700) - count * k * 0.12, 200 + random.range(-20, 40), k)
  const rise = random.range(0.5, 0.72)
  const kickAt = random.int(Math.ceil(count * 0.35), count - 2)
  let out = ''
  for (let i = 0; i < count; i++) {
    const h = (count - i) * rise
    const b = faces(P, i, -1, -12, 1, count * 0.62 + 1, h + 12 - count * rise * 0.35)
    out += block(b, {
      top: i === kickAt ? inks.kick : inks.dark ? inks.a : inks.b,
      left: inks.dark ? inks.d : inks.a,
      right: inks.c === inks.ground ? inks.b : inks.c,
    })
  }
  return out
}
