import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'
import { HEIGHT, WIDTH } from '#covers/drawing.ts'

/** A picture in a post's folder, with its name there. */
export type Variant = { name: string; body: Uint8Array; contentType: string }

/** Pixels, RGBA, row by row. */
export type Pixels = { data: Uint8Array; width: number; height: number }

/** IPTC's terms for pictures by a program and by a trained model. https://cv.iptc.org/newscodes/digitalsourcetype/ */
export type SourceType = 'algorithmicMedia' | 'trainedAlgorithmicMedia'

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

/** The XMP packet that states the origin of a picture as IPTC's DigitalSourceType. */
export function xmpPacket(sourceType: SourceType): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
   <Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}</Iptc4xmpExt:DigitalSourceType>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}

/** Reads the origin of a picture from its XMP packet. Without one, the picture may be by a model. */
export async function sourceTypeOf(file: Uint8Array): Promise<SourceType> {
  const { xmp } = await sharp(file).metadata()
  return xmp?.includes('digitalsourcetype/algorithmicMedia<') ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
}

// A PNG begins with its signature of 8 bytes and the chunk IHDR of 25 bytes.
const HEADER_BYTES = 33

/**
 * Inserts an XMP packet into a PNG, in an uncompressed iTXt chunk after its header, which every reader of XMP finds. sharp
 * writes a compressed zTXt chunk, which many do not read. https://www.w3.org/TR/png-3/#11iTXt
 */
export function insertXmp(png: Buffer, xmp: string): Buffer {
  // Keyword, its end, "not compressed", method 0, empty language, empty translated keyword, then the text in UTF-8.
  const data = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'), Buffer.from(xmp)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length - 4)
  check.writeUInt32BE(crc32(data))
  return Buffer.concat([png.subarray(0, HEADER_BYTES), length, data, check, png.subarray(HEADER_BYTES)])
}
