import sharp, { type Sharp } from 'sharp'
import { variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'

/** A picture in a post's folder, with its name there. */
export type Variant = { name: string; body: Uint8Array; contentType: string }

/** Pixels, RGBA, row by row. */
export type Pixels = { data: Uint8Array; width: number; height: number }

// Pictures are made one at a time and never twice, so threads and a cache would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

/** The widths that a picture is stored in, in pixels. */
export const WIDTHS = [240, 480, 720, 960, 1200] as const

// Maximum size of an AVIF in bytes at any width, and the qualities to try. Most pictures are small enough at the first.
const LARGEST_AVIF = 45_000
const QUALITIES = [50, 40, 30, 20, 10] as const

// The encoder's effort, from 0 to 9. On covers, 1 makes files of half the size of 0 and is nearer to the original. 4 takes ten
// times as long and saves another fifth.
const AVIF_EFFORT = 1
const WEBP = { quality: 80, effort: 2 }

// A cover has about six inks and the colours between them at the edges. 16 colours are nearer to it than AVIF of the same size,
// and take four bits per pixel.
const PRINT = { palette: true, colours: 16, dither: 0, effort: 4, compressionLevel: 0 } as const
const LOSSLESS = { lossless: true, effort: 4 } as const

/**
 * Makes a picture in five widths, `thumbnail-240.webp` first, each with the XMP packet, and returns its formats. A picture in
 * flat inks becomes lossless WebP, any other AVIF (at most 45 kB) and WebP. `draw` draws it at a width.
 */
export async function variants(picture: {
  draw: (width: number) => Promise<Pixels>
  isFlat: boolean
  xmp: string
}): Promise<{ files: Variant[]; formats: Picture['formats'] }> {
  const { draw, isFlat, xmp } = picture
  const formats: Picture['formats'] = isFlat ? ['webp'] : ['avif', 'webp']
  // Encode one file at a time, because an encoder takes much memory and keeps the processor busy.
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
  // Of the sharp kernels, this one does not draw a second line along an edge.
  const { data, info } = await opaque(pixels)
    .resize({ width, kernel: 'mitchell' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Returns the result of the first setting that makes at most `limit` bytes, or of the last one if none does. */
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
