import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { firstEdition, type Site } from './site.ts'

// Motion and theme: a press is answered at once, pages that are loaded whole fade into each other where the reader wants
// motion, no page flashes, and colours that the reader forces hide nothing.

const ARTICLE = '/post/web-development/a-content-policy-without-exceptions'

// What a press has changed when its event is over, before any frame: the path and the heading.
const LOOK = `
  addEventListener('click', () => setTimeout(() => {
    window.changed = location.pathname + ' ' + document.querySelector('main h1')?.textContent
  }), true)`

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

test.for([{ reducedMotion: false }, { reducedMotion: true }])(
  'the press of a link has changed the page when it is over, with nothing that moves first (%o)',
  async ({ reducedMotion }) => {
    const { page, problems, close } = await openSession({ reducedMotion })
    await page.addInitScript(LOOK)
    await page.goto(site.url)
    await hydrated(page)
    await navigationLink(page, 'About').click()
    await expect.poll(() => page.evaluate('window.changed')).toBe('/about About')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('About')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(problems).toEqual([])
    await close()
  },
)

test('of links that are pressed one after the other, faster than pages are drawn, the last one counts', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.evaluate(async () => {
    for (const name of ['About', 'Blockchain', 'Cybersecurity']) {
      const links = [...document.querySelectorAll<HTMLElement>('.site-nav a')]
      links.find((link) => link.textContent === name)?.click()
      if (name === 'About') await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
    }
  })
  await page.getByRole('heading', { level: 1, name: 'Cybersecurity' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/category/cybersecurity')
  expect(problems).toEqual([])
  await close()
})

test('what stands below the first view comes one frame after it, in room for any place of the page', async () => {
  for (const [path, below] of [
    ['/', '.home > .hero ~ *'],
    ['/category/cybersecurity', '.page-head ~ .grid'],
  ] as const) {
    const { page, close } = await openSession({ width: 390 })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    // No animation comes to its end, so the first frame stays.
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.goto(site.url + path)
    const look = () =>
      page.evaluate((selector) => {
        const blocks = [...document.querySelectorAll(selector)]
        return {
          heading: document.querySelector('main :is(h1, h2)')?.checkVisibility(),
          isSkipped: blocks.every((block) => getComputedStyle(block).contentVisibility === 'hidden'),
          height: blocks.reduce((sum, block) => sum + block.getBoundingClientRect().height, 0) / innerHeight,
        }
      }, below)
    const first = await look()
    expect(first, path).toMatchObject({ heading: true, isSkipped: true })
    expect(first.height, path).toBeGreaterThanOrEqual(10)
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await expect.poll(async () => (await look()).isSkipped, { message: path }).toBe(false)
    await close()
  }
})

test('a press that leads to a category shows its heading before its cards, and nothing in their place', async () => {
  const { page, problems, close } = await openSession({ width: 390 })
  await page.goto(site.url)
  await hydrated(page)
  const first = await page.evaluate(async () => {
    const seen = new Promise((resolve) => {
      new MutationObserver(() => {
        const grid = document.querySelector('.page-head ~ .grid')
        const [heading, footer] = [document.querySelector('main h1'), document.querySelector('.site-footer')]
        if (grid)
          resolve([
            heading?.textContent,
            grid.children.length,
            Number(footer?.getBoundingClientRect().top) >= innerHeight,
          ])
      }).observe(document.body, { childList: true, subtree: true })
    })
    document.querySelector<HTMLElement>('.site-nav a[href="/category/cybersecurity"]')?.click()
    return await seen
  })
  expect(first).toEqual(['Cybersecurity', 0, true])
  await page.getByTestId('post-card').nth(2).waitFor()
  expect(problems).toEqual([])
  await close()
})

test('a page that is loaded again is where its reader was', async () => {
  const { page, close } = await openSession({ width: 390 })
  await page.goto(site.url + ARTICLE)
  await hydrated(page)
  await page.evaluate(() => scrollTo(0, 1500))
  await page.reload()
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 1500))).toBeLessThan(100)
  await hydrated(page)
  expect(await page.evaluate(() => Math.abs(scrollY - 1500))).toBeLessThan(100)
  await close()
})

