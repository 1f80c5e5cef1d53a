import { disc, fill, HEIGHT, line, num, poly, WIDTH } from '#newsroom/covers/drawing.ts'
import type { Box, Figure, Pen, Point } from '#newsroom/covers/drawing.ts'
import { mix } from '#newsroom/covers/palette.ts'
import type { Inks } from '#newsroom/covers/palette.ts'
import { at } from '#newsroom/covers/random.ts'
import type { Random } from '#newsroom/covers/random.ts'

/** The figures of blockchain: towers, ledger, nested cubes, tumbling blocks, woven links. */
export const CUBES: Figure[] = [towers, ledger, nest, tumble, links]

const COS_30 = Math.cos(Math.PI / 6)

// Where a point of space lands on the sheet, in isometric projection.
type Project = (x: number, y: number, z: number) => Point

type Tones = { top: string; left: string; right: string; hatch: string | null; pitch?: number }

function isometric(ox: number, oy: number, unit: number): Project {
  return (x, y, z) => [ox + (x - y) * COS_30 * unit, oy + (x + y) * 0.5 * unit - z * unit]
}

// A cuboid with its corner at x, y, z, seen from above; the right face may be engraved.
function cuboid(
  project: Project,
  pen: Pen,
  { x, y, z, w, d, h, tones }: Record<'x' | 'y' | 'z' | 'w' | 'd' | 'h', number> & { tones: Tones },
): string {
  const top = [project(x, y, z + h), project(x + w, y, z + h), project(x + w, y + d, z + h), project(x, y + d, z + h)]
  const left = [project(x, y + d, z), project(x + w, y + d, z), project(x + w, y + d, z + h), project(x, y + d, z + h)]
  const right = [project(x + w, y, z), project(x + w, y + d, z), project(x + w, y + d, z + h), project(x + w, y, z + h)]
  const faces = fill(poly(left), tones.left) + fill(poly(right), tones.right) + fill(poly(top), tones.top)
  if (tones.hatch === null) return faces
  const style = { angle: 90, pitch: tones.pitch ?? 10, width: 3.5, color: tones.hatch }
  return faces + pen.hatch(poly(right), boxOf(right), style)
}

function boxOf(points: Point[]): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function towers(random: Random, inks: Inks, pen: Pen): string {
  const count = random.int(5, 7)
  const unit = random.range(118, 158)
  const project = isometric(random.range(500, 700), 400 - count * unit * 0.5 + random.range(-20, 40), unit)
  const kickX = random.int(0, count - 1)
  const kickY = random.int(0, count - 1)
  const ridge = random.range(0, 6.28)
  const engraving = inks.dark && inks.ground !== inks.c ? mix(inks.ground, inks.b, 0.5) : null
  let out = ''
  for (let x = 0; x < count; x++) {
    for (let y = 0; y < count; y++) {
      const height = 0.25 + 0.25 * random.int(0, 5) + 1.3 * Math.max(0, Math.sin(ridge + (x * 1.3 - y * 0.9)))
      const kick = x === kickX && y === kickY
      if (!kick && random.chance(0.1)) continue
      const tones = {
        top: kick ? inks.kick : inks.dark ? inks.a : inks.b,
        left: inks.dark ? inks.b : inks.a,
        right: inks.dark ? mix(inks.ground, inks.c, 0.75) : inks.c,
        hatch: engraving,
      }
      out += cuboid(project, pen, {
        x: x + 0.04,
        y: y + 0.04,
        z: 0,
        w: 0.92,
        d: 0.92,
        h: kick ? height + 0.6 : height,
        tones,
      })
    }
  }
  return out
}

// Stacked sheets; one of them is offset: the fork.
function ledger(random: Random, inks: Inks, pen: Pen): string {
  const count = random.int(5, 7)
  const size = 4
  const unit = random.range(112, 132)
  const gap = random.range(0.62, 0.78)
  const thickness = gap * random.range(0.45, 0.66)
  const project = isometric(random.range(480, 720), 338 + (count * gap * unit) / 2 - 12, unit)
  const fork = random.int(1, count - 1)
  const shiftX = random.chance(0.5) ? random.range(0.7, 1.25) : 0
  const shiftY = shiftX ? 0 : random.range(0.7, 1.25)
  let out = ''
  for (let i = 0; i < count; i++) {
    const forked = i === fork
    const top = forked ? inks.kick : at([inks.a, inks.b, inks.d], i)
    const tones = {
      top: i === count - 1 || forked ? top : mix(top, inks.ground, 0.12),
      left: inks.dark ? mix(inks.a, inks.ground, 0.35) : inks.c,
      right: inks.dark ? inks.c : mix(inks.c, inks.a, 0.45),
      hatch: inks.dark ? mix(inks.c, inks.ground, 0.6) : inks.b,
      pitch: 14,
    }
    const x = -size / 2 + (forked ? shiftX : 0)
    const y = -size / 2 + (forked ? shiftY : 0)
    out += cuboid(project, pen, { x, y, z: i * gap, w: size - 0.6, d: size - 0.6, h: thickness, tones })
  }
  return out
}

