import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, type Point, pointIn, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { curve, num, path, smooth } from '#covers/paths.ts'
import { band, circle, fill, line, rect } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws contour lines of a landscape with as many levels as the article states (5 to 10). */
export function contours({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(5, 10, 7)
  const [cx, cy] = pointIn([440, 270, 760, 400], random)
  const [dx, dy] = pointIn([-190, -60, 190, 60], random)
  const engraved = random.int(1, 2)
  const waves = [2, 3, 5].map((frequency) => ({
    frequency,
    amplitude: random.range(0.05, 0.2) / Math.sqrt(frequency),
    phase: random.range(0, 6.28),
  }))
  let out = ''
  for (let i = 1; i < count; i++) {
    const t = i / (count - 1)
    const R = 90 + (1 - t) * 690
    const points = Array.from({ length: 18 }, (_, n): Point => {
      const angle = (n / 18) * Math.PI * 2
      let r = 1
      for (const { frequency, amplitude, phase } of waves)
        r += amplitude * Math.cos(frequency * angle + phase + t * 1.4)
      return [cx + dx * t + R * r * Math.cos(angle) * 1.12, cy + dy * t + R * r * Math.sin(angle) * 0.82]
    })
    const level = smooth(points)
    const tone = inks.dark ? mix(inks.ground, inks.a, t * 0.95) : mix(inks.b, inks.a, t)
    out += fill(level, tone)
    if (i === engraved) {
      const color = mix(tone, inks.dark ? inks.c : inks.ground, 0.5)
      out += pen.hatch(level, color, { angle: 30, pitch: 14, width: 3.5 })
    }
  }
  // The path of a descent from one side of the cover to the lowest point.
  const [endX, endY] = [cx + dx, cy + dy]
  const startX = endX < WIDTH / 2 ? WIDTH - random.range(60, 150) : random.range(60, 150)
  const startY = random.chance(0.5) ? 120 : HEIGHT - 120
  const bend = random.range(-150, 150)
  for (let i = 0; i <= 8; i++) {
    const t = 1 - (1 - i / 8) ** 1.5
    const x = startX + (endX - startX) * t
    const y = startY + (endY - startY) * t + Math.sin(t * Math.PI) * bend
    out += i === 8 ? circle(x, y, 36, inks.kick) : circle(x, y, 14, inks.c)
  }
  return out
}

/**
 * Draws bell curves. The front curve's tail, which is in the accent colour, covers the percentage stated in the
 * article.
 */
export function bells({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(2, 5, 3)
  const base = random.pick([HEIGHT - 90, HEIGHT - 140, HEIGHT + 10])
  const share = facts.share(0.12, 0.3)
  const tones = random.shuffle([inks.b, inks.a, inks.d])
  const bell = (mean: number, deviation: number, height: number) => {
    const points = Array.from({ length: 15 }, (_, i): Point => {
      const z = -3.4 + (i * 6.8) / 14
      return [mean + z * deviation, base - height * Math.exp((-z * z) / 2)]
    })
    let outline = path`M${mean - deviation * 3.4} ${base}`
    const padded = [at(points, 0), ...points, at(points, -1)]
    for (let i = 0; i < 14; i++)
      outline += curve(at(padded, i), at(padded, i + 1), at(padded, i + 2), at(padded, i + 3))
    return `${outline}Z`
  }
  let out = ''
  let mean = random.range(180, 340)
  for (let i = 0; i < count - 1; i++) {
    const shape = bell(mean, random.range(90, 210), base * random.range(0.55, 0.93))
    if (i === count - 2 && count > 2) {
      const lines = pen.hatch(shape, inks.dark ? inks.d : inks.a, { angle: random.pick([90, 45]), pitch: 15 })
      out += fill(shape, inks.ground) + lines
    } else out += fill(shape, at(tones, i))
    mean += (760 - mean) / (count - i) + random.range(-60, 60)
  }
  const deviation = random.range(130, 170)
  const frontMean = random.range(620, 760)
  const front = bell(frontMean, deviation, base - 150)
  // The logistic approximation of the normal distribution's quantile. The curve's left end is rounded in its path.
  const z = Math.log((1 - share) / share) / 1.702
  const tail = Number(num(frontMean - deviation * 3.4)) + deviation * 3.4 + z * deviation
  out += fill(front, inks.c) + pen.clip(front, rect(tail, -10, WIDTH, base + 10, inks.kick))
  return base < HEIGHT ? out + band(base - 1, HEIGHT, inks.dark ? inks.b : inks.a) : out
}

/** Draws as many separating strands as the article states (3 to 9). */
export function fork({ random, inks, facts }: Sheet): string {
  const count = facts.count(3, 9, 6)
  const w = clamp(330 / count, 34, 80)
  const middle = random.range(230, 440)
  const x1 = random.range(160, 420)
  const x2 = random.range(760, 1000)
  const bend = (x1 + x2) / 2
  const tones = [inks.a, inks.c, inks.d, inks.a, inks.b]
  const kickAt = random.int(0, count - 1)
  const upper = Math.round(count * random.range(0.42, 0.62))
  const room = HEIGHT / 2 - 60
  let out = ''
  let kick = ''
  for (let i = 0; i < count; i++) {
    const y1 = middle + (i - (count - 1) / 2) * w
    const y2 =
      i < upper ? -10 + ((i + 0.5) * room) / upper : HEIGHT / 2 + 80 + ((i - upper + 0.5) * room) / (count - upper)
    const strand = path`M-30 ${y1}H${x1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}H${WIDTH + 30}`
    if (i === kickAt) kick = line(strand, inks.kick, w + 1.5)
    else out += line(strand, at(tones, i), w + 1.5)
  }
  return out + kick
}

/** Draws as many layers of rock as the article states (4 to 8). */
export function strata({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 8, 6)
  const base = random.range(120, 190)
  const sunX = random.range(250, 950)
  const tones = [inks.b, inks.d, inks.a, inks.b, inks.c, inks.a, inks.dark ? inks.b : inks.d]
  let out = circle(sunX, base + random.range(40, 100), random.range(100, 150), inks.kick)
  for (let i = 0; i < count; i++) {
    const y = base + 90 + ((HEIGHT - base) / count) * i
    const amplitude = random.range(24, 74)
    const phase = random.range(0, 6.28)
    const frequency = random.range(0.8, 1.7)
    const surfaceAt = (x: number) => {
      const wave = Math.sin(phase + (x / WIDTH) * Math.PI * 2 * frequency)
      return y + amplitude * wave + amplitude * 0.3 * Math.sin(phase * 2 + (x / WIDTH) * 9)
    }
    let layer = path`M-60 ${surfaceAt(-60)}`
    for (let x = 0; x <= WIDTH; x += 60)
      layer += path`Q${x} ${surfaceAt(x)} ${x + 30} ${(surfaceAt(x) + surfaceAt(x + 60)) / 2}`
    layer += `L${WIDTH + 60} ${HEIGHT + 40}L-60 ${HEIGHT + 40}Z`
    out += fill(layer, at(tones, i))
    if (i === 1) {
      const color = mix(at(tones, 1), inks.dark ? inks.ground : inks.c, 0.5)
      out += pen.hatch(layer, color, { bounds: [-20, y - 110, WIDTH + 20, HEIGHT], angle: 90 })
    }
  }
  return out
}