test.for([
  { reducedMotion: false, fades: true },
  { reducedMotion: true, fades: false },
])('a page that is loaded whole fades in: $fades (%o)', async ({ reducedMotion, fades }) => {
  const { page, close } = await openSession({ reducedMotion })
  await page.addInitScript(
    `addEventListener('pagereveal', (event) => { window.fades = event.viewTransition !== null })`,
  )
  // Again, where a busy machine has drawn a page before it could fade in.
  const loadWhole = async () => {
    await page.goto(site.url)
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/about', textContent: 'whole' })
      document.body.append(link)
      link.click()
    })
    await page.waitForURL('**/about')
    return await page.evaluate('window.fades')
  }
  await expect.poll(loadWhole).toBe(fades)
  await close()
})

test.for([
  { dark: true, paper: [16, 18, 22] },
  { dark: false, paper: [252, 252, 251] },
])('from page to page, however slow the styles, no frame has another paper (%o)', async ({ dark, paper }) => {
  const { page, context, close } = await openSession({ dark })
  await page.goto(site.url)
  await hydrated(page)
  const screen = await context.newCDPSession(page)
  const frames: Buffer[] = []
  screen.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'))
    // The last one may come while the page is being closed, when nothing is sent any more.
    screen.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await screen.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  await page.route('**/*.css', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  for (const path of ['/about', '/category/cybersecurity']) {
    await page.goto(site.url + path)
    await hydrated(page)
  }
  await screen.send('Page.stopScreencast')
  expect(frames.length).toBeGreaterThan(2)
  const papers = new Set(await Promise.all(frames.map(async (frame) => (await corner(frame)).join(' '))))
  expect([...papers]).toEqual([paper.join(' ')])
  await close()
})

test.for(WIDTHS)(
  'with forced colours, what only colour and shadow would say is said by a line, at %i px',
  async (width) => {
    const { page, close } = await openSession({ width, forcedColors: true })
    await page.goto(site.url + ARTICLE)
    await hydrated(page)
    await page.evaluate(() => {
      const prose = document.querySelector('.prose')
      if (prose) prose.innerHTML += '<hr><blockquote><p>Quoted.</p></blockquote><ul><li>One.</li></ul>'
      const skeleton = Object.assign(document.createElement('div'), { className: 'skel cover' })
      prose?.append(skeleton)
    })
    expect(await edge(page, '.prose hr', 'block-start')).toBe('4px dotted')
    expect(await edge(page, '.prose blockquote', 'inline-start')).toBe('4px dotted')
    expect(await edge(page, '.prose .skel', 'block-start')).toBe('1px solid')
    expect(await edge(page, '.tag', 'block-start')).toBe('1px solid')
    expect(await edge(page, '.prose .code', 'block-start')).toBe('1px solid')
    const bullet = page.locator('.prose ul > li').last()
    expect(await bullet.evaluate((item) => getComputedStyle(item, '::before').borderBlockStartStyle)).toBe('solid')
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('option').first().waitFor()
    expect(await edge(page, '.search', 'block-start')).toBe('1px solid')
    for (const selector of ['.search-field', '[role=option][aria-selected=true]'])
      expect(await page.locator(selector).evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
    expect(
      await page
        .getByRole('option', { selected: false })
        .first()
        .evaluate((option) => getComputedStyle(option).outlineStyle),
    ).toBe('none')
    await page.goto(`${site.url}/no/such/page`)
    expect(await edge(page, 'main .btn', 'block-start')).toBe('1px solid')
    await close()
  },
)

test.for(WIDTHS)('with forced colours, the focus and the place one is at can be seen, at %i px', async (width) => {
  const { page, close } = await openSession({ width, forcedColors: true })
  await page.goto(site.url)
  await hydrated(page)
  const card = page.getByTestId('post-card').first()
  await card.getByRole('link').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await card.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  const current = page.locator('.site-nav a[aria-current]')
  expect(await current.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('underline')
  await close()
})

function navigationLink(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}

function edge(page: Page, selector: string, side: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, of) => {
      const style = getComputedStyle(element)
      return `${style.getPropertyValue(`border-${of}-width`)} ${style.getPropertyValue(`border-${of}-style`)}`
    }, side)
}

// The colour at the left edge of a picture of the screen, where there is nothing but paper.
async function corner(picture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = Math.floor(info.height / 2) * info.width * 3 + 6
  return [...data.subarray(at, at + 3)]
}
