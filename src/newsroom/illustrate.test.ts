import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { illustrate } from '#newsroom/illustrate.ts'
import { insertXmp } from '#newsroom/png-xmp.ts'

const CATEGORIES = ['artificial-intelligence', 'blockchain', 'cybersecurity', 'web-development', 'technology']

test('a post gets one picture: a PNG of 1200 × 675 pixels in at most 256 colours', async () => {
  const pictures = await illustrate({ id: 'raft-in-one-sitting', category: 'technology', ordinal: 0 })
  expect(pictures.map(({ name, contentType }) => [name, contentType])).toEqual([['thumbnail.png', 'image/png']])
  const { width, height, format } = await sharp(pictures[0]?.body).metadata()
  expect([width, height, format]).toEqual([1200, 675, 'png'])
  const palette = chunksOf(pictures[0]?.body ?? new Uint8Array()).find(({ type }) => type === 'PLTE')
  expect(palette?.data.length).toBeLessThanOrEqual(256 * 3)
})

test('the picture of every figure is at most 60 KB', async () => {
  for (const category of CATEGORIES) {
    for (let ordinal = 0; ordinal < 5; ordinal++) {
      const { body } = await thumbnail({ id: `post-${ordinal}`, category, ordinal })
      expect(body.length, `${category} ${ordinal}`).toBeLessThanOrEqual(60_000)
    }
  }
})

test('the same post gets the same bytes, another ordinal another picture', async () => {
  const post = { id: 'passkeys-and-recovery', category: 'cybersecurity', ordinal: 1 }
  const first = await thumbnail(post)
  expect(Buffer.compare(first.body, (await thumbnail(post)).body)).toBe(0)
  expect(Buffer.compare(first.body, (await thumbnail({ ...post, ordinal: 2 })).body)).not.toBe(0)
})

test('it says before its pixels, uncompressed, that a program made it', async () => {
  const chunks = chunksOf((await thumbnail({ id: 'a', category: 'blockchain', ordinal: 0 })).body)
  const types = chunks.map(({ type }) => type)
  expect(types.filter((type) => type === 'iTXt')).toHaveLength(1)
  expect(types.indexOf('iTXt')).toBeLessThan(types.indexOf('IDAT'))
  const data = chunks.find(({ type }) => type === 'iTXt')?.data ?? Buffer.alloc(0)
  expect(data.toString('latin1', 0, 22)).toBe('XML:com.adobe.xmp\0\0\0\0\0')
  const xmp = data.toString('utf8', 22)
  expect(xmp).toMatch(/^<\?xpacket begin="\uFEFF"[\s\S]*<\?xpacket end="r"\?>$/)
  expect(xmp).toContain('>http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia</')
})

test('every checksum of the file is right, and a decoder finds the packet', async () => {
  const { body } = await thumbnail({ id: 'a', category: 'technology', ordinal: 1 })
  for (const { type, data, checksum } of chunksOf(body)) {
    expect(checksum, type).toBe(crc32(Buffer.concat([Buffer.from(type), data])))
  }
  expect((await sharp(body).metadata()).xmp?.toString()).toContain('algorithmicMedia')
})

test('what is no PNG is refused', () => {
  expect(() => insertXmp(Buffer.from('GIF89a and more'), '<x/>')).toThrow('not a PNG')
})

async function thumbnail(post: { id: string; category: string; ordinal: number }): Promise<{ body: Uint8Array }> {
  const [picture] = await illustrate(post)
  if (picture === undefined) throw new Error('There is no picture.')
  return picture
}

function chunksOf(png: Uint8Array): { type: string; data: Buffer; checksum: number }[] {
  const bytes = Buffer.from(png)
  const chunks = []
  for (let offset = 8; offset < bytes.length;) {
    const end = offset + 8 + bytes.readUInt32BE(offset)
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    chunks.push({ type, data: bytes.subarray(offset + 8, end), checksum: bytes.readUInt32BE(end) })
    offset = end + 4
  }
  return chunks
}
