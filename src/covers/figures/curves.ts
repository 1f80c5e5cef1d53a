import type { Sheet } from '#covers/drawing.ts'
import { clamp, HEIGHT, type Point, pointIn, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { curve, path, smooth } from '#covers/paths.ts'
import { band, circle, fill, line, rect } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws contour lines of a landscape with as many levels as the article states (5 to 10). */
export function contours({ random, inks, facts, pen }: Sheet): string {
  const [cx, cy] = pointIn([440, 270, 760, 400], random)
  const count = facts.count(5, 10, 7)
  const dx = random.range(-190, 190)
  const dy = random.range(-60, 60)
  const engraved = random.int(1, 2)
  const ws = [2, 3, 5].map((k) => ({ k, a: random.range(0.05, 0.2) / Math.sqrt(k), p: random.range(0, 6.28) }))
  let out = ''
  for (let i = 1; i < count; i++) {
    const t = i / (count - 1)
    const R = 90 + (1 - t) * 690
    const pts: Point[] = []
    for (let q = 0; q < 18; q++) {
      const a = (q / 18) * Math.PI * 2
      let z = 1
      for (const w of ws) z += w.a * Math.cos(w.k * a + w.p + t * 1.4)
      pts.push([cx + dx * t + R * z * Math.cos(a) * 1.12, cy + dy * t + R * z * Math.sin(a) * 0.82])
    }
    const d = smooth(pts)
    const tone = inks.dark ? mix(inks.ground, inks.a, t * 0.95) : mix(inks.b, inks.a, t)
    out += fill(d, tone)
    if (i === engraved)
      out += pen.hatch(d, mix(tone, inks.dark ? inks.c : inks.ground, 0.5), { angle: 30, pitch: 14, width: 3.5 })
  }
  const mx = cx + dx
  const my = cy + dy
  const sx = mx < WIDTH / 2 ? WIDTH - random.range(60, 150) : random.range(60, 150)
  const sy = random.chance(0.5) ? 120 : HEIGHT - 120
  const bend = random.range(-150, 150)
  for (let i = 0; i <= 8; i++) {
    const u = 1 - (1 - i / 8) ** 1.5
    const x = sx + (mx - sx) * u
    const y = sy + (my - sy) * u + Math.sin(u * Math.PI) * bend
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
  const bell = (m: number, sd: number, h: number) => {
    let d = path`M${m - sd * 3.4} ${base}`
    const P: Point[] = []
    for (let i = 0; i <= 14; i++) {
      const z = -3.4 + (i * 6.8) / 14
      P.push([m + z * sd, base - h * Math.exp((-z * z) / 2)])
    }
    for (let i = 0; i < 14; i++) {
      d += curve(at(P, Math.max(0, i - 1)), at(P, i), at(P, i + 1), at(P, Math.min(14, i + 2)))
    }
    return d + 'Z'
  }
  let out = ''
  let m = random.range(180, 340)
  for (let i = 0; i < count; i++) {
    const last = i === count - 1
    const sd = last ? random.range(130, 170) : random.range(90, 210)
    const h = last ? base - 150 : base * random.range(0.55, 0.93)
    const d = bell(last ? random.range(620, 760) : m, sd, h)
    out +=
      i === count - 2 && count > 2
        ? fill(d, inks.ground) + pen.hatch(d, inks.dark ? inks.d : inks.a, { angle: random.pick([90, 45]), pitch: 15 })
        : fill(d, last ? inks.c : at(tones, i))
    if (last) {
      let lo = -3.4
      let hi = 3.4
      const cdf = (z: number) => 1 / (1 + Math.exp(-1.702 * z))
      for (let q = 0; q < 40; q++) {
        const z = (lo + hi) / 2
        if (1 - cdf(z) > share) lo = z
        else hi = z
      }
      const mu = parseFloat(d.slice(1)) + sd * 3.4
      out += pen.clip(d, rect(mu + lo * sd, -10, WIDTH, base + 10, inks.kick))
    }
    m += (760 - m) / (count - i) + random.range(-60, 60)
  }
  return out + (base < HEIGHT ? band(base - 1, HEIGHT, inks.dark ? inks.b : inks.a) : '')
}

/** Draws as many separating strands as the article states (3 to 9). */
export function fork({ random, inks, facts }: Sheet): string {
  const count = facts.count(3, 9, 6)
  const w = clamp(330 / count, 34, 80)
  const y0 = random.range(230, 440)
  const x1 = random.range(160, 420)
  const x2 = random.range(760, 1000)
  const tones = [inks.a, inks.c, inks.d, inks.a, inks.b]
  const kickAt = random.int(0, count - 1)
  const up = random.range(0.42, 0.62)
  let out = ''
  const top = Array.from({ length: count }, (_, i) => {
    const g = 200
    const cut = Math.round(count * up)
    return i < cut
      ? -10 + ((i + 0.5) * (HEIGHT / 2 - g / 2 + 40)) / cut
      : HEIGHT / 2 + g / 2 - 20 + ((i - cut + 0.5) * (HEIGHT / 2 - g / 2 + 40)) / Math.max(1, count - cut)
  })
  for (const i of [...Array(count).keys()].filter((i) => i !== kickAt).concat(kickAt)) {
    const a = y0 + (i - (count - 1) / 2) * w
    const b = at(top, i)
    const m = (x1 + x2) / 2
    out += line(
      path`M-30 ${a}H${x1}C${m} ${a} ${m} ${b} ${x2} ${b}H${WIDTH + 30}`,
      i === kickAt ? inks.kick : at(tones, i),
      w + 1.5,
    )
  }
  return out
}

/** Draws as many layers of rock as the article states (4 to 8). */
export function strata({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(4, 8, 6)
  const base = random.range(120, 190)
  const sx = random.range(250, 950)
  const tones = inks.dark
    ? [inks.b, inks.d, inks.a, inks.b, inks.c, inks.a, inks.b]
    : [inks.b, inks.d, inks.a, inks.b, inks.c, inks.a, inks.d]
  let out = circle(sx, base + random.range(40, 100), random.range(100, 150), inks.kick)
  for (let i = 0; i < count; i++) {
    const y = base + 90 + ((HEIGHT - base) / count) * i
    const amp = random.range(24, 74)
    const phase = random.range(0, 6.28)
    const fr = random.range(0.8, 1.7)
    const P: Point[] = []
    for (let x = -60; x <= WIDTH + 60; x += 60)
      P.push([
        x,
        y + amp * Math.sin(phase + (x / WIDTH) * Math.PI * 2 * fr) + amp * 0.3 * Math.sin(phase * 2 + (x / WIDTH) * 9),
      ])
    let d = path`M${at(P, 0)}`
    for (let k = 1; k < P.length - 1; k++)
      d += path`Q${at(P, k)} ${(at(P, k)[0] + at(P, k + 1)[0]) / 2} ${(at(P, k)[1] + at(P, k + 1)[1]) / 2}`
    d += `L${WIDTH + 60} ${HEIGHT + 40}L-60 ${HEIGHT + 40}Z`
    out +=
      fill(d, at(tones, i)) +
      (i === 1
        ? pen.hatch(d, mix(at(tones, 1), inks.dark ? inks.ground : inks.c, 0.5), {
            bounds: [-20, y - 110, WIDTH + 20, HEIGHT],
            angle: 90,
          })
        : '')
  }
  return out
}
