import type { Facts } from '#covers/facts.ts'
import type { Inks } from '#covers/palette.ts'
import { at, type Random } from '#text/random.ts'

/** The width of a cover in pixels. */
export const WIDTH = 1200

/** The height of a cover in pixels. It gives covers an aspect ratio of 16 : 9. */
export const HEIGHT = 675

/** The input for a figure: a random generator, the printing's colours, the numbers stated in the article, and a pen. */
export type Sheet = { random: Random; inks: Inks; facts: Facts; pen: Pen }

/** Draws a cover's motif as SVG elements: only rect, circle, ellipse, path, g and clipPath. */
export type Figure = (sheet: Sheet) => string

/** A position on the cover: x increases to the right and y downwards. */
export type Point = [x: number, y: number]

/** The left, top, right and bottom edges of a rectangular area. */
export type Box = [x0: number, y0: number, x1: number, y1: number]

/** The whole cover and a margin around it that is cut off. */
export const EVERYWHERE: Box = [-20, -20, WIDTH + 20, HEIGHT + 20]

/** Drawing functions that need unique ids in the document: clipping, and hatching, which uses clipping. */
export type Pen = {
  /** Returns `body` clipped to the inside of `path`. */
  clip(path: string, body: string): string
  /** Returns parallel lines that fill `path`. `box` is the area that contains the path. */
  hatch(path: string, box: Box, style: { angle?: number; pitch?: number; width?: number; color: string }): string
  /** Returns a `defs` element with the clip paths created so far. */
  defs(): string
}

