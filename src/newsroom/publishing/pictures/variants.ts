import sharp, { type Sharp } from 'sharp'
import { variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'
import { HEIGHT, WIDTH } from '#covers/drawing.ts'
import { xmpPacket, type SourceType } from '#newsroom/publishing/pictures/xmp.ts'

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
 * Makes the smaller files of a picture, `thumbnail-240.webp` first, each with the XMP packet, and the picture's record. A
 * picture by a program has flat inks and becomes lossless WebP; any other becomes AVIF (at most 45 kB) and WebP. `draw` draws
 * the picture at a width. Without it, `pixels` are scaled.
 */
export async function smallerPictures(options: {
  pixels: Pixels
  sourceType: SourceType
  draw?: (width: number) => Promise<Pixels>
}): Promise<{ files: Variant[]; picture: Picture }> {
  const { pixels, sourceType, draw = (width) => scaled(pixels, width) } = options
  const isFlat = sourceType === 'algorithmicMedia'
  const formats: Picture['formats'] = isFlat ? ['webp'] : ['avif', 'webp']
  const xmp = xmpPacket(sourceType)
  // Encode one file at a time, because an encoder takes much memory and keeps the processor busy.
  const files: Variant[] = []
  for (const width of WIDTHS) {
    const drawn = width === pixels.width ? pixels : await draw(width)
    for (const format of formats) {
      const body = await encode(drawn, { format, isFlat, xmp })
      files.push({ name: variantKey('thumbnail.png', { width, format }), body, contentType: `image/${format}` })
    }
  }
  // The placeholder is the mean colour of the picture.
  const mean = await opaque(pixels).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  // A cover is decoration and a model's picture is abstract, so both have an empty alternative text.
  return { files, picture: { widths: [...WIDTHS], formats, placeholder: `#${mean.toString('hex')}`, alt: '' } }
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

async function scaled(pixels: Pixels, width: number): Promise<Pixels> {
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

// The formats that image models make. Other decoders are not offered to untrusted files.
const FORMATS = ['png', 'jpeg', 'webp', 'heif']

// More than any model makes. A small file that would decode to gigabytes is rejected first.
const MOST_PIXELS = 50_000_000

/**
 * Reads a PNG, JPEG, WebP or AVIF file as pixels, scaled and cropped to the middle, 1200 × 675. Rejects if the file has
 * another format, is damaged or is larger than 50 million pixels.
 */
export async function readPicture(file: Uint8Array): Promise<Pixels> {
  try {
    const image = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    if (!FORMATS.includes(format)) throw new Error(`its format is ${format}`)
    const data = await image
      .autoOrient()
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
    return { data, width: WIDTH, height: HEIGHT }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The picture of ${file.length} bytes cannot be used (${reason}): make another or take the cover.`, {
      cause,
    })
  }
}
