import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJournal } from '#archive/journal.ts'
import { reviewPost } from '#archive/verdict.ts'
import { drawn, LOOKS, openSession, shiftOf } from './browser.ts'
import { settled } from './settled.ts'
import { firstEdition, publish, startSite, type Site } from './site.ts'

// The home page of a blog with many posts in seven categories: what it adds to the parts of the specification, and its
// length.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const CATEGORIES = [
  'artificial-intelligence',
  'cybersecurity',
  'hardware',
  'policy-and-regulation',
  'science',
  'software-development',
  'web3-and-blockchain',
]
const TITLES = [
  'Small models are quietly taking the boring jobs',
  'Prompt injection is a parsing problem',
  'Rollups, explained to people who run databases',
  'What a context window costs, measured in minutes',
  'The build that got faster by doing less',
  'Passkeys are the easy part. Recovery is the product',
  'Your evals are unit tests. Treat them like it',
  'Why your laptop slows down on battery',
  'How to read an audit',
]
const LONG_WORDS = [
  'Donaudampfschifffahrtsgesellschaftskapitänsmützen go digital',
  'A heap overflow in libwebp_decoder_internal_allocate',
]
const LONG_TITLES = [
  ...LONG_WORDS,
  'Why `Promise.withResolvers()` is in every runtime except the one you deploy to',
  'Your evals are unit tests. Treat them like unit tests and they will stop lying to you in production',
  'A regulator in Köln asks who may read the logs of an AI system, and the answer takes eleven pages to give',
]
const EXCERPTS = [
  'One table, two indexes.',
  'The fix is a single line; finding it took the maintainers nine weeks of bisecting across three compilers.',
  'A survey of 1,204 maintainers finds that 37% of projects have no second person who could publish a release.',
]
const RARE: Record<number, string> = {
  5: 'quantum-computing-and-post-quantum-cryptography-research',
  23: 'hardware',
  40: 'quantum-computing-and-post-quantum-cryptography-research',
}
const COUNT = 400

let site: Site
beforeAll(async () => {
  site = await startSite()
  for (let number = 0; number < COUNT; number += 1) {
    await publish(site, {
      id: `post-${number}`,
      category: CATEGORIES[number % CATEGORIES.length] ?? '',
      title: `${TITLES[number % TITLES.length]} (${number})`,
      excerpt:
        'Routing, tagging, redacting: the work nobody demos is moving to models that fit in a few gigabytes. So.',
      html: `<p>${'word '.repeat(300 + (number % 5) * 230)}</p>`,
      // 16:40, and each five hours older than the one before.
      date: new Date(Date.UTC(2026, 10, 20, 16, 40) - number * 18_000_000).toISOString(),
    })
  }
}, 120_000)
afterAll(() => site.close())

test('at 390 px the page of 400 posts in seven categories is at most 4,500 px long', async () => {
  const { page, complaints, close } = await openHome(390)
  const expected = await lengthOf(page)
  await showAll(page)
  expect(await lengthOf(page)).toBeLessThanOrEqual(4_500)
  expect(await lengthOf(page)).toBeGreaterThan(3_500)
  // What is not laid out yet has about the room that it will take: the scroll bar does not jump.
  expect(Math.abs(expected / (await lengthOf(page)) - 1)).toBeLessThan(0.03)
  expect(complaints()).toEqual([])
  await close()
})

test('so is that of the first edition, with its longer titles', async () => {
  const { url } = await firstEdition()
  const { page, close } = await openHome(390, url)
  await showAll(page)
  expect(await lengthOf(page)).toBeLessThanOrEqual(4_500)
  await close()
})

test('so is that of nine categories with long titles', async () => {
  const own = await startSite()
  const categories = CATEGORIES.toSpliced(2, 1, 'web-development')
  const titles = [...TITLES, ...LONG_TITLES]
  for (let number = 0; number < 90; number += 1)
    await publish(own, {
      id: `post-${number}`,
      category: RARE[number] ?? categories[number % categories.length] ?? '',
      title: titles[(number * 5 + Math.floor(number / titles.length)) % titles.length] ?? '',
      excerpt: EXCERPTS[number % EXCERPTS.length] ?? '',
      html: `<p>${'word '.repeat(900)}</p>`,
      date: new Date(Date.UTC(2026, 10, 20, 16, 40) - number * 13_000_000).toISOString(),
    })
  const { page, close } = await openHome(390, own.url)
  await showAll(page)
  expect(await page.locator('.shelf').count()).toBe(6)
  expect(await page.locator('.also-new a:visible').count()).toBe(3)
  expect(await lengthOf(page)).toBeLessThanOrEqual(4_500)
  await close()
  await own.close()
})

