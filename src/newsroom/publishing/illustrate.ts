import { renderAsync } from '@resvg/resvg-js'
import sharp, { type Sharp } from 'sharp'
import { PICTURE_FORMATS, type Picture } from '#blog/post.ts'
import { cover } from '#newsroom/covers/cover.ts'
import { HEIGHT, WIDTH } from '#newsroom/covers/drawing.ts'
import { readPicture } from '#newsroom/publishing/pictures/read-picture.ts'
import { firstFitting, VARIANT_WIDTHS, variants, type Variant } from '#newsroom/publishing/pictures/variants.ts'
import { insertXmp, xmpPacket } from '#newsroom/publishing/pictures/xmp.ts'

// A thumbnail's limit in bytes, and the numbers of colours to try: a PNG has 8, 4 or 2 bits a pixel, nothing between,
// and with 2 no picture of this size is larger.
const LARGEST_PNG = 300_000
const COLOURS = [256, 16, 4] as const

/**
 * The pictures of a post and the record of them: `thumbnail.png`, 1200 × 675 pixels in at most 256 colours, and the same
 * as AVIF and WebP at 320, 640 and 1200 pixels wide (`thumbnail-640.avif`), each marked as made by a program, or by a
 * model when `picture`, the file that one made, is given: it is cropped to the middle. Without it the same post always
 * gets the same cover; `ordinal` is its running number in its category. Rejects when `picture` cannot be read.
 */
export async function illustrate(post: {
  id: string
  category: string
  ordinal: number
  picture?: Uint8Array
}): Promise<{ files: Variant[]; picture: Picture }> {
  const pixels = post.picture === undefined ? await drawCover(post) : await readPicture(post.picture)
  // IPTC's words for what a program computed, and for what a trained model made. https://cv.iptc.org/newscodes/digitalsourcetype/
  const xmp = xmpPacket(post.picture === undefined ? 'algorithmicMedia' : 'trainedAlgorithmicMedia')
  const [png, others, placeholder] = await Promise.all([
    thumbnail(pixels, xmp),
    variants({ pixels, width: WIDTH, height: HEIGHT, xmp }),
    meanColour(pixels),
  ])
  return {
    files: [png, ...others],
    // A cover is decoration, and what a model was asked for is an abstract print: neither shows anything to be named.
    picture: { widths: [...VARIANT_WIDTHS], formats: [...PICTURE_FORMATS], placeholder, alt: '' },
  }
}

async function drawCover(post: { id: string; category: string; ordinal: number }): Promise<Uint8Array> {
  // The covers hold no text, and looking for the system's fonts is slow.
  const { pixels } = await renderAsync(cover(post), { font: { loadSystemFonts: false } })
  return pixels
}

// The one colour that differs least from the picture that will take its place.
async function meanColour(pixels: Uint8Array): Promise<string> {
  const mean = await decoded(pixels).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return `#${mean.toString('hex')}`
}

async function thumbnail(pixels: Uint8Array, xmp: string): Promise<Variant> {
  const make = (colours: number) =>
    decoded(pixels).png({ palette: true, colours, dither: 0, effort: 4, compressionLevel: 9 }).toBuffer()
  const png = await firstFitting({ limit: LARGEST_PNG, settings: COLOURS, make })
  return { name: 'thumbnail.png', body: insertXmp(png, xmp), contentType: 'image/png' }
}

function decoded(pixels: Uint8Array): Sharp {
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } }).removeAlpha()
}
