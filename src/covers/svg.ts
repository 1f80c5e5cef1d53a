import { HEIGHT, WIDTH } from '#covers/geometry.ts'
import { num } from '#covers/paths.ts'

/** SVG attribute for strokes with round ends. */
export const ROUND_ENDS = ' stroke-linecap="round"'

/** SVG attributes for strokes with round ends and corners. */
export const ROUND = `${ROUND_ENDS} stroke-linejoin="round"`

/** SVG attributes for strokes with pointed corners. */
export const MITER = ' stroke-linejoin="miter" stroke-miterlimit="8"'

/** Returns a filled rectangle. `radius` rounds its corners. */
export function rect(x: number, y: number, w: number, h: number, color: string, radius = 0): string {
  const round = radius ? ` rx="${num(radius)}"` : ''
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${round} fill="${color}"/>`
}

/** Returns a horizontal band across the whole cover. */
export function band(y: number, height: number, color: string): string {
  return rect(-10, y, WIDTH + 20, height, color)
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

/** Collects shapes that do not overlap into one path per colour. `out` returns these paths as SVG elements. */
export function bag() {
  const paths = new Map<string, string>()
  return {
    add: (color: string, path: string) => void paths.set(color, (paths.get(color) ?? '') + path),
    out: (draw: (path: string, color: string) => string = fill) =>
      [...paths].map(([color, path]) => draw(path, color)).join(''),
  }
}

/** Rotates a drawing by an angle in degrees around a point. */
export function rotated(degrees: number, cx: number, cy: number, body: string): string {
  return `<g transform="rotate(${num(degrees)} ${num(cx)} ${num(cy)})">${body}</g>`
}

/** Rotates a drawing by an angle in degrees around the middle of the cover, then scales and moves it. */
export function turned(degrees: number, body: string, scale = 1, dx = 0, dy = 0): string {
  const middle = `translate(${num(WIDTH / 2 + dx)} ${num(HEIGHT / 2 + dy)})`
  const size = `scale(${Math.round(scale * 100) / 100})`
  return `<g transform="${middle}rotate(${num(degrees)})${size}translate(${-WIDTH / 2} ${-HEIGHT / 2})">${body}</g>`
}
