import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { cover } from '#newsroom/cover/cover.ts'
import { HEIGHT, WIDTH } from '#newsroom/cover/drawing.ts'
import { insertXmp } from '#newsroom/png-xmp.ts'

/** A file of a post's folder. */
type Picture = { name: string; body: Uint8Array; contentType: string }

// IPTC's word for pictures that a program computed and no model was trained for.
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'

const XMP = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
   <Iptc4xmpExt:DigitalSourceType>${SOURCE_TYPE}</Iptc4xmpExt:DigitalSourceType>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`

/**
 * The pictures of a post: `thumbnail.png`, 1200 × 675 pixels in at most 256 colours, marked as made by a program. The
 * same post always gets the same picture; `ordinal` is its running number in its category.
 */
export async function illustrate(post: { id: string; category: string; ordinal: number }): Promise<Picture[]> {
  // The covers hold no text, and looking for the system's fonts is slow.
  const { pixels } = await renderAsync(cover(post), { font: { loadSystemFonts: false } })
  const png = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, colours: 256, dither: 0, effort: 4, compressionLevel: 9 })
    .toBuffer()
  return [{ name: 'thumbnail.png', body: insertXmp(png, XMP), contentType: 'image/png' }]
}
