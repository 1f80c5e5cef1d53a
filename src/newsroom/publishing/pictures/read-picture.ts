import sharp from 'sharp'
import { HEIGHT, WIDTH } from '#covers/drawing.ts'
import type { Pixels } from '#newsroom/publishing/pictures/variants.ts'

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
