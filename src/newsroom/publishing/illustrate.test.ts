import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rebuildJournal } from '#archive/check.ts'
import { SUBJECTS } from '#covers/subjects.ts'
import { faceOf, illustrate, type CoverToDraw } from '#newsroom/publishing/illustrate.ts'
import { openBlog, postOf } from '../../../tests/fixtures/blog.ts'
import { chanceOf } from '../../../tests/fixtures/random.ts'

const POST = post('clock')
const DRAWN = await illustrate(POST)

// A model's image: a red square between blue areas.
const red = { create: { width: 400, height: 400, channels: 3, background: '#f00' } } as const
const MODEL_IMAGE = await sharp(red).extend({ left: 600, right: 600, background: '#00f' }).jpeg().toBuffer()
const FROM_MODEL = await illustrate({ ...POST, picture: MODEL_IMAGE })

test('renders a cover as a PNG of 1200 × 675 pixels and as WebP in five widths', async () => {
  const widths = [240, 480, 720, 960, 1200]
  expect(DRAWN.files.map(({ name, contentType }) => [name, contentType])).toEqual([
    ['thumbnail.png', 'image/png'],
    ...widths.map((width) => [`thumbnail-${width}.webp`, 'image/webp']),
  ])
  const found = await Promise.all(DRAWN.files.map(async ({ body }) => sharp(body).metadata()))
  expect(found.map(({ format, compression, width, height }) => [compression ?? format, width, height])).toEqual([
    ['png', 1200, 675],
    ...widths.map((width) => ['webp', width, (width * 9) / 16]),
  ])
})

test.for([
  ['program', DRAWN, 'algorithmicMedia'],
  ['model', FROM_MODEL, 'trainedAlgorithmicMedia'],
] as const)('marks every image as created by a %s', async ([, { files }, word]) => {
  expect(files).toHaveLength(6)
  for (const { name, body } of files) {
    const { xmp } = await sharp(body).metadata()
    expect(xmp?.toString(), name).toContain(`>http://cv.iptc.org/newscodes/digitalsourcetype/${word}</`)
  }
})

test("crops a model's image to its middle instead of stretching it, and uses its mean colour as placeholder", async () => {
  const { files, picture } = FROM_MODEL
  const { data, info } = await sharp(files[0]?.body).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 675])
  const row = Array.from({ length: 1200 }, (_, x) => data[(337 * 1200 + x) * info.channels] ?? 0)
  const reds = row.filter((value) => value > 128).length
  expect(reds).toBeGreaterThan(670)
  expect(reds).toBeLessThan(680)
  expect(Math.abs(row.findIndex((value) => value > 128) - (1200 - reds) / 2)).toBeLessThan(3)
  const mean = Buffer.from(picture.placeholder?.slice(1) ?? '', 'hex')
  const expected = [(255 * reds) / 1200, 0, 255 - (255 * reds) / 1200]
  expected.forEach((value, channel) => expect(Math.abs(value - (mean[channel] ?? 255))).toBeLessThan(4))
})

test("keeps a cover's files small and close to the drawing", async () => {
  const figures = Object.values(SUBJECTS).flatMap((subjects) => Object.keys(subjects))
  // Draw only two random figures, because each takes seconds.
  for (const figure of chanceOf('figures').shuffle(figures).slice(0, 2)) {
    const { files } = await illustrate(post(figure))
    const sizes = new Map(files.map(({ name, body }) => [name, body.length]))
    expect(sizes.get('thumbnail.png'), figure).toBeLessThanOrEqual(60_000)
    expect(sizes.get('thumbnail-240.webp'), figure).toBeLessThanOrEqual(6_000)
    expect(sizes.get('thumbnail-1200.webp'), figure).toBeLessThanOrEqual(32_000)
    const [png, ...webps] = files.map(({ body }) => body)
    expect(await signalToNoise(webps.at(-1), png), figure).toBeGreaterThan(40)
  }
})

test.runIf(process.env.LONG === '1')('limits even the noisiest image to 300 kB as PNG', async () => {
  let state = 1
  // The Park–Miller generator returns the same random numbers in every run.
  const noise = Uint8Array.from({ length: 1200 * 675 * 3 }, () => (state = (state * 48_271) % 2_147_483_647) >> 8)
  const picture = await sharp(noise, { raw: { width: 1200, height: 675, channels: 3 } })
    .png()
    .toBuffer()
  const { files } = await illustrate({ ...POST, picture })
  expect(files[0]?.body.length).toBeLessThanOrEqual(300_000)
})

test('rejects a file that is not an image, is damaged or would decode to gigabytes', async () => {
  const vast = sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#e33' } }).png({
    compressionLevel: 1,
  })
  const files = [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), Buffer.from('no')]
  for (const picture of [...files, MODEL_IMAGE.subarray(0, MODEL_IMAGE.length / 2), await vast.toBuffer()])
    await expect(illustrate({ ...POST, picture })).rejects.toThrow('cannot be used')
})

test('gives ten neighbouring posts about one subject ten figures, which survive a rebuild of the journal', async () => {
  const { bucket, archive, publish } = await openBlog()
  for (let day = 1; day <= 20; day++) {
    const post = articleOf(day)
    await publish(post.id, { ...post, cover: faceOf(archive, post).face })
  }
  const figures = archive.posts('technology').map(({ cover }) => cover?.figure)
  figures.forEach((figure, i) => expect(figures.slice(i + 1, i + 10)).not.toContain(figure))

  // A post that is inserted later differs from the posts on both sides of it.
  const late = faceOf(archive, { ...articleOf(10), id: 'late' }).face.figure
  expect(figures.slice(7, 13)).not.toContain(late)

  for await (const key of bucket.keys('journal/')) await bucket.delete(key)
  await rebuildJournal(bucket)
  const rebuilt = await openBlog(bucket)
  expect(rebuilt.archive.posts('technology').map(({ cover }) => cover?.figure)).toEqual(figures)
})

test("reads a cover's numbers from the text, excluding code, citations and URLs", async () => {
  const { archive } = await openBlog()
  const markdown =
    'Of 12 nodes, 37% failed [S3]. See [notes](https://a.example/9).[1](#s1)\n\n```js\nrun(77)\n```\nAll 5 came back.'
  const { numbers } = faceOf(archive, { ...articleOf(1), title: 'Two of 40', markdown })
  expect(numbers).toEqual(['40', '12', '37%', '5'])
})

function articleOf(day: number) {
  const date = new Date(Date.UTC(2026, 9, day)).toISOString()
  return postOf(`post-${day}`, { title: 'News', excerpt: '', date, tags: ['clock'] })
}

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
