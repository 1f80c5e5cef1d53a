import { type Point, polar } from '#covers/geometry.ts'
import { at } from '#text/random.ts'

/** Formats a number with at most one decimal, because smaller differences are invisible. */
export function num(value: number): string {
  const text = (Math.round(value * 10) / 10).toString()
  return text === '-0' ? '0' : text
}

/** Template tag for path data: formats the numbers (see `num`), and points as two numbers. */
export function path(parts: TemplateStringsArray, ...values: (number | Point | string)[]): string {
  const texts = values.map((value) => {
    if (typeof value === 'string') return value
    return typeof value === 'number' ? num(value) : value.map(num).join(' ')
  })
  return String.raw(parts, ...texts)
}

/** Returns an open path that connects points with straight lines. */
export function polyline(points: readonly Point[]): string {
  return `M${points.map((point) => path`${point}`).join('L')}`
}

/** Returns a closed path that connects points with straight lines. */
export function polygon(points: readonly Point[]): string {
  return `${polyline(points)}Z`
}

/** Returns a smooth closed path through points: a Catmull–Rom spline as cubic curves. */
export function smooth(points: readonly Point[]): string {
  const curves = points.map((point, i) => curve(at(points, i - 1), point, at(points, i + 1), at(points, i + 2)))
  return path`M${at(points, 0)}${curves.join('')}Z`
}

/** Returns the part of a smooth path between two points. Its shape depends on the points before and after them. */
export function curve(before: Point, from: Point, to: Point, after: Point): string {
  const leaving: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
  const arriving: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
  return path`C${leaving} ${arriving} ${to}`
}

/** Returns a disc's path. */
export function disc(x: number, y: number, r: number): string {
  return path`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
}

/** Returns a rectangle's path. */
export function box(x: number, y: number, w: number, h: number): string {
  return path`M${x} ${y}h${w}v${h}h${-w}z`
}

/** Returns the path of a ring segment between two radii and two angles (in degrees). */
export function sector(cx: number, cy: number, r0: number, r1: number, from: number, to: number): string {
  const big = to - from > 180 ? 1 : 0
  const outside = path`${polar(cx, cy, r1, from)}A${r1} ${r1} 0 ${big} 1 ${polar(cx, cy, r1, to)}`
  if (r0 < 1) return path`M${cx} ${cy}L${outside}Z`
  const start = polar(cx, cy, r0, from)
  return path`M${start}L${outside}L${polar(cx, cy, r0, to)}A${r0} ${r0} 0 ${big} 0 ${start}Z`
}
