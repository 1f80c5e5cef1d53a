import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { correctPost, retractPost } from '#archive/verdict.ts'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { startFakeBackend } from './fake-backend.ts'
import { publish, startSite, type Site } from './site.ts'

// What people corrected and took back: the page of corrections, and the page of a retracted article (decisions 6 and "Trust").

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let site: Site
beforeAll(async () => {
  site = await startSite()
  for (const id of ['stays', 'changed', 'gone']) await publish(site, { id, title: `The article ${id}` })
})
afterAll(() => site.close())

test('a blog that corrected nothing says so', async () => {
  const response = await fetch(`${site.url}/corrections`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Nothing to correct yet')
})

test('a retracted article is 410: the words of not found, then its title, who took it back, when and why', async () => {
  await change()
  const address = `${site.url}/post/technology/gone`
  const response = await fetch(address)
  expect([response.status, response.headers.get('cache-control')]).toEqual([410, expect.stringContaining('max-age=1')])
  for (const javaScript of [false, true]) {
    const { page, problems, close } = await openSession({ javaScript })
    await page.goto(address)
    if (javaScript) await hydrated(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Post not found')
    expect(
      await page
        .getByText("The post you're looking for doesn't exist or has been removed.", { exact: true })
        .isVisible(),
    ).toBe(true)
    expect(await page.getByRole('link', { name: 'Return to homepage', exact: true }).isVisible()).toBe(true)
    const note = page.getByRole('region', { name: 'The article gone' })
    expect((await note.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /^Retracted \w+ \d+, 20\d\d The article gone It was not so\. Published \w+ \d+, 20\d\d Written by AI Retracted by Bo All corrections$/,
    )
    // What was taken back, and why, is in the first window.
    await page.setViewportSize({ width: 1280, height: 800 })
    const why = await note.getByText('It was not so.').boundingBox()
    expect((why?.y ?? NaN) + (why?.height ?? NaN)).toBeLessThan(800)
    expect(problems.filter((problem) => !problem.includes('410'))).toEqual([])
    await close()
  }
})

test('who comes by a link of before finds the same, without a page load', async () => {
  const { page, close } = await openSession()
  await page.goto(`${site.url}/about`)
  await hydrated(page)
  await page.evaluate(() => {
    history.pushState(null, '', '/post/technology/gone')
  })
  await page.getByRole('region', { name: 'The article gone' }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Post not found')
  await close()
})

test('the page of corrections lists both, newest first, with note and name, and leads to them', async () => {
  const { page, problems, close } = await openSession({ javaScript: false })
  await page.goto(site.url)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Corrections' }).click()
  await page.waitForURL('**/corrections')
  expect(await page.getByText('1 correction and 1 retraction, newest first.').isVisible()).toBe(true)
  const entries = await page.locator('.ledger > li').allInnerTexts()
  expect(entries.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/Retraction The article gone It was not so\. Published .* · retracted by Bo$/),
    expect.stringMatching(
      /Correction The article changed, rightly The figure was 12\. Published .* · corrected by Ada · see it in the article$/,
    ),
  ])
  await page.getByRole('link', { name: 'The article changed, rightly', exact: true }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('The article changed, rightly')
  // These posts have no pictures.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await close()
})

test.for([
  { width: 390, javaScript: false },
  { width: 1200, javaScript: true },
  { width: 1280, javaScript: false },
  { width: 1920, javaScript: true },
])('a correction stands beside its passage from 1280 px on, else below it (%o)', async ({ width, javaScript }) => {
  await passages()
  const { page, problems, close } = await openSession({ width, javaScript })
  await page.goto(`${site.url}/post/technology/passages`)
  if (javaScript) await hydrated(page)
  const notes = page.locator('.prose .correction')
  expect((await notes.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^Corrected \w+ \d+, 20\d\d The figure was 24\. All corrections$/),
    expect.stringMatching(/^Corrected \w+ \d+, 20\d\d$/),
  ])
  const places = await notes.evaluateAll((all) =>
    all.map((note) => {
      const [own, text] = [note, note.nextElementSibling].map((element) => element?.getBoundingClientRect())
      return own && text
        ? { beside: own.left > text.right, level: Math.abs(own.top - text.top) < 12, below: own.top >= text.bottom }
        : null
    }),
  )
  const isWide = width >= 1280
  expect(places[0]).toEqual({ beside: isWide, level: isWide, below: !isWide })
  // Neither stands on the other, however short their passages are.
  const [first, second] = await notes.evaluateAll((all) => all.map((note) => note.getBoundingClientRect()))
  expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? NaN)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  if (javaScript) {
    await page.evaluate(axe)
    const found = await page.evaluate<{ violations: { id: string }[] }>('axe.run(document)')
    expect(found.violations.map(({ id }) => id)).toEqual([])
  }
  await page.emulateMedia({ media: 'print' })
  expect(
    await page.locator('.article-body').getByText('The figure was 24.').and(page.locator(':visible')).count(),
  ).toBe(1)
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await close()
})

test.for(WIDTHS)('the page of corrections leads to the note, with its passage in sight, at %i px', async (width) => {
  await passages()
  const { page, close } = await openSession({ width })
  await page.goto(`${site.url}/corrections`)
  await page.getByRole('link', { name: 'See it in the article: The article passages with a title of its own' }).click()
  const note = page.locator('#correction-1:target')
  await note.waitFor()
  const [shown, passage] = await Promise.all([note, page.getByText('It sees 27.')].map((part) => part.boundingBox()))
  for (const place of [shown, passage]) expect(place?.y).toBeGreaterThan(64)
  await close()
})

test('who comes to a corrected article from another page finds the same notes', async () => {
  await passages()
  const { page, close } = await openSession()
  await page.goto(`${site.url}/about`)
  await hydrated(page)
  await page.evaluate(() => history.pushState(null, '', '/post/technology/passages'))
  await page.locator('.prose .correction').first().waitFor()
  await page.getByRole('link', { name: /^Corrected/ }).click()
  expect(await page.locator('.correction:target').innerText()).toContain('The figure was 24.')
  await close()
})

test.for(WIDTHS)('neither is wider than its window, at %i px and at 320', async (width) => {
  await passages()
  for (const path of ['/post/technology/passages', '/corrections', '/post/technology/gone', '/search?q=article']) {
    const { page, close } = await openSession({ width: width === 390 ? 320 : width })
    await page.goto(site.url + path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await close()
  }
})

test('a foreign backend keeps no such record: there the page is none', async () => {
  const api = await startFakeBackend()
  const foreign = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  const response = await fetch(`${foreign.url}/corrections`)
  expect(response.status).toBe(404)
  const html = await response.text()
  expect(html).toContain('Page Not Found')
  expect(html).not.toContain('href="/corrections"')
  await foreign.close()
  await api.close()
})

async function passages(): Promise<void> {
  if (site.backend.kind !== 'local') throw new Error('The site has its own backend.')
  const { bucket, archive } = site.backend
  if (archive.find('technology', 'passages') !== null) return
  const html = '<p>One.</p><p>It sees 24.</p><ul><li>Four</li><li>Same</li></ul>'
  await publish(site, { id: 'passages', html, markdown: 'One.' })
  await archive.refresh()
  const post = archive.find('technology', 'passages')
  if (post === null) throw new Error('It was published.')
  await correctPost({
    bucket,
    archive,
    journal: openJournal({ bucket }),
    judged: { category: post.category, id: post.id, baseVersion: post.text },
    post: {
      ...post,
      html: html.replace('24', '27').replace('Four', 'Three'),
      markdown: 'One.',
      author: 'A',
      provenance: null,
    },
    by: 'Ada',
    note: 'The figure was 24.',
  })
}

async function change(): Promise<void> {
  if (site.backend.kind !== 'local') throw new Error('The site has its own backend.')
  const { bucket, archive } = site.backend
  const store = { bucket, archive, journal: openJournal({ bucket }) }
  const changed = archive.find('technology', 'changed')
  const gone = archive.find('technology', 'gone')
  if (changed === null || gone === null) throw new Error('They were published.')
  const text = { html: '<p>Better.</p>', markdown: 'Better.', author: 'A', provenance: null }
  await correctPost({
    ...store,
    judged: { category: changed.category, id: changed.id, baseVersion: changed.text },
    post: { ...changed, ...text, title: 'The article changed, rightly' },
    by: 'Ada',
    note: 'The figure was 12.',
  })
  await retractPost({ ...store, post: gone, by: 'Bo', reason: 'It was not so.' })
  const other = await openArchive({ bucket, pollEvery: 0 })
  expect(other.changes(10).map(({ kind }) => kind)).toEqual(['retraction', 'correction'])
}