/** Creates a pen whose ids start with `key`, so that one document can contain several covers. */
export function createPen(key: string): Pen {
  const defs: string[] = []
  function clip(path: string, body: string) {
    const id = `k${key}${defs.length.toString(36)}`
    defs.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`)
    return `<g clip-path="url(#${id})">${body}</g>`
  }
  return {
    clip,
    hatch(path, box, { angle = 45, pitch = 13, width = 4, color }) {
      const [x0, y0] = [Math.max(box[0], -20), Math.max(box[1], -20)]
      const [x1, y1] = [Math.min(box[2], WIDTH + 20), Math.min(box[3], HEIGHT + 20)]
      if (x1 <= x0 || y1 <= y0) return ''
      const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2]
      const reach = Math.hypot(x1 - x0, y1 - y0) / 2 + pitch
      const a = (angle * Math.PI) / 180
      const [ux, uy] = [Math.cos(a), Math.sin(a)]
      const [dx, dy] = [Math.round(2 * ux * reach), Math.round(2 * uy * reach)]
      let strokes = ''
      // Use multiples of the pitch as offsets so that the lines of adjacent hatches meet.
      const base = -cx * uy + cy * ux
      for (let offset = Math.ceil((base - reach) / pitch) * pitch; offset <= base + reach; offset += pitch) {
        const k = offset - base
        strokes += `M${Math.round(cx - uy * k - ux * reach)} ${Math.round(cy + ux * k - uy * reach)}l${dx} ${dy}`
      }
      return clip(path, line(strokes, color, width))
    },
    defs: () => (defs.length > 0 ? `<defs>${defs.join('')}</defs>` : ''),
  }
}

/** Collects shapes that do not overlap into one path per colour. `out` returns these paths as SVG elements. */
export function bag() {
  const paths = new Map<string, string>()
  return {
    add: (color: string, path: string) => void paths.set(color, (paths.get(color) ?? '') + path),
    out: (draw: (path: string, color: string) => string = fill) =>
      [...paths].map(([color, path]) => draw(path, color)).join(''),
  }
}

/** SVG attributes for strokes with round ends and corners. */
export const ROUND = ' stroke-linecap="round" stroke-linejoin="round"'

/** SVG attributes for strokes with pointed corners. */
export const MITER = ' stroke-linejoin="miter" stroke-miterlimit="8"'

/** Limits `value` to the range from `low` to `high`. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

/** Formats a number with at most one decimal, because smaller differences are invisible. */
export function num(value: number): string {
  const text = (Math.round(value * 10) / 10).toString()
  return text === '-0' ? '0' : text
}

/** Formats a point as SVG path data. */
export function pt([x, y]: Point): string {
  return `${num(x)} ${num(y)}`
}

/** Returns the point at a distance and an angle (in degrees) from a centre. */
export function polar(cx: number, cy: number, distance: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [cx + distance * Math.cos(angle), cy + distance * Math.sin(angle)]
}

/** Returns a closed path that connects points with straight lines. */
export function poly(points: readonly Point[]): string {
  return `M${points.map(pt).join('L')}Z`
}

/** Returns a smooth closed path through points: a Catmull–Rom spline as cubic curves. */
export function smooth(points: readonly Point[]): string {
  let path = `M${pt(at(points, 0))}`
  for (let i = 0; i < points.length; i++)
    path += curve(at(points, i - 1), at(points, i), at(points, i + 1), at(points, i + 2))
  return `${path}Z`
}

/** Returns the part of a smooth path between two points. Its shape depends on the points before and after them. */
export function curve(before: Point, from: Point, to: Point, after: Point): string {
  const leaving = pt([from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6])
  const arriving = pt([to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6])
  return `C${leaving} ${arriving} ${pt(to)}`
}

/** Returns a disc's path. */
export function disc(x: number, y: number, r: number): string {
  return `M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 1 0 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-2 * r)} 0Z`
}

/** Returns a rectangle's path. */
export function box(x: number, y: number, w: number, h: number): string {
  return `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`
}

/** Returns the path of a ring segment between two radii and two angles (in degrees). */
export function sector(cx: number, cy: number, r0: number, r1: number, from: number, to: number): string {
  const big = to - from > 180 ? 1 : 0
  const outside = `${pt(polar(cx, cy, r1, from))}A${num(r1)} ${num(r1)} 0 ${big} 1 ${pt(polar(cx, cy, r1, to))}`
  if (r0 < 1) return `M${pt([cx, cy])}L${outside}Z`
  const [start, end] = [pt(polar(cx, cy, r0, from)), pt(polar(cx, cy, r0, to))]
  return `M${start}L${outside}L${end}A${num(r0)} ${num(r0)} 0 ${big} 0 ${start}Z`
}

/** Returns a filled rectangle. `radius` rounds its corners. */
export function rect(x: number, y: number, w: number, h: number, color: string, radius = 0): string {
  const round = radius ? ` rx="${num(radius)}"` : ''
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${round} fill="${color}"/>`
}

/** Returns a filled circle. */
export function circle(x: number, y: number, r: number, color: string): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${color}"/>`
}

/** Returns a stroked circle. */
export function ring(x: number, y: number, r: number, width: number, color: string): string {
  const place = `cx="${num(x)}" cy="${num(y)}" r="${num(r)}"`
  return `<circle ${place} fill="none" stroke="${color}" stroke-width="${num(width)}"/>`
}

/** Returns a filled path. */
export function fill(path: string, color: string): string {
  return `<path d="${path}" fill="${color}"/>`
}

/** Returns a filled path with a thin stroke that hides the gap to an adjacent path. */
export function solid(path: string, color: string): string {
  return `<path d="${path}" fill="${color}" stroke="${color}" stroke-width="1.5" stroke-linejoin="round"/>`
}

/** Returns a stroked path. `attributes` are added unchanged. */
export function line(path: string, color: string, width: number, attributes = ''): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${num(width)}"${attributes}/>`
}

/** Rotates a drawing by an angle in degrees around the middle of the cover, then scales and moves it. */
export function turned(degrees: number, body: string, scale = 1, dx = 0, dy = 0): string {
  const middle = `translate(${num(WIDTH / 2 + dx)} ${num(HEIGHT / 2 + dy)})`
  const size = `scale(${Math.round(scale * 100) / 100})`
  return `<g transform="${middle}rotate(${num(degrees)})${size}translate(${-WIDTH / 2} ${-HEIGHT / 2})">${body}</g>`
}
