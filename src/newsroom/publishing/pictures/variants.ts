import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'
import { HEIGHT, WIDTH } from '#covers/drawing.ts'

/** A file in a post's folder. */
export type Variant = { name: string; body: Uint8Array; contentType: string }

/**
 * IPTC's terms for an image created by a program or by a trained model.
 * https://cv.iptc.org/newscodes/digitalsourcetype/
 */
type SourceType = 'algorithmicMedia' | 'trainedAlgorithmicMedia'

// Images are encoded one at a time and only once, so threads and a cache would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

// The widths in which an image is stored, in pixels.
const WIDTHS = [240, 480, 720, 960, 1200] as const

// The maximum size of an AVIF file in bytes, and the qualities to try in turn. The first is enough for most images.
const MAX_AVIF_BYTES = 45_000
const QUALITIES = [50, 40, 30, 20, 10] as const

// The encoder's effort, from 0 to 9. Compared with 0, effort 1 halves the file size of covers and stays closer to the
// original. Effort 4 saves another fifth but takes ten times as long.
const AVIF_EFFORT = 1
const WEBP = { quality: 80, effort: 2 }

// A cover has about six flat colours, and blends of them along their edges. 16 colours need only four bits per pixel
// and look closer to the original than an AVIF file of the same size.
const PRINT = { palette: true, colours: 16, dither: 0, effort: 4, compressionLevel: 0 } as const
const LOSSLESS = { lossless: true, effort: 4 } as const

/**
 * Creates an image's smaller files (`thumbnail-240.webp` first), each with the XMP packet, and the image's record. An
 * image drawn by a program has flat colours, so it is encoded as lossless WebP. Any other image is encoded both as AVIF
 * (at most 45 kB) and as WebP. If `draw` is given, it draws the image at each width. Otherwise, `image` is scaled.
 */
export async function smallerPictures(options: {
  image: Sharp
  sourceType: SourceType
  draw?: (width: number) => Promise<Sharp>
}): Promise<{ files: Variant[]; picture: Picture }> {
  const { image, sourceType, draw } = options
  const isFlat = sourceType === 'algorithmicMedia'
  const formats: Picture['formats'] = isFlat ? ['webp'] : ['avif', 'webp']
  const xmp = xmpPacket(sourceType)
  // Encode one file at a time, because an encoder needs a lot of memory and keeps the processor busy.
  const files: Variant[] = []
  for (const width of WIDTHS) {
    // This kernel does not produce ringing along sharp edges.
    const drawn = (await draw?.(width)) ?? image.clone().resize({ width, kernel: 'mitchell' })
    for (const format of formats) {
      const body = await encode(drawn, { format, isFlat, xmp })
      files.push({ name: variantKey('thumbnail.png', { width, format }), body, contentType: `image/${format}` })
    }
  }
  // The placeholder is the mean colour of the image.
  const mean = await image.clone().resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  // Covers are decorative and a model's images are abstract, so both get an empty alternative text.
  return { files, picture: { widths: [...WIDTHS], formats, placeholder: `#${mean.toString('hex')}`, alt: '' } }
}

async function encode(
  image: Sharp,
  { format, isFlat, xmp }: { format: 'avif' | 'webp'; isFlat: boolean; xmp: string },
): Promise<Buffer> {
  const marked = () => image.clone().withXmp(xmp)
  if (format === 'avif') {
    const make = (quality: number) => marked().avif({ quality, effort: AVIF_EFFORT }).toBuffer()
    return await firstFitting({ limit: MAX_AVIF_BYTES, settings: QUALITIES, make })
  }
  if (!isFlat) return await marked().webp(WEBP).toBuffer()
  const print = await image.png(PRINT).toBuffer()
  return await sharp(print).withXmp(xmp).webp(LOSSLESS).toBuffer()
}

/** Returns the first result that has at most `limit` bytes, or the last setting's result if all are larger. */
export async function firstFitting<T>(options: {
  limit: number
  settings: readonly [T, ...T[]]
  make: (setting: T) => Promise<Buffer>
}): Promise<Buffer> {
  const { limit, settings, make } = options
  const [first, ...rest] = settings
  let result = await make(first)
  for (const setting of rest) if (result.length > limit) result = await make(setting)
  return result
}

// The formats that image models return. Untrusted files must not reach any other decoder.
const FORMATS = ['png', 'jpeg', 'webp', 'heif']

// No model returns images larger than this. The limit rejects a small file that would decode to gigabytes.
const MAX_PIXELS = 50_000_000

/**
 * Decodes a PNG, JPEG, WebP or AVIF file, then scales it and crops it to the central 1200 × 675 pixels. Rejects if the
 * file has another format, is damaged or has more than 50 million pixels.
 */
export async function readPicture(file: Uint8Array): Promise<Sharp> {
  try {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    if (!FORMATS.includes(format)) throw new Error(`its format is ${format}`)
    const data = await image
      .autoOrient()
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const advice = 'Create another image or use the cover.'
    throw new Error(`The ${file.length}-byte image cannot be used (${reason}). ${advice}`, { cause })
  }
}

/** Returns an XMP packet that states an image's origin as IPTC's DigitalSourceType. */
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

// A PNG begins with an 8-byte signature and the 25-byte IHDR chunk.
const HEADER_BYTES = 33

/**
 * Inserts an XMP packet into a PNG file, in an uncompressed iTXt chunk after the header, where every XMP reader finds
 * it. sharp would write a compressed zTXt chunk, which many readers ignore. https://www.w3.org/TR/png-3/#11iTXt
 */
export function insertXmp(png: Buffer, xmp: string): Buffer {
  // The keyword and its terminator, "not compressed", method 0, an empty language, an empty translated keyword, then
  // the text in UTF-8.
  const data = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'), Buffer.from(xmp)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length - 4)
  check.writeUInt32BE(crc32(data))
  return Buffer.concat([png.subarray(0, HEADER_BYTES), length, data, check, png.subarray(HEADER_BYTES)])
}
