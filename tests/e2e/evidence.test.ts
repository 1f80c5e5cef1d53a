import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOOKS, openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// What each citation rests on, at the citation and in the list of sources.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PATH = '/post/web-development/web-development-1'
const evidence = (citation: number | null, source: number, unit: string, quote: string) => {
  return { text: 'A sentence.', compute: '', citation, source, unit, quote }
}
const PROVENANCE = {
  writer: { model: 'some-model', provider: 'p' },
  sources: [
    { title: 'What the maker says', publisher: 'Maker', url: 'https://maker.example/news' },
    { title: 'What the paper says', publisher: 'Paper', url: 'https://paper.example/1#part' },
  ],
  evidence: [
    evidence(1, 0, 'S1.4', 'It reads <b>12</b> scripts.'),
    evidence(2, 1, 'S2.1', 'Nobody had measured it before, and nobody will again in that way.'),
    evidence(3, 0, 'S1.4', 'It reads <b>12</b> scripts.'),
    evidence(null, 1, 'S2.title', 'What the paper says'),
  ],
  judging: { model: 'judge-model', provider: 'p', isWriter: false, sentences: 20, planted: 8, found: 7, cut: 1 },
}
const CITED = (number: number, id: string) =>
  `<sup><a href="#s${number}" id="${id}" aria-label="Source ${number}">${number}</a></sup>`

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  const content = `<p>One.${CITED(1, 'ref-1')} Two.${CITED(2, 'ref-2')}</p><p>Three.${CITED(1, 'ref-1-2')}</p>`
  api.behaviour.content = { body: JSON.stringify({ content: { title: 'A title', content }, provenance: PROVENANCE }) }
})
afterAll(async () => {
  await site.close()
  await api.close()
})

async function openArticle(options: Parameters<typeof openSession>[0] = {}) {
  const session = await openSession(options)
  await session.page.goto(site.url + PATH)
  if (options.javaScript !== false) await settled(session.page)
  return { ...session, note: session.page.getByRole('note') }
}

test.for(LOOKS)(
  'a citation that has the focus shows what it rests on, as text, inside the window (%o)',
  async (look) => {
    const { page, problems, note, close } = await openArticle(look)
    const citation = page.locator('#ref-2')
    await citation.focus()
    await note.waitFor()
    expect(await note.innerText()).toBe('Nobody had measured it before, and nobody will again in that way. Paper')
    expect(await note.getByRole('link').getAttribute('href')).toBe(
      'https://paper.example/1#part:~:text=Nobody%20had%20measured%20it%20before%2C,will%20again%20in%20that%20way.',
    )
    const box = await note.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(look.width)
    expect(await citation.getAttribute('aria-describedby')).toBe('evidence-note')
    await page.evaluate(axe)
    const found = await page.evaluate<{ violations: { id: string }[] }>('axe.run(document)')
    expect(found.violations.map(({ id }) => id)).toEqual([])
    // It is where the keyboard goes next, and Escape puts it away.
    await page.keyboard.press('Tab')
    expect(await note.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    expect(await citation.getAttribute('aria-describedby')).toBeNull()
    expect(problems).toEqual([])
    await close()
  },
)

test('a pointer shows it, may move onto it, and leaving puts it away', async () => {
  const { page, problems, note, close } = await openArticle()
  await page.locator('#ref-1-2').hover()
  await note.waitFor()
  // What a source wrote stays text.
  expect(await note.innerText()).toBe('It reads <b>12</b> scripts. Maker')
  await note.hover()
  await page.waitForTimeout(500)
  expect(await note.isVisible()).toBe(true)
  await page.mouse.move(2, 2)
  await note.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await close()
})

test('without scripts the list of sources holds the passages, each with its place in the source and the ways back', async () => {
  const { page, close } = await openArticle({ javaScript: false })
  const [first, second] = [page.locator('#s1'), page.locator('#s2')]
  expect(await first.locator('summary').innerText()).toBe('Passages cited: 1')
  expect(await second.locator('summary').innerText()).toBe('Passages cited: 2')
  expect(await first.locator('q').isVisible()).toBe(false)
  await page.locator('#ref-1').click()
  await expect.poll(() => first.locator('q').isVisible()).toBe(true)
  expect(await second.locator('q').first().isVisible()).toBe(false)
  expect(
    await first.locator('.back-reference').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['#ref-1', '#ref-1-2'])
  expect(await first.locator('q + .meta a').first().getAttribute('href')).toMatch(
    /^https:\/\/maker\.example\/news#:~:text=/,
  )
  await close()
})

test('the panel says who judged, and what it found of the planted errors', async () => {
  const { page, close } = await openArticle()
  const panel = page.getByRole('group').filter({ hasText: 'Judged by' })
  await panel.locator('summary').click()
  expect(await panel.innerText()).toContain(
    'judge-model (p). It compared 20 sentences, and found 7 of 8 errors planted to test it.\nSentences left out, as they failed: 1.',
  )
  await close()
})
