import type { Sheet } from '#covers/drawing.ts'
import { boundsOfDisc, type Point, pointIn, polar, regularPolygon, WIDTH } from '#covers/geometry.ts'
import { mix } from '#covers/palette.ts'
import { box, disc, num, path, polygon } from '#covers/paths.ts'
import { circle, fill, line, rect, turned } from '#covers/svg.ts'
import { at } from '#text/random.ts'

/** Draws a key with as many teeth as the article states (3 to 9). */
export function key({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 9, 5)
  const y = random.range(250, 310)
  const R = random.range(200, 250)
  const bx = random.range(190, 300)
  const th = random.range(74, 100)
  const x0 = bx + R + 110
  const tw = (WIDTH + 40 - x0) / count
  const degrees = random.range(-22, 22)
  const sides = random.pick([0, 4, 6, 8])
  const kickAt = random.int(0, count - 2)
  let teeth = ''
  let kt = ''
  const bow = sides ? polygon(regularPolygon(bx, y, R * 1.06, sides, sides === 4 ? 0 : 180 / sides)) : disc(bx, y, R)
  for (let i = 0; i < count; i++) {
    const h = 60 + random.int(1, 4) * 38
    const d = box(x0 + i * tw, y + th / 2 - 3, tw * 0.62, h)
    if (i === kickAt) kt = d
    else teeth += d
  }
  const body =
    rect(-300, y + 230, 1900, 900, inks.b) +
    pen.hatch(box(-300, y + 230, 1900, 900), inks.ground, {
      bounds: [-300, y + 230, 1500, 1000],
      angle: 0,
      pitch: 22,
      width: 8,
    }) +
    rect(bx, y - th / 2, 1400, th, inks.a) +
    fill(teeth, inks.a) +
    fill(kt, inks.kick) +
    fill(bow, inks.a) +
    circle(bx, y, R * 0.56, inks.c) +
    circle(bx, y, R * 0.3, inks.ground) +
    rect(bx + R + 24, y - th / 2 - 26, 30, th + 52, inks.c) +
    rect(bx + R + 70, y - th / 2 - 26, 16, th + 52, inks.c)
  return turned(degrees, body, 1.08)
}

/** Draws a shield with as many chevrons as the article states (3 to 8). */
export function shield({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 8, 5)
  const cx = random.range(430, 770)
  const w = random.range(290, 350)
  const y0 = random.range(-70, 30)
  const sh = (k: number) => {
    const q = w * k
    const m = y0 + 300 - 300 * k + 20
    return path`M${cx - q} ${m}H${cx + q}V${m + 330 * k}C${cx + q} ${m + 520 * k} ${cx + q * 0.5} ${m + 640 * k} ${cx} ${m + 720 * k}C${cx - q * 0.5} ${m + 640 * k} ${cx - q} ${m + 520 * k} ${cx - q} ${m + 330 * k}Z`
  }
  let out = fill(sh(1.75), inks.b) + fill(sh(1.42), inks.ground) + fill(sh(1.2), inks.d)
  let d = sh(1)
  let inner = rect(cx - w, -80, 2 * w, 900, inks.dark ? inks.ground : inks.b) + rect(cx, -80, w + 5, 900, inks.a)
  let t = 640 / count
  let kickAt = random.int(1, Math.max(1, count - 2))
  let up = random.pick([1, -1])
  for (let i = -1; i <= count; i++) {
    const y = 20 + i * t
    const v = (x: number, k: number) =>
      path`${x} ${y + k * t * 0.5 + Math.abs(x - cx) * 0.55 * up - (up > 0 ? 60 : -120)}`
    inner +=
      i === kickAt
        ? fill(`M${v(cx - w, 0)}L${v(cx, 0)}L${v(cx + w, 0)}L${v(cx + w, 1)}L${v(cx, 1)}L${v(cx - w, 1)}Z`, inks.kick)
        : fill(path`M${v(cx - w, 0)}L${v(cx, 0)}V${y + t * 0.5 - (up > 0 ? 60 : -120)}L${v(cx - w, 1)}Z`, inks.a) +
          fill(`M${v(cx, 0)}L${v(cx + w, 0)}L${v(cx + w, 1)}L${v(cx, 1)}Z`, inks.c)
  }
  return turned(
    random.pick([0, 0, -14, 12]),
    out + pen.clip(d, inner),
    random.pick([0.86, 1, 1.3]),
    random.range(-120, 120),
    0,
  )
}