test('on a phone the hero and the posts 2 to 6 keep picture and excerpt; what follows is rows with a small picture', async () => {
  const { page, close } = await openHome(390)
  await showAll(page)
  const latest = await page.getByTestId('latest').getByTestId('post-card').all()
  const rows = await page.getByTestId('category-section').getByTestId('post-card').all()
  const shapes = await Promise.all(
    [...latest, ...rows].map(async (card) => ({
      excerpt: (await card.locator('.excerpt:visible').count()) > 0,
      picture: Math.round((await card.locator('.cover').boundingBox())?.width ?? 0),
      height: (await card.boundingBox())?.height ?? 0,
    })),
  )
  expect(shapes.map(({ excerpt }) => excerpt)).toEqual(shapes.map((_, index) => index < 5))
  expect(new Set(shapes.map(({ picture }) => picture))).toEqual(new Set([96]))
  for (const { height } of shapes.slice(6)) expect(height).toBeLessThanOrEqual(105)
  await close()
})

test.for([1024, 1280, 1920])(
  'no part of the page is blank: what stands beside ends where the sections end, at %i px',
  async (width) => {
    const { page, close } = await openHome(width)
    await showAll(page)
    const [sections, side] = await Promise.all(['.split-main', '.side'].map((part) => bottomOf(page, part)))
    expect(Math.abs((sections ?? 0) - (side ?? 0))).toBeLessThan(450)
    expect(await page.locator('.side').evaluate((side) => getComputedStyle(side).position)).toBe('static')
    await close()
  },
)

test('"Also new" lists the newest twelve that stand nowhere else, by day and time, and five of them on a phone', async () => {
  const { page, complaints, close } = await openHome(1280)
  await showAll(page)
  const alsoNew = page.getByRole('region', { name: 'Also new' })
  const listed = await linksIn(page, '.also-new')
  expect(listed).toHaveLength(12)
  const elsewhere = await linksIn(page, '.home > :not(.split), .split-main, [data-testid=trending]')
  expect(listed.filter((href) => elsewhere.includes(href))).toEqual([])
  const numbers = listed.map((href) => Number(/\d+$/.exec(href)))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  const hidden = Array.from({ length: Math.max(...numbers) }, (_, number) => number).filter(
    (number) => ![...listed, ...elsewhere].some((href) => href.endsWith(`/post-${number}`)),
  )
  expect(hidden).toEqual([])
  const first = numbers[0] ?? 0
  const time = new Date(Date.UTC(2026, 10, 20, 16, 40) - first * 18_000_000)
  expect(await alsoNew.getByRole('listitem').first().locator('time').textContent()).toBe(
    time.toISOString().slice(11, 16),
  )
  expect(await alsoNew.getByRole('heading', { level: 3 }).first().textContent()).toBe(`November ${time.getUTCDate()}`)
  await page.setViewportSize({ width: 390, height: 5_000 })
  expect(await alsoNew.locator('a:visible').count()).toBe(5)
  expect(complaints()).toEqual([])
  await close()
})

test('each further category has its name and three titles, in the order of the navigation; a phone shows the newest', async () => {
  const { page, close } = await openHome(1280)
  await showAll(page)
  const names = await page.locator('.shelf h2').allTextContents()
  const navigation = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
  expect(names).toEqual(navigation.slice(4, -1).filter((name) => name !== 'About'))
  expect(names).toHaveLength(4)
  const counts = () =>
    page
      .locator('.shelf')
      .evaluateAll((all) =>
        all.map((shelf) => [...shelf.querySelectorAll('li')].filter((one) => one.checkVisibility()).length),
      )
  expect(await counts()).toEqual([3, 3, 3, 3])
  expect(await page.locator('.shelf li').first().locator('.facts').innerText()).toMatch(/^Nov \d+\s+\d min read$/)
  await page.setViewportSize({ width: 390, height: 5_000 })
  expect(await counts()).toEqual([1, 1, 1, 1])
  await close()
})

test('the dots of a review stand on a card, and are explained in the footer, only where one is on record', async () => {
  const { page, close } = await openHome(1280)
  const explained = () =>
    page.locator('.fine').evaluate((fine) => getComputedStyle(fine, '::before').content !== 'none')
  expect([await page.getByText('Reviewed by a person').count(), await explained()]).toEqual([0, false])
  await review('post-1')
  await page.reload()
  await settled(page)
  expect(await page.getByTestId('latest').getByText('Reviewed by a person').count()).toBe(1)
  expect(await page.getByTestId('post-card').first().locator('.facts').innerText()).toMatch(
    /^Nov 20\s+3 min read\s+Reviewed by a person$/,
  )
  expect(await explained()).toBe(true)
  await page.goto(`${site.url}/about`)
  expect(await explained()).toBe(false)
  await close()
})

