import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { hydrated, LOOKS, openSession } from './browser.ts'
import { PAGES } from './pages.ts'
import { laidOut } from './settled.ts'
import { firstEdition, type Site } from './site.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const findings = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

for (const { name, path } of PAGES) {
  test.for(LOOKS)(`axe finds nothing on ${name} (%o)`, async ({ width, dark }) => {
    const { page, close } = await openSession({ width, dark })
    await page.goto(site.url + path)
    await hydrated(page)
    await laidOut(page)
    for (const panel of await page.locator('details').all())
      await panel.evaluate((element) => element.setAttribute('open', ''))
    await page.evaluate(axe)
    const violations = findings.parse(
      await page.evaluate(`axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }).then(({ violations }) => violations)`),
    )
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await close()
  })
}

test('every page has one heading of level 1, and no level is skipped', async () => {
  const { page, close } = await openSession()
  for (const { path } of PAGES) {
    await page.goto(site.url + path)
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName.slice(1))))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 1)).toBeLessThanOrEqual(1))
  }
  await close()
})

test('in the order of reading, the label of an article comes before its text', async () => {
  const { page, close } = await openSession()
  await page.goto(`${site.url}${PAGES[1].path}`)
  const text = await page.locator('main').innerText()
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const places = [title, 'Written by AI.', 'No human review is on record yet.', await page.locator('.lead').innerText()]
  const found = places.map((words) => text.replaceAll(/\s+/g, ' ').indexOf(words.replaceAll(/\s+/g, ' ')))
  expect(found).not.toContain(-1)
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  await close()
})

test('in forced colours the current page and the focus can still be told', async () => {
  const { page, close } = await openSession({ forcedColors: true })
  await page.goto(`${site.url}/about`)
  await hydrated(page)
  const current = page.locator('.site-nav [aria-current=page]')
  expect(await current.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('underline')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).not.toBe(
    'none',
  )
  await close()
})

test('with reduced motion nothing moves', async () => {
  const { page, close } = await openSession({ reducedMotion: true })
  await page.goto(site.url)
  const running = await page.evaluate(() =>
    document.getAnimations().filter((animation) => {
      const timing = animation.effect?.getComputedTiming()
      return animation.timeline instanceof DocumentTimeline && Number(timing?.duration) > 0
    }),
  )
  expect(running).toHaveLength(0)
  await close()
})
