import type { Random } from '#text/random.ts'

/** The width of a cover in pixels. */
export const WIDTH = 1200

/** The height of a cover in pixels. It gives covers an aspect ratio of 16 : 9. */
export const HEIGHT = 675

/** A position on the cover: x increases to the right and y downwards. */
export type Point = [x: number, y: number]

/** The left, top, right and bottom edges of a rectangular area. */
export type Bounds = [x0: number, y0: number, x1: number, y1: number]

/** Returns the bounds of a disc. */
export function boundsOfDisc(cx: number, cy: number, r: number): Bounds {
  return [cx - r, cy - r, cx + r, cy + r]
}

/** Returns a random point in an area. */
export function pointIn([x0, y0, x1, y1]: Bounds, random: Random): Point {
  return [random.range(x0, x1), random.range(y0, y1)]
}

/** Limits `value` to the range from `low` to `high`. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

/** Returns the point at a distance and an angle (in degrees) from a centre. */
export function polar(cx: number, cy: number, distance: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [cx + distance * Math.cos(angle), cy + distance * Math.sin(angle)]
}

/** Returns a regular polygon's corners. `degrees` is the direction from the centre to the first one. */
export function regularPolygon(cx: number, cy: number, r: number, sides: number, degrees: number): Point[] {
  return Array.from({ length: sides }, (_, i) => polar(cx, cy, r, degrees + (i * 360) / sides))
}