test('the browser asks for no more of a category than the page can show, and shows the page that the server sends', async () => {
  const { page, complaints, close } = await openHome(1280)
  await showAll(page)
  const served = await page.getByRole('main').innerText()
  await page.goto(`${site.url}/about`)
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByTestId('trending').waitFor()
  await showAll(page)
  expect(await page.getByRole('main').innerText()).toBe(served)
  expect(asked.filter((call) => call.startsWith('/list-posts')).toSorted()).toEqual(
    CATEGORIES.map((category) => `/list-posts-by-category?category=${category}&limit=19`),
  )
  expect(complaints()).toEqual([])
  await close()
})

test.for(LOOKS)(
  'axe finds nothing, nothing moves, and nothing is wider than the window (%o)',
  async ({ width, dark }) => {
    const { page, close } = await openSession({ width, dark })
    await page.goto(site.url)
    await settled(page)
    expect(await shiftOf(page)).toBeLessThan(0.001)
    await showAll(page)
    await page.evaluate(axe)
    const violations = await page.evaluate(
      `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
    )
    expect(violations).toEqual([])
    for (const narrow of [320, 390, 600, 820]) {
      await page.setViewportSize({ width: narrow, height: 5_000 })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${narrow}`,
      ).toBeLessThanOrEqual(0)
    }
    await close()
  },
)

test('a word longer than its line breaks inside its card, and the page is no wider than its window', async () => {
  for (let number = 0; number < 35; number += 1) {
    await publish(site, {
      id: `long-${number}`,
      category: CATEGORIES[number % CATEGORIES.length] ?? '',
      title: LONG_WORDS[number % LONG_WORDS.length] ?? '',
      date: new Date(Date.UTC(2026, 10, 21) - number * 60_000).toISOString(),
    })
  }
  for (const width of [320, 390, 820, 1280]) {
    const { page, close } = await openHome(width)
    await showAll(page)
    const titles = page.locator('.home').locator('h2, h3, li').locator('a[href*="/long-"]:visible')
    expect(await titles.count(), `${width} px`).toBeGreaterThan(25)
    const outside = await titles.evaluateAll((links) =>
      links.flatMap((link) => {
        const words = document.createRange()
        words.selectNodeContents(link)
        const edge = (link.closest('h2, h3, li') ?? link).getBoundingClientRect().right
        return words.getBoundingClientRect().right > edge + 1 ? [link.textContent] : []
      }),
    )
    expect(outside, `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await close()
  }
})

async function openHome(width: number, url = site.url) {
  const session = await openSession({ width })
  await session.page.goto(url)
  await settled(session.page)
  // Its posts have no pictures.
  return { ...session, complaints: () => session.problems.filter((problem) => !problem.includes('404')) }
}

// All of it is near: nothing waits to be laid out.
async function showAll(page: Page): Promise<void> {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 7_000 })
  await drawn(page)
  await drawn(page)
}

// From the top of the page to the end of its footer.
async function lengthOf(page: Page): Promise<number> {
  const [main, footer] = await page.evaluate(() => [
    (document.querySelector('main .wrap')?.getBoundingClientRect().bottom ?? 0) + scrollY,
    document.querySelector('footer')?.getBoundingClientRect().height ?? 0,
  ])
  const padding = await page.locator('main').evaluate((main) => Number.parseFloat(getComputedStyle(main).paddingBottom))
  return (main ?? 0) + padding + (footer ?? 0)
}

async function bottomOf(page: Page, part: string): Promise<number> {
  return await page.locator(`${part} > :last-child`).evaluate((last) => last.getBoundingClientRect().bottom)
}

async function linksIn(page: Page, part: string): Promise<string[]> {
  return await page
    .locator(part)
    .locator('a[href^="/post/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

async function review(id: string): Promise<void> {
  if (site.backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  const { bucket, archive } = site.backend
  const category = archive.all().find((post) => post.id === id)?.category ?? ''
  const baseVersion = archive.find(category, id)?.text ?? 0
  await reviewPost({
    bucket,
    archive,
    journal: openJournal({ bucket }),
    judged: { category, id, baseVersion },
    by: 'Ada',
    note: '',
  })
}
