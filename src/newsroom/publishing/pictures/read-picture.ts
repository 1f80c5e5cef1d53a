import sharp from 'sharp'
import { HEIGHT, WIDTH } from '#covers/drawing.ts'
import type { Pixels } from '#newsroom/publishing/pictures/variants.ts'

// What image models make; a decoder of anything else is not offered to them.
const FORMATS = ['png', 'jpeg', 'webp', 'heif']

// More than any model makes: a small file that unfolds to gigabytes is refused before it does.
const MOST_PIXELS = 50_000_000

/**
 * The pixels of an image file, PNG, JPEG, WebP or AVIF, scaled and cropped to the middle, 1200 × 675.
 * Rejects with a sentence when it is none of these, is damaged or is larger than 50 million pixels.
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
