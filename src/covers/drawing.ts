import type { Facts } from '#covers/facts.ts'
import { type Bounds, HEIGHT, polar, WIDTH } from '#covers/geometry.ts'
import type { Inks } from '#covers/palette.ts'
import { line } from '#covers/svg.ts'
import type { Random } from '#text/random.ts'

/** The input for a figure: a random generator, the printing's colours, the numbers stated in the article, and a pen. */
export type Sheet = { random: Random; inks: Inks; facts: Facts; pen: Pen }

/** Draws a cover's motif as SVG elements: only rect, circle, ellipse, path, g and clipPath. */
export type Figure = (sheet: Sheet) => string

/** Drawing functions that need unique ids in the document: clipping, and hatching, which uses clipping. */
export type Pen = ReturnType<typeof createPen>

// The whole cover and a margin around it that is cut off.
const EVERYWHERE: Bounds = [-20, -20, WIDTH + 20, HEIGHT + 20]

/** `bounds` is the area that contains the hatched shape. `pitch` is the distance between two lines. */
type Hatching = { bounds?: Bounds; angle?: number; pitch?: number; width?: number }

/** Creates a pen whose ids start with `key`, so that one document can contain several covers. */
export function createPen(key: string) {
  const defs: string[] = []

  /** Returns `body` clipped to the inside of a path. */
  function clip(shape: string, body: string): string {
    const id = `k${key}${defs.length.toString(36)}`
    defs.push(`<clipPath id="${id}"><path d="${shape}"/></clipPath>`)
    return `<g clip-path="url(#${id})">${body}</g>`
  }

  /** Returns parallel lines that fill a path. */
  function hatch(shape: string, color: string, hatching: Hatching = {}): string {
    const { bounds = EVERYWHERE, angle = 45, pitch = 17, width = 5 } = hatching
    const [x0, y0] = [Math.max(bounds[0], EVERYWHERE[0]), Math.max(bounds[1], EVERYWHERE[1])]
    const [x1, y1] = [Math.min(bounds[2], EVERYWHERE[2]), Math.min(bounds[3], EVERYWHERE[3])]
    if (x1 <= x0 || y1 <= y0) return ''
    const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2]
    const reach = Math.hypot(x1 - x0, y1 - y0) / 2 + pitch
    const [ux, uy] = polar(0, 0, 1, angle)
    const [dx, dy] = [Math.round(2 * ux * reach), Math.round(2 * uy * reach)]
    let strokes = ''
    // Use multiples of the pitch as offsets so that the lines of adjacent hatches meet.
    const base = -cx * uy + cy * ux
    for (let offset = Math.ceil((base - reach) / pitch) * pitch; offset <= base + reach; offset += pitch) {
      const k = offset - base
      strokes += `M${Math.round(cx - uy * k - ux * reach)} ${Math.round(cy + ux * k - uy * reach)}l${dx} ${dy}`
    }
    return clip(shape, line(strokes, color, width))
  }

  /** Returns a `defs` element with the clip paths created so far. */
  function clipPaths(): string {
    return defs.length > 0 ? `<defs>${defs.join('')}</defs>` : ''
  }

  return { clip, hatch, clipPaths }
}
