import sharp from 'sharp'
import { variantKey } from '#blog/keys.ts'

/** A picture of a post's folder, under the name that it has there. */
export type Variant = { name: string; body: Uint8Array; contentType: string }

// One picture at a time and none twice: threads and a cache of its own would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

/** The widths that a picture is stored in, in pixels. */
export const VARIANT_WIDTHS = [320, 640, 1200] as const

// An AVIF's limit in bytes at any width, and the qualities to try: a cover is within it at the first.
const LARGEST_AVIF = 45_000
const QUALITIES = [50, 40, 30, 20, 10] as const

// Of the encoder's efforts, 0 to 9: on the covers 1 makes half of what 0 does and is nearer to the original, and 4 takes
// ten times as long for a fifth less.
const AVIF_EFFORT = 1
const WEBP = { quality: 80, effort: 2 }

/** A picture, RGBA, as AVIF (at most 45 kB) and WebP in three widths, `thumbnail-320.avif` first, each with the XMP packet. */
export async function variants(picture: {
  pixels: Uint8Array
  width: number
  height: number
  xmp: string
}): Promise<Variant[]> {
  // One after the other: an encoder takes more memory than the picture is worth, and the processor is busy with one.
  const all: Variant[] = []
  for (const width of VARIANT_WIDTHS) all.push(...(await bothFormats(picture, width)))
  return all
}

async function bothFormats(
  picture: { pixels: Uint8Array; width: number; height: number; xmp: string },
  width: number,
): Promise<Variant[]> {
  const { pixels, height, xmp } = picture
  const resized = () =>
    sharp(pixels, { raw: { width: picture.width, height, channels: 4 } })
      .removeAlpha()
      .resize({ width })
      .withXmp(xmp)
  const make = (quality: number) => resized().avif({ quality, effort: AVIF_EFFORT }).toBuffer()
  const avif = await firstFitting({ limit: LARGEST_AVIF, settings: QUALITIES, make })
  const webp = await resized().webp(WEBP).toBuffer()
  return [
    { name: variantKey('thumbnail.png', { width, format: 'avif' }), body: avif, contentType: 'image/avif' },
    { name: variantKey('thumbnail.png', { width, format: 'webp' }), body: webp, contentType: 'image/webp' },
  ]
}

/** What the first of the settings makes in at most `limit` bytes; what the last one makes when none does. */
export async function firstFitting<Setting>(options: {
  limit: number
  settings: readonly [Setting, ...Setting[]]
  make: (setting: Setting) => Promise<Buffer>
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
