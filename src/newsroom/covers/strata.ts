import { circle, fill, HEIGHT, pt, rect, WIDTH } from '#newsroom/covers/drawing.ts'
import type { Figure, Pen, Point } from '#newsroom/covers/drawing.ts'
import { mix } from '#newsroom/covers/palette.ts'
import type { Inks } from '#newsroom/covers/palette.ts'
import { at } from '#newsroom/covers/random.ts'
import type { Random } from '#newsroom/covers/random.ts'

/** The figures of every other category: layered bands and weaves. */
export const STRATA: Figure[] = [bands, weave]

function bands(random: Random, inks: Inks, pen: Pen): string {
  const count = random.int(5, 7)
  const base = random.range(120, 190)
  const sun = random.range(250, 950)
  let out = circle(sun, base + random.range(20, 90), random.range(90, 140), inks.kick)
  const tones = [inks.b, inks.d, inks.a, inks.b, inks.c, inks.a, inks.dark ? inks.b : inks.d]
  for (let i = 0; i < count; i++) {
    const y = base + 90 + ((HEIGHT - base) / count) * i
    const swell = random.range(24, 70)
    const phase = random.range(0, 6.28)
    const frequency = random.range(0.8, 1.7)
    const points: Point[] = []
    for (let x = -40; x <= WIDTH + 40; x += 40) {
      const wave = swell * Math.sin(phase + (x / WIDTH) * Math.PI * 2 * frequency)
      points.push([x, y + wave + swell * 0.35 * Math.sin(phase * 2 + (x / WIDTH) * 11)])
    }
    let path = `M${pt(at(points, 0))}`
    for (let k = 1; k < points.length - 1; k++) {
      const from = at(points, k)
      const to = at(points, k + 1)
      path += `Q${pt(from)} ${pt([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])}`
    }
    path += `L${WIDTH + 40} ${HEIGHT + 40}L-40 ${HEIGHT + 40}Z`
    const tone = at(tones, i)
    out += fill(path, tone)
    if (i === 1 || i === 4) {
      const color = mix(tone, inks.dark ? inks.ground : inks.c, 0.5)
      out += pen.hatch(path, [-20, y - 110, WIDTH + 20, HEIGHT], { angle: 90, pitch: 12, width: 3.5, color })
    }
  }
  return out
}

function weave(random: Random, inks: Inks): string {
  const tile = random.pick([112.5, 135])
  const w = tile * 0.62
  const columns = Math.ceil(WIDTH / tile) + 1
  const rows = Math.ceil(HEIGHT / tile) + 1
  const kickColumn = random.int(2, columns - 3)
  const slack = tile - w
  let out = ''
  for (let i = 0; i < columns; i++) {
    const color = i === kickColumn ? inks.kick : i % 3 === 1 ? inks.c : inks.a
    out += rect(i * tile + slack / 2, -10, w, HEIGHT + 20, color)
  }
  for (let j = 0; j < rows; j++) {
    for (let i = j % 2; i < columns; i += 2) {
      const x = i * tile - slack / 2
      const y = j * tile + slack / 2
      out += rect(x, y - 8, tile + slack, w + 16, inks.ground)
      out += rect(x, y, tile + slack, w, j % 3 === 0 ? inks.d : inks.b)
    }
  }
  return out
}
