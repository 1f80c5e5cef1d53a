import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SUBJECTS } from '#covers/subjects.ts'
import { illustrate, type CoverToDraw } from '#newsroom/publishing/illustrate.ts'
import { drawnFrom } from '../../../tests/fixtures/random.ts'

const POST = post('clock')

test('renders a cover as a PNG of 1200 × 675 pixels and as WebP in five widths', async () => {
  const { files: pictures } = await illustrate(POST)
  const widths = [240, 480, 720, 960, 1200]
  expect(pictures.map(({ name, contentType }) => [name, contentType])).toEqual([
    ['thumbnail.png', 'image/png'],
    ...widths.map((width) => [`thumbnail-${width}.webp`, 'image/webp']),
  ])
  const found = await Promise.all(pictures.map(async ({ body }) => sharp(body).metadata()))
  expect(found.map(({ format, compression, width, height }) => [compression ?? format, width, height])).toEqual([
    ['png', 1200, 675],
    ...widths.map((width) => ['webp', width, (width * 9) / 16]),
  ])
})

test('uses the mean colour of all pixels as the placeholder', async () => {
  // One third of the image is red, two thirds are blue.
  const red = { create: { width: 400, height: 675, channels: 3, background: '#ff0000' } } as const
  const parts = await sharp(red).extend({ right: 800, background: '#0000ff' }).png().toBuffer()
  const { picture } = await illustrate({ ...POST, picture: parts })
  expect(picture.placeholder).toMatch(/^#[0-9a-f]{6}$/)
  const mean = Buffer.from(picture.placeholder?.slice(1) ?? '', 'hex')
  ;[85, 0, 170].forEach((value, channel) => expect(Math.abs(value - (mean[channel] ?? 255))).toBeLessThan(4))
})

test('marks every image as created by a program or by a model', async () => {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#e33' } })
    .png()
    .toBuffer()
  for (const [{ files }, word, count] of [
    [await illustrate(POST), 'algorithmicMedia', 6],
    [await illustrate({ ...POST, picture }), 'trainedAlgorithmicMedia', 11],
  ] as const) {
    expect(files).toHaveLength(count)
    for (const { name, body } of files) {
      const { xmp } = await sharp(body).metadata()
      expect(xmp?.toString(), name).toContain(`>http://cv.iptc.org/newscodes/digitalsourcetype/${word}</`)
    }
  }
})

test("keeps a cover's files small and close to the drawing", async () => {
  const figures = Object.values(SUBJECTS).flatMap((subjects) => Object.keys(subjects))
  for (const figure of drawnFrom(figures, 3)) {
    const { files } = await illustrate(post(figure))
    const sizes = new Map(files.map(({ name, body }) => [name, body.length]))
    expect(sizes.get('thumbnail.png'), figure).toBeLessThanOrEqual(60_000)
    expect(sizes.get('thumbnail-240.webp'), figure).toBeLessThanOrEqual(6_000)
    expect(sizes.get('thumbnail-1200.webp'), figure).toBeLessThanOrEqual(32_000)
    const [png, ...webps] = files.map(({ body }) => body)
    expect(await signalToNoise(webps.at(-1), png), figure).toBeGreaterThan(40)
  }
}, 180_000)

test("crops a model's image to its middle instead of stretching it", async () => {
  // A white square between black areas.
  const square = { create: { width: 400, height: 400, channels: 3, background: '#fff' } } as const
  const picture = await sharp(square).extend({ left: 600, right: 600, background: '#000' }).jpeg().toBuffer()
  const { files } = await illustrate({ ...POST, picture })
  const { data, info } = await sharp(files[0]?.body).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 675])
  const row = data.subarray(337 * info.width, 338 * info.width)
  const light = row.filter((value) => value > 128).length
  expect(light).toBeGreaterThan(670)
  expect(light).toBeLessThan(680)
  expect(Math.abs(row.findIndex((value) => value > 128) - (1200 - light) / 2)).toBeLessThan(3)
})

test.runIf(process.env.LONG === '1')('limits even the noisiest image to 300 kB as PNG and 45 kB as AVIF', async () => {
  let state = 1
  // The Park–Miller generator returns the same random numbers in every run.
  const noise = Uint8Array.from({ length: 1200 * 675 * 3 }, () => (state = (state * 48_271) % 2_147_483_647) >> 8)
  const picture = await sharp(noise, { raw: { width: 1200, height: 675, channels: 3 } })
    .png()
    .toBuffer()
  const { files, picture: record } = await illustrate({ ...POST, picture })
  expect(record.formats).toEqual(['avif', 'webp'])
  expect(files[0]?.body.length).toBeLessThanOrEqual(300_000)
  for (const { name, body } of files.filter(({ name }) => name.endsWith('.avif')))
    expect(body.length, name).toBeLessThanOrEqual(45_000)
})

test('rejects a file that is not an image, is damaged or would decode to gigabytes', async () => {
  const plain = { channels: 3, background: '#e33' } as const
  const jpeg = await sharp({ create: { ...plain, width: 1200, height: 675 } })
    .jpeg()
    .toBuffer()
  const vast = await sharp({ create: { ...plain, width: 10_000, height: 6_000 } })
    .png()
    .toBuffer()
  const files = [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), Buffer.from('no')]
  for (const picture of [...files, jpeg.subarray(0, jpeg.length / 2), vast])
    await expect(illustrate({ ...POST, picture })).rejects.toThrow('cannot be used')
})

function post(figure: string): CoverToDraw {
  const [tone] = Object.entries(SUBJECTS).find(([, subjects]) => figure in subjects) ?? []
  return { id: 'a', category: tone ?? '', face: { figure, printing: 'paper' }, numbers: ['37%', '12'] }
}

// Returns the ratio in decibels, for 8-bit channels. From about 40 dB on, the difference is invisible.
async function signalToNoise(one: Uint8Array | undefined, other: Uint8Array | undefined): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((file) => sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer()),
  )
  if (a === undefined || b?.length !== a.length) throw new Error('The pictures differ in size.')
  const squares = a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0)
  return 10 * Math.log10((255 * 255 * a.length) / Math.max(1, squares))
}
