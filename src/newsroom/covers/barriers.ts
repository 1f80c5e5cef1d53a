import { block, circle, fill, HEIGHT, line, num, poly, pt, rect, ROUND, WIDTH } from '#newsroom/covers/drawing.ts'
import type { Figure, Pen, Point } from '#newsroom/covers/drawing.ts'
import { mix } from '#newsroom/covers/palette.ts'
import type { Inks } from '#newsroom/covers/palette.ts'
import { at } from '#newsroom/covers/random.ts'
import type { Random } from '#newsroom/covers/random.ts'

/** The figures of cybersecurity: pin tumblers, labyrinth, fence, shutter, wall. */
export const BARRIERS: Figure[] = [pins, labyrinth, fence, shutter, wall]

// Section through a lock: drivers above, key pins below, one not yet at the shear line.
function pins(random: Random, inks: Inks, pen: Pen): string {
  const count = random.int(8, 11)
  const pitch = WIDTH / count
  const w = pitch * random.range(0.5, 0.6)
  const shear = random.range(250, 330)
  const odd = random.int(2, count - 3)
  const base = random.range(520, 570)
  const cuts = Array.from({ length: count }, () => base - random.int(0, 4) * 36)
  const shaft = inks.dark ? mix(inks.ground, inks.c, 0.4) : inks.b
  const pinTone = inks.c === inks.ground ? inks.d : inks.dark ? inks.c : inks.d
  let out = ''
  let key = `M-20 ${HEIGHT + 20}V${num(at(cuts, 0))}`
  cuts.forEach((cut, i) => {
    const cx = pitch * (i + 0.5)
    const x = cx - w / 2
    const offset = i === odd ? random.pick([-64, 58]) : 0
    const meeting = shear + offset
    const top = 60 + random.int(0, 3) * 22 + offset * 0.5
    let spring = ''
    out += rect(x, -10, w, cut + 10, shaft)
    for (let y = -8, q = 0; y < top; y += 13, q++) {
      spring += `${q ? 'L' : 'M'}${num(cx + (q % 2 ? 1 : -1) * w * 0.3)} ${num(y)}`
    }
    out += line(spring, inks.a, 5, ROUND)
    out += rect(x + 5, top, w - 10, meeting - 6 - top, i === odd ? inks.kick : inks.a)
    const tip = cut - 4
    const shoulder = tip - w * 0.34
    const pin: Point[] = [
      [x + 5, meeting + 6],
      [x + w - 5, meeting + 6],
      [x + w - 5, shoulder],
      [cx, tip],
      [x + 5, shoulder],
    ]
    out += fill(poly(pin), pinTone)
    key += `L${num(cx - pitch * 0.3)} ${num(cut - 26)}L${num(cx)} ${num(cut)}L${num(cx + pitch * 0.3)} ${num(cut - 26)}`
  })
  key += `V${HEIGHT + 20}Z`
  const keyTone = inks.dark ? inks.d : inks.c
  const blade = `M-20 ${num(base + 36)}H${WIDTH + 20}V${HEIGHT + 20}H-20Z`
  const style = { angle: 0, pitch: 12, width: 4, color: mix(keyTone, inks.ground, 0.6) }
  out += fill(key, keyTone) + pen.hatch(blade, [-20, base + 36, WIDTH + 20, HEIGHT + 20], style)
  return out + rect(0, shear - 3, WIDTH, 6, inks.c)
}

function labyrinth(random: Random, inks: Inks): string {
  const sides = random.pick([4, 4, 6, 8])
  const cx = random.range(430, 770)
  const cy = random.range(270, 410)
  const step = random.pick([62, 72, 82])
  const turn = sides === 4 ? random.pick([45, 0, 45]) : 360 / sides / 2
  const tones = [inks.a, inks.a, inks.c, inks.a, inks.d]
  let out = ''
  for (let i = Math.ceil(900 / step); i >= 1; i--) {
    const reach = step * 0.75 + i * step
    const corners = Array.from({ length: sides }, (_, q): Point => {
      const angle = (((q / sides) * 360 + turn) * Math.PI) / 180
      const k = reach / Math.cos(Math.PI / sides)
      return [cx + k * Math.cos(angle), cy + k * Math.sin(angle)]
    })
    // A gate somewhere along one side.
    const side = random.int(0, sides - 1)
    const middle = random.range(0.3, 0.7)
    const from = at(corners, side)
    const to = at(corners, side + 1)
    const gate = (step * 0.62) / Math.hypot(to[0] - from[0], to[1] - from[1])
    const along = (u: number): Point => [from[0] + (to[0] - from[0]) * u, from[1] + (to[1] - from[1]) * u]
    const walk = [along(middle + gate)]
    for (let q = 1; q <= sides; q++) walk.push(at(corners, side + q))
    walk.push(along(middle - gate))
    out += line(`M${walk.map(pt).join('L')}`, at(tones, i), step * 0.56, ' stroke-linejoin="miter"')
  }
  return out + circle(cx, cy, step * 0.46, inks.kick)
}

