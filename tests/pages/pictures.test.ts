import { expect, test } from 'vitest'
import { firstEdition, publish, startOwnSite } from '../e2e/site.ts'
import { getPage, valuesOf } from './page.ts'

// Tests images from our own backend: formats, widths and loading.

const site = await firstEdition()
const own = await startOwnSite()

test('a cover is offered as PNG, and as WebP in five widths of at most 32 KB each', async () => {
  const page = await getPage(site.url)
  const [sources = ''] = valuesOf(page, '[data-testid=hero] source[type="image/webp"]', 'srcset')
  const candidates = (sources ?? '').split(/, ?/).map((candidate) => candidate.split(' '))
  expect(candidates.map(([, width]) => width)).toEqual(['240w', '480w', '720w', '960w', '1200w'])
  for (const [address = ''] of candidates) {
    const response = await fetch(site.url + address)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(32_000)
  }
  const [png] = valuesOf(page, '[data-testid=hero] img', 'src')
  const response = await fetch(site.url + png)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test.for(['/', '/category/cybersecurity', '/post/artificial-intelligence/what-a-context-window-costs'])(
  'on %s the first image has a high priority, the others load lazily, and all have a size',
  async (path) => {
    const page = await getPage(site.url + path)
    const images = 'main picture img'
    const count = page.all(images).length
    expect(count).toBeGreaterThan(3)
    const rest = Array(count - 1)
    expect(valuesOf(page, images, 'loading')).toEqual([null, ...rest.fill('lazy')])
    expect(valuesOf(page, images, 'fetchpriority')).toEqual(['high', ...rest.fill(null)])
    expect(valuesOf(page, images, 'width')).toEqual(['1200', ...rest.fill('1200')])
    expect(valuesOf(page, images, 'height')).toEqual(['675', ...rest.fill('675')])
  },
)

test('a post without an image record shows only thumbnail.png, as a decorative image', async () => {
  await publish(own, { id: 'older' })
  for (const path of ['/', '/post/technology/older']) {
    const page = await getPage(own.url + path)
    expect(page.all('main source')).toEqual([])
    expect(new Set(valuesOf(page, 'main img', 'src'))).toEqual(
      new Set(['/bucket/stet/posts/technology/older/thumbnail.png']),
    )
    expect(new Set(valuesOf(page, 'main img', 'alt'))).toEqual(new Set(['']))
  }
})
