import { createHash } from 'node:crypto'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { categoryTone } from '#blog/category.ts'
import { chooseFace, NEIGHBOURS } from '#covers/choose.ts'
import { cover, type Face } from '#covers/cover.ts'
import { FIGURES } from '#covers/figures.ts'
import { PRINTINGS } from '#covers/palette.ts'
import { at } from '#text/random.ts'
import { SUBJECTS } from '#covers/subjects.ts'
import { drawnFrom } from '../../tests/fixtures/random.ts'

// One category for each tone, and the accent colour of its covers.
const CATEGORIES = [
  { tone: 'ai', category: 'artificial-intelligence', kick: '#F2A93B' },
  { tone: 'web3', category: 'blockchain', kick: '#1F7A7A' },
  { tone: 'security', category: 'cybersecurity', kick: '#3F93CC' },
  { tone: 'software', category: 'web-development', kick: '#F0703F' },
  { tone: 'other', category: 'technology', kick: '#E9623B' },
] as const

const COVERS = CATEGORIES.flatMap(({ tone, category, kick }) =>
  Object.keys(SUBJECTS[tone]).map((figure) => ({ tone, category, kick, figure })),
)

// Readers immediately notice this mean difference in grey levels (0 to 255) between two 64-pixel renderings.
const UNLIKE = 20

// Compare all printings only if LONG=1, because rendering them takes most of this file's time.
const COMPARED = process.env.LONG ? PRINTINGS : (['paper'] as const)

// All figures in the compared printings, each rendered for two posts.
const renderings = new Map<string, Uint8Array>()
const nameOf = (figure: string, printing: string, id: string) => `${figure} ${printing} ${id}`
beforeAll(async () => {
  for (const { category, figure } of COVERS)
    for (const printing of COMPARED)
      for (const id of ['one', 'two'])
        renderings.set(nameOf(figure, printing, id), await grey(cover({ id, category, figure, printing })))
}, 60_000)

test('has a figure for every subject and subjects for every figure, at least ten per tone', () => {
  expect(COVERS.map(({ figure }) => figure).toSorted()).toEqual([...FIGURES.keys()].toSorted())
  for (const { tone } of CATEGORIES) expect(Object.keys(SUBJECTS[tone]).length, tone).toBeGreaterThanOrEqual(10)
})

test('draws every figure with plain shapes in at most 10.5 KB', () => {
  for (const { category, figure } of COVERS)
    for (const [index, numbers] of [[], ['37%', '12'], ['4'], ['82%', '9'], ['24']].entries()) {
      const svg = cover({ id: `post-${index}`, category, figure, printing: at(PRINTINGS, index), numbers })
      expect(svg.length, figure).toBeLessThanOrEqual(10_500)
      const elements = new Set([...svg.matchAll(/<(\w+)/g)].map(([, name]) => name))
      expect(elements.difference(PLAIN), figure).toEqual(new Set())
      expect(svg, figure).not.toMatch(/NaN|undefined|Infinity/)
    }
})

test('draws all figures of a tone differently, and each figure differently for two posts', () => {
  for (const { tone } of CATEGORIES)
    for (const printing of COMPARED) {
      const figures = Object.keys(SUBJECTS[tone])
      for (const [index, figure] of figures.entries()) {
        const own = rendering(figure, printing, 'one')
        expect(distance(own, rendering(figure, printing, 'two')), `${figure} twice`).toBeGreaterThan(8)
        for (const other of figures.slice(index + 1))
          expect(distance(own, rendering(other, printing, 'one')), `${figure}, ${other}`).toBeGreaterThan(UNLIKE)
      }
    }
})

test.each(CATEGORIES)('gives 30 posts in $category distinct covers and no figure twice in ten', async (given) => {
  const figures = Object.keys(SUBJECTS[given.tone])
  const row: Face[] = []
  let before: Uint8Array | null = null
  for (let i = 0; i < 30; i++) {
    const [subject = ''] = SUBJECTS[given.tone][at(figures, i * 7)]?.split(' ') ?? []
    // Three in four posts have a tag that matches a subject.
    const post = { id: `post-${i}`, category: given.category, title: 'News', tags: i % 4 === 3 ? [] : [subject] }
    const face = chooseFace({ ...post, neighbours: row.toReversed() })
    expect(row.slice(-NEIGHBOURS).map(({ figure }) => figure)).not.toContain(face.figure)
    expect(face.printing).not.toBe(row.at(-1)?.printing)
    row.push(face)
    const drawn = await grey(cover({ ...post, ...face }))
    if (before !== null) expect(distance(before, drawn), `post ${i}`).toBeGreaterThan(UNLIKE)
    before = drawn
  }
  expect(new Set(row.map(({ figure }) => figure)).size).toBeGreaterThanOrEqual(10)
})