// A fence, and the shape of something passing behind it.
function fence(random: Random, inks: Inks): string {
  const count = random.pick([16, 20, 25, 30])
  const pitch = WIDTH / count
  const w = pitch * 0.5
  const cx = random.range(380, 820)
  const cy = random.range(270, 410)
  const reach = random.range(200, 290)
  const round = random.pick([0, 0, 4]) === 0
  const kickColumn = Math.round((cx - reach * random.range(-0.45, 0.45)) / pitch)
  function halfHeight(x: number) {
    const dx = x - cx
    if (Math.abs(dx) >= reach) return null
    return round ? Math.sqrt(reach * reach - dx * dx) : reach - Math.abs(dx)
  }
  let pickets = ''
  let shape = ''
  for (let i = -1; i <= count; i++) {
    const x = i * pitch
    pickets += rect(x, -10, w, HEIGHT + 20, inks.a)
    const behind = halfHeight(x + w / 2)
    const between = halfHeight(x + w + w / 2)
    if (behind !== null) shape += rect(x - 0.6, cy - behind, w + 1.2, cy + behind - (cy - behind), inks.b)
    if (between !== null) {
      const color = i === kickColumn ? inks.kick : inks.c
      shape += rect(x + w, cy - between, w, cy + between - (cy - between), color)
    }
  }
  return pickets + shape
}

function shutter(random: Random, inks: Inks, pen: Pen): string {
  const count = random.int(6, 9)
  const cx = random.range(420, 780)
  const cy = random.range(260, 420)
  const hole = random.range(96, 170)
  const turn = random.range(0, 360)
  const corners = Array.from({ length: count }, (_, i): Point => {
    const angle = (((i / count) * 360 + turn) * Math.PI) / 180
    return [cx + hole * Math.cos(angle), cy + hole * Math.sin(angle)]
  })
  const directions = corners.map((from, i): Point => {
    const to = at(corners, i + 1)
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    return [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  })
  const beyond = (from: Point, [dx, dy]: Point): Point => [from[0] + dx * 2600, from[1] + dy * 2600]
  const uneven = count % 2 === 1
  const tones = uneven ? [inks.a, inks.b, inks.d] : [inks.a, inks.b]
  let out = ''
  let edges = ''
  corners.forEach((corner, i) => {
    const start = at(corners, i + 1)
    const direction = at(directions, i)
    const next = at(directions, i + 1)
    const blade = poly([start, beyond(start, direction), beyond(start, next)])
    out += fill(blade, uneven && i === count - 1 ? inks.c : at(tones, i))
    if (i % 3 === 1) {
      const angle = (Math.atan2(next[1], next[0]) * 180) / Math.PI
      const color = inks.dark ? inks.ground : inks.a
      out += pen.hatch(blade, [-20, -20, WIDTH + 20, HEIGHT + 20], { angle, pitch: 13, width: 3.5, color })
    }
    edges += `M${pt(corner)}L${pt(beyond(corner, direction))}`
  })
  return out + fill(poly(corners), inks.c) + line(edges, inks.ground, 7) + circle(cx, cy, hole * 0.4, inks.kick)
}

function wall(random: Random, inks: Inks, pen: Pen): string {
  const rows = random.pick([5, 6, 7])
  const gap = 12
  const h = (HEIGHT + gap) / rows - gap
  const w = h * random.range(2, 2.5)
  const holeRow = random.int(1, rows - 2)
  const holeX = random.range(0.3, 0.7) * WIDTH
  let out = ''
  let open = false
  for (let j = 0; j < rows; j++) {
    const y = j * (h + gap)
    for (let x = -(j % 2 ? w * 0.5 : 0) - random.range(0, w * 0.1); x < WIDTH; x += w + gap) {
      if (!open && j === holeRow && x + w > holeX) {
        open = true
        out += circle(x + w / 2, y + h / 2, h * 0.34, inks.kick)
        continue
      }
      const q = random.next()
      if (q < 0.13) {
        const brick = block(x, y, w, h)
        out += fill(brick, inks.b)
        out += pen.hatch(brick, [x, y, x + w, y + h], { angle: 45, pitch: 12, width: 4, color: inks.hatch })
      } else {
        out += rect(x, y, w, h, q < 0.62 ? inks.a : q < 0.8 ? inks.d : q < 0.92 ? inks.b : inks.c)
      }
    }
  }
  return out
}
