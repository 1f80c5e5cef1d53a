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
