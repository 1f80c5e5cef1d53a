import sharp, { type Sharp } from 'sharp'
import { variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'

/** A picture of a post's folder, under the name that it has there. */
export type Variant = { name: string; body: Uint8Array; contentType: string }

/** Pixels, RGBA, row by row. */
export type Pixels = { data: Uint8Array; width: number; height: number }

// One picture at a time and none twice: threads and a cache of its own would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

/** The widths that a picture is stored in, in pixels. */
export const WIDTHS = [240, 480, 720, 960, 1200] as const

// An AVIF's limit in bytes at any width, and the qualities to try: most pictures are within it at the first.
const LARGEST_AVIF = 45_000
const QUALITIES = [50, 40, 30, 20, 10] as const

// Of the encoder's efforts, 0 to 9: on the covers 1 makes half of what 0 does and is nearer to the original, and 4 takes
// ten times as long for a fifth less.
const AVIF_EFFORT = 1
const WEBP = { quality: 80, effort: 2 }

// A cover has some six inks, and what lies between them at its edges: 16 colours are nearer to it than AVIF of the same
// size, and four bits a pixel.
const PRINT = { palette: true, colours: 16, dither: 0, effort: 4, compressionLevel: 0 } as const
const LOSSLESS = { lossless: true, effort: 4 } as const

/**
 * A picture in five widths, `thumbnail-240.webp` first, each with the XMP packet, and the formats that it is in. What is
 * drawn in flat inks becomes lossless WebP, anything else AVIF (at most 45 kB) and WebP. `draw` gives it at a width.
 */
export async function variants(picture: {
  draw: (width: number) => Promise<Pixels>
  isFlat: boolean
  xmp: string
}): Promise<{ files: Variant[]; formats: Picture['formats'] }> {
  const { draw, isFlat, xmp } = picture
  const formats: Picture['formats'] = isFlat ? ['webp'] : ['avif', 'webp']
  // One after the other: an encoder takes more memory than the picture is worth, and the processor is busy with one.
  const files: Variant[] = []
  for (const width of WIDTHS) {
    const pixels = await draw(width)
    for (const format of formats) {
      const body = await encode(pixels, { format, isFlat, xmp })
      files.push({ name: variantKey('thumbnail.png', { width, format }), body, contentType: `image/${format}` })
    }
  }
  return { files, formats }
}

async function encode(
  pixels: Pixels,
  { format, isFlat, xmp }: { format: 'avif' | 'webp'; isFlat: boolean; xmp: string },
): Promise<Buffer> {
  const marked = () => opaque(pixels).withXmp(xmp)
  if (format === 'avif') {
    const make = (quality: number) => marked().avif({ quality, effort: AVIF_EFFORT }).toBuffer()
    return await firstFitting({ limit: LARGEST_AVIF, settings: QUALITIES, make })
  }
  if (!isFlat) return await marked().webp(WEBP).toBuffer()
  const print = await opaque(pixels).png(PRINT).toBuffer()
  return await sharp(print).withXmp(xmp).webp(LOSSLESS).toBuffer()
}

/** An image of pixels, without its alpha channel. */
export function opaque({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

/** The same pixels at another width, in the same shape. */
export async function scaled(pixels: Pixels, width: number): Promise<Pixels> {
  if (width === pixels.width) return pixels
  // Of the kernels that stay sharp, the one that draws no second line along an edge.
  const { data, info } = await opaque(pixels)
    .resize({ width, kernel: 'mitchell' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** What the first of the settings makes in at most `limit` bytes; what the last one makes when none does. */
export async function firstFitting<T>(options: {
  limit: number
  settings: readonly [T, ...T[]]
  make: (setting: T) => Promise<Buffer>
}): Promise<Buffer> {
  const { limit, settings, make } = options
  const [first, ...rest] = settings
  let made = await make(first)
  for (const setting of rest) {
    if (made.length <= limit) break
    made = await make(setting)
  }
  return made
}
