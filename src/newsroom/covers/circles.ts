import { circle, disc, fill, HEIGHT, num, rect, ring, smooth, WIDTH } from '#newsroom/covers/drawing.ts'
import type { Box, Figure, Pen, Point } from '#newsroom/covers/drawing.ts'
import { mix } from '#newsroom/covers/palette.ts'
import type { Inks } from '#newsroom/covers/palette.ts'
import { at } from '#newsroom/covers/random.ts'
import type { Random } from '#newsroom/covers/random.ts'

/** The figures of artificial intelligence: attention arcs, half-tone field, interference, moons, contours. */
export const CIRCLES: Figure[] = [arcs, field, interference, moons, contours]

// One token attends to the others: half-discs that share a single point.
function arcs(random: Random, inks: Inks, pen: Pen): string {
  const y = random.range(360, 450)
  const focus = random.range(330, 620)
  let out = ''
  const right: number[] = []
  let span = random.range(760, 1010)
  while (span > 120) {
    right.push(span)
    span *= random.range(0.6, 0.76)
  }
  function half(width: number, up: boolean, color: string, engraved = false) {
    const r = Math.abs(width) / 2
    const sweep = width > 0 === up ? 1 : 0
    const path = `M${num(focus)} ${num(y)}A${num(r)} ${num(r)} 0 0 ${sweep} ${num(focus + width)} ${num(y)}Z`
    if (!engraved) return fill(path, color)
    const [left, end] = [Math.min(focus, focus + width), Math.max(focus, focus + width)]
    const box: Box = [left, up ? y - r : y, end, up ? y : y + r]
    const style = { angle: up ? 45 : -45, pitch: 12, width: 4.5, color: inks.hatch }
    return fill(path, inks.ground) + pen.hatch(path, box, style)
  }
  const tones = [inks.a, inks.b, inks.c, inks.d]
  const shift = random.int(0, 2)
  const engravedAt = random.int(1, 2)
  right.forEach((width, i) => {
    out += half(width, true, at(tones, i + shift), i === engravedAt)
  })
  const left: number[] = []
  span = random.range(420, 660)
  while (span > 90) {
    left.push(span)
    span *= random.range(0.5, 0.66)
  }
  left.forEach((width, i) => {
    out += half(-width, false, at(tones, i + shift + 2), i === 0 && random.chance(0.6))
  })
  if (random.chance(0.7)) out += half(random.range(200, 330), false, inks.b)
  if (random.chance(0.6)) out += half(-random.range(140, 260), true, inks.d)
  return out + rect(0, y - 3, WIDTH, 6, inks.c) + circle(focus, y, 30, inks.kick)
}

// Activations: a half-tone screen whose dots swell where something is noticed.
function field(random: Random, inks: Inks): string {
  const pitch = random.pick([54, 60, 75])
  const count = random.int(2, 4)
  const blobs = Array.from({ length: count }, () => ({
    x: random.range(100, WIDTH - 100),
    y: random.range(40, HEIGHT - 40),
    reach: random.range(150, 300),
    strength: random.range(0.7, 1.1),
  }))
  const striped = random.chance(0.5)
  const angle = random.range(0, Math.PI)
  const frequency = random.range(0.006, 0.011)
  const cells: { x: number; y: number; value: number }[] = []
  for (let j = 0, y = pitch / 2; y < HEIGHT + pitch; y += pitch * 0.866, j++) {
    for (let x = j % 2 ? 0 : pitch / 2; x < WIDTH + pitch; x += pitch) {
      let value = 0
      for (const blob of blobs) {
        const distance = (x - blob.x) ** 2 + (y - blob.y) ** 2
        value = Math.max(value, blob.strength * Math.exp(-distance / (blob.reach * blob.reach)))
      }
      if (striped) {
        const along = (x * Math.cos(angle) + y * Math.sin(angle)) * frequency * 2
        value = value * 0.72 + 0.34 * (0.5 + 0.5 * Math.sin(along))
      }
      cells.push({ x, y, value: Math.min(1, value) })
    }
  }
  const best = cells
    .filter(({ x, y }) => x > 90 && x < WIDTH - 90 && y > 90 && y < HEIGHT - 90)
    .reduce((strongest, cell) => (cell.value > strongest.value ? cell : strongest))
  return cells
    .map((cell) => {
      const tone = cell.value > 0.72 ? inks.c : cell.value > 0.3 ? inks.a : inks.d
      return circle(cell.x, cell.y, pitch * (0.07 + 0.43 * cell.value ** 0.9), cell === best ? inks.kick : tone)
    })
    .join('')
}

