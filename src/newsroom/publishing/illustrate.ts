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

// Maximum size of a thumbnail in bytes, and the numbers of colours to try. A PNG has 8, 4 or 2 bits per pixel. With 2, every
// picture of this size is small enough.
const LARGEST_PNG = 300_000
const COLOURS = [256, 16, 4] as const

/** The input for drawing the cover of a post. */
export type CoverToDraw = { id: string; category: string; face: Face; numbers: readonly string[] }

/**
 * Makes the pictures of a post and their record: `thumbnail.png`, 1200 × 675 pixels in at most 256 colours, and the widths and
 * formats of `variants`. `picture` is the file of an image model; it is cropped to the middle. Without it, the cover is drawn
 * for each width. Each file is marked as made by a program or by a model. Rejects if `picture` cannot be read.
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

/** Makes the files of a picture in every width, and their record. Pictures by a program have flat inks. */
export async function smallerPictures(options: {
  pixels: Pixels
  draw: (width: number) => Promise<Pixels>
  sourceType: SourceType
}): Promise<{ files: Variant[]; picture: Picture }> {
  const { pixels, draw, sourceType } = options
  const isFlat = sourceType === 'algorithmicMedia'
  const { files, formats } = await variants({ draw, isFlat, xmp: xmpPacket(sourceType) })
  const placeholder = await meanColour(pixels)
  // A cover is decoration and a model's picture is abstract, so both have an empty alternative text.
  return { files, picture: { widths: [...WIDTHS], formats, placeholder, alt: '' } }
}

function coverPainter({ face, ...post }: CoverToDraw): (width: number) => Promise<Pixels> {
  const svg = cover({ ...post, ...face })
  return async (width) => {
    // Covers have no text, and loading the system's fonts is slow.
    const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    return { data: image.pixels, width: image.width, height: image.height }
  }
}

async function scaler(picture: Uint8Array): Promise<(width: number) => Promise<Pixels>> {
  const pixels = await readPicture(picture)
  return async (width) => await scaled(pixels, width)
}

// The placeholder is the mean colour of the picture.
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