test('matches the figure by tags first, then by words in the title', () => {
  const post = { id: 'a', category: 'cybersecurity', title: 'Quarterly notes', tags: ['Ransomware', 'Hospitals'] }
  expect(chooseFace({ ...post, neighbours: [] }).figure).toBe('breach')
  expect(chooseFace({ ...post, tags: [], title: 'A firewall for everyone', neighbours: [] }).figure).toBe('wall')
  // A figure that a neighbour uses is not chosen again.
  const neighbours = [{ figure: 'breach', printing: 'paper' }]
  expect(chooseFace({ ...post, neighbours }).figure).not.toBe('breach')
  const unknown = [{ figure: 'of-old', printing: 'mauve' }]
  expect(chooseFace({ ...post, neighbours: unknown }).figure).toBe('breach')
})

test('changes the cover with the numbers stated in the article', () => {
  const draw = (numbers: string[]) =>
    cover({ id: 'a', category: 'technology', figure: 'battery', printing: 'paper', numbers })
  expect(draw(['20%'])).not.toBe(draw(['80%']))
  expect(draw(['6'])).not.toBe(draw(['9']))
  // Years, and numbers outside the figure's range, do not change the cover.
  expect(draw(['2026', '1,200'])).toBe(draw([]))
})

test('keeps the accent visible if the cover is cropped to 1.91 : 1', async () => {
  for (const { category, figure, kick } of drawnFrom(COVERS, 40)) {
    const svg = cover({ id: 'post-1', category, figure, printing: 'night' })
    const image = await renderAsync(svg, { fitTo: { mode: 'width', value: 240 }, font: { loadSystemFonts: false } })
    const [pixels, color] = [Buffer.from(image.pixels), `${kick.slice(1).toLowerCase()}ff`]
    let [inside, all] = [0, 0]
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels.toString('hex', i, i + 4) !== color) continue
      const y = Math.floor(i / 4 / 240)
      all += 1
      if (y >= 5 && y < 130) inside += 1
    }
    expect(all, `${figure} has an accent`).toBeGreaterThan(60)
    expect(inside / all, figure).toBeGreaterThan(0.7)
  }
})

test.each([
  ...CATEGORIES.map(({ category, kick }) => [category, kick] as const),
  ['Software Development', '#F0703F'],
  ['privacy', '#3F93CC'],
  ['hardware', '#E9623B'],
  ['cookery', '#E9623B'],
] as const)('draws a cover of %s in the colours of its category chip', (category, kick) => {
  const face = chooseFace({ id: 'a', category, title: '', tags: [], neighbours: [] })
  expect(Object.keys(SUBJECTS[categoryTone(category)])).toContain(face.figure)
  const colors = cover({ id: 'a', category, ...face }).match(/#[0-9A-F]{6}/gi)
  expect(colors).toContain(kick)
  for (const other of CATEGORIES) if (other.kick !== kick) expect(colors).not.toContain(other.kick)
})

// A post that is published again later, or on another machine, must get the same cover.
test('draws the same covers as earlier versions', () => {
  const sha256 = createHash('sha256')
  for (const { category, figure } of COVERS)
    for (let i = 0; i < 12; i++) {
      const numbers = i % 3 ? ['37%', '6'] : []
      sha256.update(cover({ id: `post-${i}`, category, figure, printing: at(PRINTINGS, i), numbers }))
    }
  expect(sha256.digest('hex')).toBe('d9317947ce6585089f4b8d3f395a8ab8b76226057eed34174ab1bbdda696d479')
})

test("throws an error with the post's id if the figure is unknown", () => {
  expect(() => cover({ id: 'a', category: 'technology', figure: 'yacht', printing: 'paper' })).toThrow('technology/a')
})

const PLAIN = new Set(['svg', 'defs', 'clipPath', 'g', 'rect', 'circle', 'ellipse', 'path'])

async function grey(svg: string): Promise<Uint8Array> {
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: 64 }, font: { loadSystemFonts: false } })
  const { pixels, width, height } = image
  return await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer()
}

function rendering(figure: string, printing: string, id: string): Uint8Array {
  const found = renderings.get(nameOf(figure, printing, id))
  if (found === undefined) throw new Error(`The figure ${figure} was not drawn.`)
  return found
}

function distance(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}
