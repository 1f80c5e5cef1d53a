import { at } from '#newsroom/covers/random.ts'
import type { Inks } from '#newsroom/covers/palette.ts'
import type { Random } from '#newsroom/covers/random.ts'

/** The size of a cover in pixels: 16 : 9, as the contract's thumbnail. */
export const WIDTH = 1200
export const HEIGHT = 675

/** One composition: draws its picture as SVG elements, with numbers from `random` and colours from `inks` alone. */
export type Figure = (random: Random, inks: Inks, pen: Pen) => string

/** A position in the coordinates of the cover, x to the right and y down. */
export type Point = [x: number, y: number]

/** What needs an id in the document: clipping, and the engraved half-tones that are made of it. */
export type Pen = {
  /** `body`, cut to the inside of a path. */
  clip(path: string, body: string): string
  /** Parallel lines inside a path; `box` is the path's [x0, y0, x1, y1]. */
  hatch(path: string, box: Box, style: { angle?: number; pitch?: number; width?: number; color: string }): string
  /** The `defs` element that everything drawn so far refers to. */
  defs(): string
}

/** Left, top, right and bottom edge. */
export type Box = [x0: number, y0: number, x1: number, y1: number]

/** A pen whose clip ids start with `key`, so that several covers can stand in one document. */
export function createPen(key: string): Pen {
  const defs: string[] = []
  function clip(path: string, body: string) {
    const id = `c${key}${defs.length.toString(36)}`
    defs.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`)
    return `<g clip-path="url(#${id})">${body}</g>`
  }
  return {
    clip,
    hatch(path, box, { angle = 45, pitch = 11, width = 4, color }) {
      const [x0, y0] = [Math.max(box[0], -20), Math.max(box[1], -20)]
      const [x1, y1] = [Math.min(box[2], WIDTH + 20), Math.min(box[3], HEIGHT + 20)]
      const cx = (x0 + x1) / 2
      const cy = (y0 + y1) / 2
      const reach = Math.hypot(x1 - x0, y1 - y0) / 2 + pitch
      const a = (angle * Math.PI) / 180
      const ux = Math.cos(a)
      const uy = Math.sin(a)
      let strokes = ''
      // Offsets are snapped to the pitch so that neighbouring hatches line up.
      const base = -cx * uy + cy * ux
      for (let offset = Math.ceil((base - reach) / pitch) * pitch; offset <= base + reach; offset += pitch) {
        const k = offset - base
        const mx = cx - uy * k
        const my = cy + ux * k
        strokes += `M${num(mx - ux * reach)} ${num(my - uy * reach)}L${num(mx + ux * reach)} ${num(my + uy * reach)}`
      }
      return clip(path, line(strokes, color, width))
    },
    defs: () => (defs.length > 0 ? `<defs>${defs.join('')}</defs>` : ''),
  }
}

/** Attributes for strokes with round ends and corners. */
export const ROUND = ' stroke-linecap="round" stroke-linejoin="round"'

/** A number with at most one decimal: a tenth of a pixel is finer than any print. */
export function num(value: number): string {
  const text = (Math.round(value * 10) / 10).toString()
  return text === '-0' ? '0' : text
}

/** A point as path data. */
export function pt([x, y]: Point): string {
  return `${num(x)} ${num(y)}`
}

/** The closed path through points, with straight sides. */
export function poly(points: Point[]): string {
  return `M${points.map(pt).join('L')}Z`
}

/** The closed path through points, with round corners: Catmull–Rom as cubic curves. */
export function smooth(points: Point[]): string {
  const count = points.length
  let path = `M${pt(at(points, 0))}`
  for (let i = 0; i < count; i++) {
    const before = at(points, i - 1 + count)
    const from = at(points, i)
    const to = at(points, i + 1)
    const after = at(points, i + 2)
    const leaving = pt([from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6])
    const arriving = pt([to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6])
    path += `C${leaving} ${arriving} ${pt(to)}`
  }
  return `${path}Z`
}

/** The path of a disc, for clipping and hatching. */
export function disc(x: number, y: number, r: number): string {
  return `M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 1 0 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-2 * r)} 0Z`
}

/** The path of a rectangle, for clipping and hatching. */
export function block(x: number, y: number, w: number, h: number): string {
  return `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}Z`
}

/** A filled rectangle, with the radius of its corners. */
export function rect(x: number, y: number, w: number, h: number, color: string, radius = 0): string {
  const round = radius ? ` rx="${num(radius)}"` : ''
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${round} fill="${color}"/>`
}

/** A filled circle. */
export function circle(x: number, y: number, r: number, color: string): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${color}"/>`
}

/** An open circle, stroked. */
export function ring(x: number, y: number, r: number, width: number, color: string): string {
  const place = `cx="${num(x)}" cy="${num(y)}" r="${num(r)}"`
  return `<circle ${place} fill="none" stroke="${color}" stroke-width="${num(width)}"/>`
}

/** A filled path. */
export function fill(path: string, color: string): string {
  return `<path d="${path}" fill="${color}"/>`
}

/** A stroked path; `attributes` are added as they stand. */
export function line(path: string, color: string, width: number, attributes = ''): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${num(width)}"${attributes}/>`
}