/** Draws a database drum with as many plates as the article states (3 to 8). */
export function database({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(3, 8, 5)
  const rx = random.range(400, 520)
  const ry = rx * random.range(0.26, 0.34)
  const cx = random.range(400, 800)
  const h = 760 / count
  const y0 = random.range(90, 150) - h * 0.2
  const kickAt = random.int(1, Math.max(1, count - 2))
  const tones = [inks.a, inks.d, inks.a, inks.b]
  const e = (y: number, c: string) =>
    `<ellipse cx="${num(cx)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${c}"/>`
  let out = ''
  for (let i = count; i >= 0; i--) {
    const y = y0 + i * h
    const hh = h * 0.7
    const d = path`M${cx - rx} ${y}v${hh}A${rx} ${ry} 0 0 0 ${cx + rx} ${y + hh}v${-hh}Z`
    const c = i === kickAt ? inks.kick : at(tones, i)
    out += fill(d, c)
    if (i !== kickAt && i % 2 === 0)
      out += pen.hatch(
        path`M${cx} ${y}v${hh + ry}A${rx} ${ry} 0 0 0 ${cx + rx} ${y + hh}v${-hh}Z`,
        inks.dark ? inks.ground : inks.c,
        { bounds: [cx, y, cx + rx, y + hh + ry], angle: 90, pitch: 18, width: 6 },
      )
    out += e(y, i === kickAt ? mix(inks.kick, inks.ground, 0.35) : i ? mix(c, inks.ground, 0.45) : inks.c)
  }
  return out
}

/** Draws gears. The large one has as many teeth as the article states (9 to 24). */
export function gears({ random, inks, facts, pen }: Sheet): string {
  const count = facts.count(9, 24, random.int(12, 18))
  const gear = (cx: number, cy: number, R: number, m: number, rot: number) => {
    const P: Point[] = []
    const h = ((R * Math.PI) / m) * 0.62
    for (let i = 0; i < m; i++)
      for (const o of [-0.27, -0.15, 0.15, 0.27])
        P.push(polar(cx, cy, Math.abs(o) > 0.2 ? R - h * 1.2 : R + h * 0.8, rot + ((i + o) * 360) / m))
    return polygon(P)
  }
  const R = random.range(280, 330)
  const m = Math.max(6, Math.round(count * 0.55))
  const R2 = (R * m) / count
  const [cx, cy] = pointIn([330, 330, 470, 440], random)
  const a = random.range(-30, -8)
  const [bx, by] = polar(cx, cy, R + R2, a)
  const rot = random.range(0, 360)
  const m3 = Math.max(6, Math.round(count * 0.7))
  const R3 = (R * m3) / count
  const a3 = random.range(35, 55)
  const [dx, dy] = polar(bx, by, R2 + R3, a3)
  const t1 = (((((a - rot) * count) / 360) % 1) + 1) % 1
  const b = a + 180 - (((0.5 - t1) * 360) / m) * 1
  const t2 = (((((a3 - b) * m) / 360) % 1) + 1) % 1
  const c = a3 + 180 - ((0.5 - t2) * 360) / m3
  return (
    fill(gear(dx, dy, R3, m3, c), inks.b) +
    circle(dx, dy, R3 * 0.4, inks.ground) +
    fill(gear(cx, cy, R, count, rot), inks.a) +
    pen.hatch(disc(cx, cy, R * 0.7), inks.ground, {
      bounds: boundsOfDisc(cx, cy, R),
      angle: random.pick([0, 45]),
      pitch: 18,
      width: 6,
    }) +
    circle(cx, cy, R * 0.4, inks.c) +
    circle(cx, cy, R * 0.17, inks.ground) +
    line(gear(bx, by, R2, m, b), inks.ground, 9) +
    fill(gear(bx, by, R2, m, b), inks.kick) +
    circle(bx, by, R2 * 0.34, inks.c)
  )
}
