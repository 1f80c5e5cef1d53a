import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'
import { HEIGHT, WIDTH } from '#covers/geometry.ts'

/** A file in a post's folder. */
export type Variant = { name: string; body: Uint8Array; contentType: string }

/** Returns an image in a width. */
export type DrawPicture = (width: number) => Promise<Sharp>

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

const WEBP = { quality: 80, effort: 2 }

// A cover has about six flat colours, and blends of them along their edges. 16 colours need only four bits per pixel,
// and a lossless file stays smaller and closer to the original than a lossy one.
const PRINT = { palette: true, colours: 16, dither: 0, effort: 4, compressionLevel: 0 } as const
const LOSSLESS = { lossless: true, effort: 4 } as const

/**
 * Creates an image's smaller files (`thumbnail-240.webp` first), each with the XMP packet, and the image's record. An
 * image drawn by a program has flat colours, so it is stored without losses.
 */
export async function smallerPictures(
  draw: DrawPicture,
  sourceType: SourceType,
): Promise<{ files: Variant[]; picture: Picture }> {
  const isFlat = sourceType === 'algorithmicMedia'
  const xmp = xmpPacket(sourceType)
  // Encode one file at a time, because an encoder needs a lot of memory and keeps the processor busy.
  const files: Variant[] = []
  for (const width of WIDTHS) {
    const image = await draw(width)
    const body = isFlat
      ? await sharp(await image.png(PRINT).toBuffer())
          .withXmp(xmp)
          .webp(LOSSLESS)
          .toBuffer()
      : await image.withXmp(xmp).webp(WEBP).toBuffer()
    files.push({ name: variantKey('thumbnail.png', { width, format: 'webp' }), body, contentType: 'image/webp' })
  }
  // The placeholder is the mean colour of the image.
  const mean = await (await draw(WIDTH)).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  // Covers are decorative and a model's images are abstract, so both get an empty alternative text.
  return {
    files,
    picture: { widths: [...WIDTHS], formats: ['webp'], placeholder: `#${mean.toString('hex')}`, alt: '' },
  }
}

// The formats that image models return. Untrusted files must not reach any other decoder.
const FORMATS = ['png', 'jpeg', 'webp', 'heif']

// No model returns images larger than this. The limit rejects a small file that would decode to gigabytes.
const MAX_PIXELS = 50_000_000

/**
 * Decodes a PNG, JPEG, WebP or AVIF file, then crops it to the central 16:9. The result scales it to a width up to 1200
 * pixels. Rejects if the file has another format, is damaged or has more than 50 million pixels.
 */
export async function readPicture(file: Uint8Array): Promise<DrawPicture> {
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
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const
    // This kernel does not produce ringing along sharp edges.
    return async (width) => sharp(data, { raw }).resize({ width, kernel: 'mitchell' })
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
