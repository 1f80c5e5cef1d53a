import { renderAsync } from '@resvg/resvg-js'
import sharp, { type Sharp } from 'sharp'
import type { Archive } from '#archive/archive.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import type { Picture } from '#blog/post.ts'
import { chooseFace, NEIGHBOURS } from '#covers/choose.ts'
import { cover, type Face } from '#covers/cover.ts'
import { WIDTH } from '#covers/geometry.ts'
import { numbersOf } from '#covers/facts.ts'
import {
  insertXmp,
  readPicture,
  smallerPictures,
  xmpPacket,
  type DrawPicture,
  type Variant,
} from '#newsroom/publishing/pictures/variants.ts'
import { CITATION } from '#text/citations.ts'

// The maximum size of a thumbnail in bytes, and the palette sizes to try in turn. They need 8, 4 or 2 bits per pixel,
// and with 2 bits, every thumbnail is small enough.
const MAX_PNG_BYTES = 300_000
const COLOURS = [256, 16, 4] as const

/** The input for drawing a post's cover. */
export type CoverToDraw = { id: string; category: string; face: Face; numbers: readonly string[] }

/**
 * Creates a post's images and their record: `thumbnail.png`, which has 1200 × 675 pixels and at most 256 colours, and
 * the files of `smallerPictures`. If `picture` (a file from an image model) is given, crops it to its centre. Otherwise
 * draws the cover separately for each width. Each file is marked as created by a program or by a model. Rejects if
 * `picture` cannot be read.
 */
export async function illustrate({
  picture: file,
  ...post
}: CoverToDraw & { picture?: Uint8Array }): Promise<{ files: Variant[]; picture: Picture }> {
  const draw = file === undefined ? coverPainter(post) : await readPicture(file)
  const sourceType = file === undefined ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
  const [png, { files, picture }] = await Promise.all([
    thumbnail(await draw(WIDTH), xmpPacket(sourceType)),
    smallerPictures(draw, sourceType),
  ])
  return { files: [png, ...files], picture }
}

type Article = Pick<PostToPublish, 'id' | 'category' | 'title' | 'excerpt' | 'date' | 'tags' | 'markdown'>

/**
 * Chooses a post's cover design, and returns it with the article's numbers. The figure suits the subject and differs
 * from the figures of the nine nearest posts in its category.
 */
export function faceOf(archive: Archive, article: Article): { face: Face; numbers: string[] } {
  const { id, category, title, excerpt, date, tags, markdown } = article
  const distance = (post: { date: string }) => Math.abs(Date.parse(post.date) - Date.parse(date))
  const nearest = archive
    .posts(category)
    .filter((post) => post.id !== id)
    .toSorted((a, b) => distance(a) - distance(b))
  const neighbours = nearest.slice(0, NEIGHBOURS).flatMap(({ cover }) => cover ?? [])
  const text = `${title}\n${excerpt}\n${markdown}`
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/\[\d+\]\([^)]*\)|\]\([^)]*\)/g, '')
    .replaceAll(CITATION, '')
  return { face: chooseFace({ id, category, title, tags, neighbours }), numbers: numbersOf(text) }
}

function coverPainter({ face, ...post }: CoverToDraw): DrawPicture {
  const svg = cover({ ...post, ...face })
  return async (width) => {
    // Covers contain no text, and loading the system's fonts is slow.
    const drawing = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    const { pixels, height } = drawing
    return sharp(pixels, { raw: { width: drawing.width, height, channels: 4 } }).removeAlpha()
  }
}

async function thumbnail(image: Sharp, xmp: string): Promise<Variant> {
  let png = Buffer.alloc(0)
  for (const colours of COLOURS) {
    png = await image.clone().png({ palette: true, colours, dither: 0, effort: 4, compressionLevel: 9 }).toBuffer()
    if (png.length <= MAX_PNG_BYTES) break
  }
  return { name: 'thumbnail.png', body: insertXmp(png, xmp), contentType: 'image/png' }
}