// Cubes inside cubes: convex, concave, convex. Depth without perspective.
function nest(random: Random, inks: Inks, pen: Pen): string {
  const count = random.int(4, 6)
  const centre: Point = [random.range(400, 800), random.range(280, 400)]
  let reach = random.range(520, 640)
  let out = ''
  for (let i = 0; i < count; i++) {
    const corners = [-90, -30, 30, 90, 150, 210].map((angle): Point => {
      return [
        centre[0] + reach * Math.cos((angle * Math.PI) / 180),
        centre[1] + reach * Math.sin((angle * Math.PI) / 180),
      ]
    })
    const hollow = i % 2 === 1
    // Each face is three neighbouring corners and the centre; a hollow cube shows the other three.
    const faces = (hollow ? [1, 3, 5] : [5, 1, 3]).map((first) => {
      return [at(corners, first), at(corners, first + 1), at(corners, first + 2), centre]
    })
    const tones = hollow ? [inks.a, inks.c, inks.b] : inks.dark ? [inks.a, inks.b, inks.d] : [inks.b, inks.a, inks.d]
    faces.forEach((face, k) => {
      out += fill(poly(face), i === count - 1 && k === 0 ? inks.kick : at(tones, k))
      if (!hollow && k === 1 && i < 3) {
        const style = { angle: random.pick([90, -30]), pitch: 13, width: 4, color: inks.dark ? inks.ground : inks.c }
        out += pen.hatch(poly(face), boxOf(face), style)
      }
    })
    reach *= random.range(0.6, 0.72)
  }
  return out
}

function tumble(random: Random, inks: Inks, pen: Pen): string {
  const edge = random.pick([75, 96, 128, 169, 225])
  const w = COS_30 * edge
  const columns = Math.ceil(WIDTH / (2 * w)) + 2
  const rows = Math.ceil(HEIGHT / (1.5 * edge)) + 2
  const focusX = random.range(0.22, 0.78) * WIDTH
  const focusY = random.range(0.25, 0.75) * HEIGHT
  const reach = random.range(260, 460)
  const mode = random.pick(['disc', 'band', 'half'])
  const lean = random.range(-1, 1)
  const ox = random.range(-w, 0)
  const oy = random.range(-edge, 0)
  const cubes: { x: number; y: number; away: number; distance: number }[] = []
  for (let j = -1; j < rows; j++) {
    for (let i = -1; i < columns; i++) {
      const x = ox + i * 2 * w + (j % 2 ? w : 0)
      const y = oy + j * 1.5 * edge
      const away = Math.hypot(x - focusX, y - focusY)
      const across = Math.abs((x - focusX) * 0.8 + (y - focusY) * lean)
      const side = x - focusX + (y - focusY) * lean
      const distance = mode === 'disc' ? away : mode === 'band' ? across * 1.9 : side < 0 ? 0 : side * 1.4
      cubes.push({ x, y, away, distance })
    }
  }
  const nearest = cubes.reduce((best, cube) => (cube.away < best.away ? cube : best))
  const engraved = random.chance(0.5)
  return cubes
    .map((cube) => {
      const { x, y, distance } = cube
      const top = poly([
        [x, y],
        [x - w, y - edge / 2],
        [x, y - edge],
        [x + w, y - edge / 2],
      ])
      const right = poly([
        [x, y],
        [x + w, y - edge / 2],
        [x + w, y + edge / 2],
        [x, y + edge],
      ])
      const left = poly([
        [x, y],
        [x, y + edge],
        [x - w, y + edge / 2],
        [x - w, y - edge / 2],
      ])
      function faces(tones: { top: string; right: string; left: string }) {
        return fill(top, tones.top) + fill(right, tones.right) + fill(left, tones.left)
      }
      if (cube === nearest) return faces({ top: inks.kick, right: inks.c, left: inks.a })
      if (distance < reach * 0.62) {
        const solid = faces({ top: inks.dark ? inks.a : inks.b, right: inks.c, left: inks.dark ? inks.d : inks.a })
        if (!engraved || !random.chance(0.3)) return solid
        const style = { angle: 90, pitch: 12, width: 4, color: inks.ground }
        return solid + pen.hatch(left, [x - w, y - edge, x, y + edge], style)
      }
      if (distance < reach || random.chance(0.14)) {
        return faces({
          top: mix(inks.ground, inks.dark ? inks.a : inks.b, inks.dark ? 0.3 : 0.55),
          right: mix(inks.ground, inks.b, 0.9),
          left: mix(inks.ground, inks.dark ? inks.b : inks.d, inks.dark ? 0.45 : 0.55),
        })
      }
      return fill(right, mix(inks.ground, inks.b, 0.4))
    })
    .join('')
}

// A chain of diamonds, woven: over at the top, under at the bottom.
function links(random: Random, inks: Inks, pen: Pen): string {
  const count = random.int(4, 6)
  const size = random.range(200, 260)
  const stroke = size * random.range(0.2, 0.27)
  const step = size * random.range(1.12, 1.3)
  const y = HEIGHT / 2
  const x0 = WIDTH / 2 - ((count - 1) * step) / 2
  const tilt = random.range(-14, 14)
  const kickAt = random.int(1, count - 2)
  const tones = [inks.a, inks.c, inks.d, inks.a, inks.c, inks.a]
  function link(i: number) {
    const x = x0 + i * step
    const path = `M${num(x)} ${num(y - size)}L${num(x + size)} ${num(y)}L${num(x)} ${num(y + size)}L${num(x - size)} ${num(y)}Z`
    const join = ' stroke-linejoin="round"'
    const tone = i === kickAt ? inks.kick : at(tones, i)
    return line(path, inks.ground, stroke + 18, join) + line(path, tone, stroke, join)
  }
  let out = ''
  for (let i = 0; i < count; i++) out += link(i)
  // Each link is drawn again over the next, at the upper crossing only.
  for (let i = 0; i < count - 1; i++) {
    out += pen.clip(disc(x0 + (i + 0.5) * step, y - (size - step / 2), stroke * 1.05), link(i))
  }
  return `<g transform="rotate(${num(tilt)} ${WIDTH / 2} ${HEIGHT / 2})">${out}</g>`
}