// Two wave sources; where the second one reaches, the picture inverts.
function interference(random: Random, inks: Inks, pen: Pen): string {
  const ax = random.range(200, 520)
  const ay = random.range(160, 515)
  const kind = random.pick(['disc', 'half', 'band'])
  const step = random.pick([46, 58, 72, 90])
  const duty = random.pick([0.4, 0.5, 0.62])
  function rings(x: number, y: number, color: string) {
    let out = ''
    for (let r = step * 0.8; r < 1180; r += step) out += ring(x, y, r, step * duty, color)
    return out
  }
  let area = ''
  let rim = ''
  let [bx, by] = [ax, ay]
  if (kind === 'disc') {
    const x = ax + random.range(340, 520)
    const y = random.range(90, 585)
    const r = random.range(230, 350)
    area = disc(x, y, r)
    rim = ring(x, y, r + 44, 9, inks.c)
  } else if (kind === 'half') {
    const x = ax + random.range(120, 340)
    const lean = random.range(-260, 260)
    area = `M${num(x + lean)} -10L${WIDTH + 10} -10V${HEIGHT + 10}H${num(x - lean)}Z`
  } else {
    const y = random.range(190, 420)
    area = `M-10 ${num(y)}H${WIDTH + 10}v${num(random.range(110, 190))}H-10Z`
  }
  if (kind !== 'disc') [bx, by] = [ax + random.range(380, 560), random.range(120, 555)]
  return (
    rings(ax, ay, inks.b) +
    fill(area, inks.a) +
    pen.clip(area, rings(bx, by, inks.ground)) +
    rim +
    circle(ax, ay, step * 0.5 + 10, inks.kick)
  )
}

// An embedding: every half-disc turns toward its neighbours' meaning.
function moons(random: Random, inks: Inks): string {
  const rows = random.pick([2, 3, 3, 4, 5, 6])
  const tile = HEIGHT / rows
  const columns = Math.ceil(WIDTH / tile) + 1
  const x0 = (WIDTH - (columns - 1) * tile) / 2
  const swirls = random.chance(0.45)
  const [fx, fy] = [random.range(0.0025, 0.005), random.range(0.003, 0.006)]
  const phase = random.range(0, 6.28)
  const twist = random.range(1.3, 2.2)
  const [vx, vy] = [random.range(250, 950), random.range(80, 595)]
  const turn = random.pick([0, 0.5, 1])
  const bare = rows > 2 && random.chance(0.35)
  const kickColumn = random.int(1, columns - 2)
  const kickRow = rows > 3 ? random.int(1, rows - 2) : random.int(0, rows - 1)
  let out = ''
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const x = x0 + i * tile
      const y = tile / 2 + j * tile
      const r = tile * (bare ? 0.48 : 0.42)
      const angle = swirls
        ? Math.atan2(y - vy, x - vx) + (turn * Math.PI) / 2
        : (Math.sin(x * fx + phase) + Math.cos(y * fy - phase)) * twist
      const [dx, dy] = [Math.cos(angle) * r, Math.sin(angle) * r]
      const kick = i === kickColumn && j === kickRow
      if (!bare || kick) out += circle(x, y, r, kick ? inks.c : inks.b)
      const tone = (i * 7 + j * 5) % 11 < 2 ? inks.c : Math.sin(angle) > 0.75 ? inks.d : inks.a
      const path = `M${num(x - dx)} ${num(y - dy)}A${num(r)} ${num(r)} 0 0 1 ${num(x + dx)} ${num(y + dy)}Z`
      out += fill(path, kick ? inks.kick : tone)
    }
  }
  return out
}

// A loss landscape, and the dotted walk down to the minimum.
function contours(random: Random, inks: Inks, pen: Pen): string {
  const cx = random.range(460, 760)
  const cy = random.range(270, 400)
  const waves = [2, 3, 5].map((count) => ({
    count,
    swell: random.range(0.05, 0.2) / Math.sqrt(count),
    phase: random.range(0, 6.28),
  }))
  const levels = random.int(6, 8)
  const dx = random.range(-190, 190)
  const dy = random.range(-80, 80)
  function level(depth: number) {
    const reach = 90 + (1 - depth) * 690
    const points: Point[] = []
    for (let i = 0; i < 64; i++) {
      const angle = (i / 64) * Math.PI * 2
      let q = 1
      for (const wave of waves) q += wave.swell * Math.cos(wave.count * angle + wave.phase + depth * 1.4)
      points.push([
        cx + dx * depth + reach * q * Math.cos(angle) * 1.12,
        cy + dy * depth + reach * q * Math.sin(angle) * 0.82,
      ])
    }
    return smooth(points)
  }
  let out = ''
  for (let i = 0; i < levels; i++) {
    const depth = i / (levels - 1)
    const path = level(depth)
    const tone = inks.dark ? mix(inks.ground, inks.a, depth * 0.95) : mix(inks.b, inks.a, depth)
    if (i > 0) out += fill(path, tone)
    if (i === 2) {
      const color = mix(tone, inks.dark ? inks.c : inks.ground, 0.5)
      out += pen.hatch(path, [-20, -20, WIDTH + 20, HEIGHT + 20], { angle: 30, pitch: 11, width: 2.5, color })
    }
  }
  const [mx, my] = [cx + dx, cy + dy]
  const startX = mx < WIDTH / 2 ? WIDTH - random.range(60, 150) : random.range(60, 150)
  const startY = random.chance(0.5) ? random.range(60, 140) : HEIGHT - random.range(60, 140)
  const bend = random.range(-170, 170)
  for (let i = 0; i <= 9; i++) {
    const u = 1 - (1 - i / 9) ** 1.55
    const x = startX + (mx - startX) * u
    const y = startY + (my - startY) * u + Math.sin(u * Math.PI) * bend
    out += i === 9 ? circle(x, y, 30, inks.kick) : circle(x, y, 11, inks.dark || i < 4 ? inks.c : inks.ground)
  }
  return out
}
