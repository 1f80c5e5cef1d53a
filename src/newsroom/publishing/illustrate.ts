import { renderAsync } from '@resvg/resvg-js'
import type { Picture } from '#blog/post.ts'
import { cover, type Face } from '#covers/cover.ts'
import { WIDTH } from '#covers/drawing.ts'
import { readPicture } from '#newsroom/publishing/pictures/read-picture.ts'
import {
  firstFitting,
  opaque,
  scaled,
  variants,
  WIDTHS,
  type Pixels,
  type Variant,
} from '#newsroom/publishing/pictures/variants.ts'
import { insertXmp, xmpPacket, type SourceType } from '#newsroom/publishing/pictures/xmp.ts'

// A thumbnail's limit in bytes, and the numbers of colours to try: a PNG has 8, 4 or 2 bits a pixel, nothing between,
// and with 2 no picture of this size is larger.
const LARGEST_PNG = 300_000
const COLOURS = [256, 16, 4] as const

/** What a post's cover is drawn from. */
export type CoverToDraw = { id: string; category: string; face: Face; numbers: readonly string[] }

/**
 * The pictures of a post and the record of them: `thumbnail.png`, 1200 × 675 pixels in at most 256 colours, and the same
 * in the widths and formats of `variants`, each marked as made by a program, or by a model when `picture`, the file that
 * one made, is given: it is cropped to the middle. Without it the cover is drawn, anew for each width. Rejects when
 * `picture` cannot be read.
 */
export async function illustrate(
  post: CoverToDraw & { picture?: Uint8Array },
): Promise<{ files: Variant[]; picture: Picture }> {
  const draw = post.picture === undefined ? coverPainter(post) : await scaler(post.picture)
  const sourceType = post.picture === undefined ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
  const pixels = await draw(WIDTH)
  const [png, made] = await Promise.all([
    thumbnail(pixels, xmpPacket(sourceType)),
    smallerPictures({ pixels, draw: async (width) => (width === WIDTH ? pixels : await draw(width)), sourceType }),
  ])
  return { files: [png, ...made.files], picture: made.picture }
}

/** The files of a picture in every width, and the record of them. What a program made is drawn in flat inks. */
export async function smallerPictures(options: {
  pixels: Pixels
  draw: (width: number) => Promise<Pixels>
  sourceType: SourceType
}): Promise<{ files: Variant[]; picture: Picture }> {
  const { pixels, draw, sourceType } = options
  const isFlat = sourceType === 'algorithmicMedia'
  const { files, formats } = await variants({ draw, isFlat, xmp: xmpPacket(sourceType) })
  const placeholder = await meanColour(pixels)
  // A cover is decoration, and what a model was asked for is an abstract print: neither shows anything to be named.
  return { files, picture: { widths: [...WIDTHS], formats, placeholder, alt: '' } }
}

function coverPainter({ face, ...post }: CoverToDraw): (width: number) => Promise<Pixels> {
  const svg = cover({ ...post, ...face })
  return async (width) => {
    // The covers hold no text, and looking for the system's fonts is slow.
    const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    return { data: image.pixels, width: image.width, height: image.height }
  }
}

async function scaler(picture: Uint8Array): Promise<(width: number) => Promise<Pixels>> {
  const pixels = await readPicture(picture)
  return async (width) => await scaled(pixels, width)
}

// The one colour that differs least from the picture that will take its place.
async function meanColour(pixels: Pixels): Promise<string> {
  const mean = await opaque(pixels).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return `#${mean.toString('hex')}`
}

async function thumbnail(pixels: Pixels, xmp: string): Promise<Variant> {
  const make = (colours: number) =>
    opaque(pixels).png({ palette: true, colours, dither: 0, effort: 4, compressionLevel: 9 }).toBuffer()
  const png = await firstFitting({ limit: LARGEST_PNG, settings: COLOURS, make })
  return { name: 'thumbnail.png', body: insertXmp(png, xmp), contentType: 'image/png' }
}
