import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** IPTC's terms for pictures by a program and by a trained model. https://cv.iptc.org/newscodes/digitalsourcetype/ */
export type SourceType = 'algorithmicMedia' | 'trainedAlgorithmicMedia'

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

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Inserts an XMP packet into a PNG, in an uncompressed iTXt chunk before its pixels, which every reader of XMP finds. sharp
 * writes a compressed zTXt chunk, which many do not read. https://www.w3.org/TR/png-3/#11iTXt
 */
export function insertXmp(png: Uint8Array, xmp: string): Buffer {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const start = firstPixels(bytes)
  // Keyword, its end, "not compressed", method 0, empty language, empty translated keyword, then the text in UTF-8.
  const data = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'), Buffer.from(xmp)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(data))
  return Buffer.concat([bytes.subarray(0, start), length, data, check, bytes.subarray(start)])
}

// Chunks are: length of the data, type, data, checksum.
function firstPixels(png: Buffer): number {
  if (!png.subarray(0, 8).equals(SIGNATURE))
    throw new Error('The picture is not a PNG: it does not begin with the PNG signature.')
  for (let offset = 8; offset + 8 <= png.length; offset += 12 + png.readUInt32BE(offset)) {
    if (png.toString('latin1', offset + 4, offset + 8) === 'IDAT') return offset
  }
  throw new Error('The PNG has no pixels: the IDAT chunk is missing.')
}
