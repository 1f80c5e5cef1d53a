import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Provenance } from '#blog/post.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { hydrated, LOOKS, openSession, WIDTHS } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { laidOut } from './settled.ts'
import { startSite, type Site } from './site.ts'

// The marks on an article: label, panel, corrections, citations (decisions, "Trust: how AI writing is marked").

const PATH = '/post/web-development/web-development-1'
const TITLE = 'Why your retry logic is the outage'
const LEAD = 'Three polite layers of retries multiply the load.'
const FIRST_WORDS = 'A retry is a bet.'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const findings = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

const ines = { by: 'Ines Varga', date: '2026-11-20T23:30:00Z', note: 'Two paragraphs cut.' }
const ada = { by: 'Ada Lind', date: '2026-11-22T12:00:00Z', note: '' }
const three = { by: 'Ines Varga', date: '2026-11-21T08:00:00Z', note: 'The callers are three, not four.' }
const named = { by: '', date: '2026-11-24T08:00:00Z', note: 'A name was misspelt.' }

const EMPTY: Provenance = { writer: null, note: null, sources: [], checks: [], reviews: [], corrections: [] }
const FULL: Provenance = {
  writer: { model: 'model-2026-10', provider: 'A Provider' },
  note: 'From an outline of 9 points.',
  sources: [
    { title: 'Timeouts and retries', publisher: 'A Library', url: 'https://one.example/retries' },
    { title: 'Cascading failures', publisher: 'A Handbook', url: 'https://two.example/chapter' },
    { title: 'HTTP semantics', publisher: '', url: 'https://three.example/rfc' },
  ],
  checks: Array.from({ length: 12 }, (_, index) => ({
    name: `Rule ${index + 1}`,
    passed: index !== 7,
    detail: index === 3 ? '' : `${index + 1} looked at`,
  })),
  reviews: [ines, ada],
  corrections: [three],
}
const MARKDOWN = `${FIRST_WORDS} [S1]\n\n## One part\n\nThree callers. [S1, S2]\n\n## Another part\n\nNone is new. [S3] Again. [S1]`

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
afterAll(async () => {
  await site.close()
  await api.close()
})

const UNREVIEWED = 'Written by AI. No human review is on record yet.'
const labels = [
  { record: 'no record', provenance: null, words: UNREVIEWED },
  { record: 'no review', provenance: EMPTY, words: UNREVIEWED },
  {
    record: 'a review',
    provenance: { ...EMPTY, reviews: [ines] },
    words: 'Written by AI. Reviewed by Ines Varga on November 20, 2026.',
  },
  {
    record: 'a review and a correction',
    provenance: { ...EMPTY, reviews: [ines], corrections: [three] },
    words: 'Written by AI. Reviewed by Ines Varga on November 20, 2026. Corrected by Ines Varga on November 21, 2026.',
  },
  {
    record: 'a correction without a review',
    provenance: { ...EMPTY, corrections: [three] },
    words: `${UNREVIEWED} Corrected by Ines Varga on November 21, 2026.`,
  },
].map((label, index) => ({ ...label, width: index % 2 === 0 ? 390 : 1280 }))

test.for(labels)('with $record, the first line under the title says so, at $width px', async (label) => {
  const { page, problems, close } = await openArticle(label)
  const line = page.locator('h1 + *')
  expect((await line.innerText()).split('\n')[0]).toBe(label.words)
  const words = page.getByText('Written by AI.')
  expect(await words.isVisible()).toBe(true)
  const [box, lead] = [await words.boundingBox(), await page.getByText(LEAD).boundingBox()]
  expect(box?.y).toBeLessThan(lead?.y ?? 0)
  expect(await page.locator('details.made').count()).toBe(label.provenance === null ? 0 : 1)
  expect(problems).toEqual([])
  await close()
})

test.for([
  { provenance: EMPTY, width: 1280, words: 'How this article was made' },
  { provenance: { ...EMPTY, sources: FULL.sources }, width: 1280, words: '3 sources' },
  {
    provenance: { ...EMPTY, sources: FULL.sources.slice(0, 1), checks: FULL.checks.slice(0, 1) },
    width: 390,
    words: '1 source · 1 check',
  },
  { provenance: FULL, width: 390, words: '3 sources · 12 checks · 1 failed' },
  { provenance: FULL, width: 1280, words: '3 sources · 12 checks · 1 failed' },
])('a closed panel says what is in it: $words', async ({ provenance, width, words }) => {
  const { page, close } = await openArticle({ provenance, width })
  expect(await page.locator('.made .sum').innerText()).toBe(words)
  await close()
})

test('the panel holds the whole record', async () => {
  const { page, problems, close } = await openArticle({ provenance: FULL, width: 390 })
  expect(await page.getByText('Drafted by', { exact: true }).isVisible()).toBe(false)
  await page.locator('.made summary').click()
  const checks = FULL.checks.map(({ name, passed, detail }) =>
    `${passed ? 'Passed' : 'Failed'}: ${name} ${detail && `(${detail})`}`.trim(),
  )
  expect(await panelOf(page)).toEqual({
    'Drafted by': ['model-2026-10 (A Provider), a large language model.', 'From an outline of 9 points.'],
    Published: ['November 20, 2026'],
    // Once on a page: at its end.
    Sources: ['3 sources, listed at the end.'],
    Checks: checks,
    'Human review': [
      'Reviewed by Ines Varga on November 20, 2026. That was before the correction of November 21, 2026. Two paragraphs cut.',
      'Reviewed by Ada Lind on November 22, 2026.',
    ],
    Corrections: ['November 21, 2026, by Ines Varga: The callers are three, not four.'],
  })
  const links = page.locator('.made dd a')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(['#sources'])
  const failed = page.locator('.made li', { hasText: 'Rule 8' })
  expect(await failed.getByText('Failed:').isVisible()).toBe(true)
  const shapes = page.locator('.made li .icon path')
  const drawn = await shapes.evaluateAll((all) => all.map((path) => path.getAttribute('d')))
  expect(drawn.filter((shape) => shape === drawn[7])).toHaveLength(1)
  expect(new Set(drawn).size).toBe(2)
  expect(problems).toEqual([])
  await close()
})

test('an empty record claims nothing but that no record names the model and no review is there', async () => {
  const { page, close } = await openArticle({ provenance: EMPTY, date: null })
  await page.locator('.made summary').click()
  expect(await panelOf(page)).toEqual({
    'Drafted by': ['A large language model that the record does not name.'],
    'Human review': ['No human review is on record yet.'],
  })
  expect(await page.getByRole('heading', { name: 'Corrections' }).count()).toBe(0)
  expect(await page.locator('main').innerText()).not.toMatch(/Updated|Corrected|Reviewed by/)
  await close()
})

test('a review is said to be older than the first correction that came after it', async () => {
  const reviews = [ines, { ...ada, date: '2026-11-23T08:00:00Z' }, { ...ines, date: '2026-11-24T08:00:00Z', note: '' }]
  const { page, close } = await openArticle({ provenance: { ...EMPTY, reviews, corrections: [three, named] } })
  await page.locator('.made summary').click()
  expect((await panelOf(page))['Human review']).toEqual([
    'Reviewed by Ines Varga on November 20, 2026. That was before the correction of November 21, 2026. Two paragraphs cut.',
    'Reviewed by Ada Lind on November 23, 2026. That was before the correction of November 24, 2026.',
    'Reviewed by Ines Varga on November 24, 2026.',
  ])
  await close()
})

test('corrections stand between text and sources, newest first', async () => {
  const { page, problems, close } = await openArticle({ provenance: { ...FULL, corrections: [three, named] } })
  const section = page.getByRole('region', { name: 'Corrections' })
  expect(await section.getByRole('listitem').allInnerTexts()).toEqual([
    'November 24, 2026: A name was misspelt.',
    'November 21, 2026, by Ines Varga: The callers are three, not four.',
  ])
  const text = await page.locator('.article-body').innerText()
  const places = ['None is new.', '\nCorrections\n', '\nSources\n'].map((words) => text.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(problems).toEqual([])
  await close()
})

test.for(WIDTHS)('the byline says when the article was updated, and leads to what changed, at %i px', async (width) => {
  const { page, close } = await openArticle({ provenance: { ...FULL, corrections: [three, named] }, width })
  const link = page.locator('.byline').getByRole('link', { name: 'Updated November 24, 2026', exact: true })
  expect(await link.locator('time').getAttribute('datetime')).toBe(named.date)
  await link.click()
  await page.waitForURL(`**${PATH}#corrections`)
  await expectShown(page, 'corrections')
  await close()
})

test.for(WIDTHS)('every citation and its source lead to each other, at %i px', async (width) => {
  const { page, problems, close } = await openArticle({ provenance: FULL, width })
  await hydrated(page)
  const cited = await page
    .locator('.prose sup a')
    .evaluateAll((all) => all.map(({ id, textContent }) => [id, textContent]))
  expect(cited).toEqual([
    ['ref-1', '1'],
    ['ref-1-2', '1'],
    ['ref-2', '2'],
    ['ref-3', '3'],
    ['ref-1-3', '1'],
  ])
  for (const [id = '', number = ''] of cited) {
    await page.locator(`.prose #${id}`).click()
    await page.waitForURL(`**#s${number}`)
    await expectShown(page, `s${number}`)
    const source = page.getByRole('region', { name: 'Sources' }).locator(`#s${number}`)
    const name = `Place ${/-\d-(\d)/.exec(id ?? '')?.[1] ?? 1} of source ${number}`
    await source.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(`**#${id}`)
    await expectShown(page, id ?? '')
  }
  expect(await page.locator('.backs a').count()).toBe(cited.length)
  expect(problems).toEqual([])
  await close()
})

test('read aloud, the title comes first, then the label, then the text', async () => {
  const { page, context, close } = await openArticle({ provenance: FULL })
  const session = await context.newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const spoken: { role: unknown; name: string; expanded: unknown }[] = []
  function read(id: string): void {
    const node = byId.get(id)
    if (!node) return
    const expanded = node.properties?.find(({ name }) => name === 'expanded')?.value.value
    if (!node.ignored) spoken.push({ role: node.role?.value, name: String(node.name?.value ?? ''), expanded })
    for (const child of node.childIds ?? []) read(child)
  }
  read(nodes[0]?.nodeId ?? '')
  const places = [
    spoken.findIndex(({ role, name }) => role === 'heading' && name === TITLE),
    spoken.findIndex(({ role, name }) => role === 'StaticText' && name === 'Written by AI.'),
    spoken.findIndex(({ role, name }) => role === 'StaticText' && name === LEAD),
    spoken.findIndex(({ role, name }) => role === 'StaticText' && name.startsWith(FIRST_WORDS)),
  ]
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const panel = spoken.find(({ role }) => role === 'DisclosureTriangle')
  expect(panel?.name).toMatch(/^Written by AI\. Reviewed by Ada Lind .* 3 sources · 12 checks · 1 failed/)
  expect(panel?.expanded).toBe(false)
  await close()
})

test('the panel opens and closes by keyboard', async () => {
  const { page, close } = await openArticle({ provenance: FULL })
  const drafted = page.getByText('Drafted by', { exact: true })
  await page.locator('.article-head .chip').focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
  await page.keyboard.press('Enter')
  expect(await drafted.isVisible()).toBe(true)
  await page.keyboard.press('Space')
  expect(await drafted.isVisible()).toBe(false)
  await close()
})

test('without scripts, label, panel, corrections and citations all work', async () => {
  const { page, close } = await openArticle({ provenance: FULL, javaScript: false })
  expect(await page.getByText('Written by AI.').isVisible()).toBe(true)
  await page.locator('.made summary').click()
  expect(Object.keys(await panelOf(page))).toHaveLength(6)
  await page.getByRole('link', { name: 'Updated November 21, 2026' }).click()
  expect(new URL(page.url()).hash).toBe('#corrections')
  await page.getByRole('link', { name: 'Place 3 of source 1', exact: true }).click()
  expect(new URL(page.url()).hash).toBe('#ref-1-3')
  expect(await page.locator('#ref-1-3').isVisible()).toBe(true)
  await close()
})

test('at 320 px the open panel stays within the page, however long its words are', async () => {
  const long = 'https://example.org/'.padEnd(300, 'unbroken')
  const provenance = {
    ...FULL,
    writer: { model: long, provider: long },
    sources: FULL.sources.map((source) => ({ ...source, title: long, publisher: long })),
    checks: FULL.checks.map((check) => ({ ...check, detail: long })),
    reviews: [{ ...ines, by: long, note: long }],
    corrections: [{ ...three, by: long, note: long }],
  }
  const { page, close } = await openArticle({ provenance, width: 320 })
  await page.locator('.made summary').click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  // What is clipped is lost as well.
  const widest = await page
    .locator('.made, .made *, .end-block, .end-block *')
    .evaluateAll((all) => Math.max(...all.map((element) => element.getBoundingClientRect().right)))
  expect(widest).toBeLessThanOrEqual(320)
  await close()
})

test('at 320 px the closed panel is at most as high as a small picture', async () => {
  const { page, close } = await openArticle({ provenance: FULL, width: 320 })
  const box = await page.locator('.made summary').boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(box?.height).toBeLessThanOrEqual(110)
  await close()
})

test('on paper the label, the whole panel and the corrections are there', async () => {
  const { page, close } = await openArticle({ provenance: FULL })
  expect(await page.locator('.made dd li').first().isVisible()).toBe(false)
  // What is for paper alone comes with the whole style sheet.
  await hydrated(page)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.made dd li').count()).toBe(19)
  const hidden = await page
    .locator('.made b, .made dd li, #corrections, .end-block li')
    .evaluateAll((all) => all.filter((element) => !element.checkVisibility()).map(({ outerHTML }) => outerHTML))
  expect(hidden).toEqual([])
  expect(await page.locator('.backs').first().isVisible()).toBe(false)
  await close()
})

test('in forced colours, where a link has led can still be told', async () => {
  const { page, close } = await openArticle({ provenance: FULL, forcedColors: true })
  for (const id of ['s1', 'ref-1', 'corrections']) {
    await page.goto(`${site.url}${PATH}#${id}`)
    expect(await page.locator(`#${id}`).evaluate((target) => getComputedStyle(target).outlineStyle), id).toBe('solid')
  }
  await close()
})

test.for(LOOKS)('axe finds nothing on the open panel and on what a link has led to (%o)', async ({ width, dark }) => {
  const { page, close } = await openArticle({ provenance: FULL, width, dark })
  for (const id of ['s1', 'ref-1', 'corrections']) {
    await page.goto(`${site.url}${PATH}#${id}`)
    await hydrated(page)
    await laidOut(page)
    await page.locator('details.made').evaluate((element) => element.setAttribute('open', ''))
    await page.evaluate(axe)
    const violations = findings.parse(
      await page.evaluate(`axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }).then(({ violations }) => violations)`),
    )
    expect(
      violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`),
      id,
    ).toEqual([])
  }
  await close()
})

async function openArticle(options: {
  provenance: Provenance | null
  date?: string | null
  width?: number
  dark?: boolean
  javaScript?: boolean
  forcedColors?: boolean
}) {
  const { provenance, date = '2026-11-20T09:00:00Z', ...session } = options
  const content = {
    title: TITLE,
    excerpt: LEAD,
    author: 'Stet Newsroom',
    date,
    category: 'Web Development',
    tags: ['retries'],
    content: await renderArticle(MARKDOWN, provenance?.sources ?? []),
  }
  api.behaviour.content = { body: JSON.stringify({ content, thumbnail_path: null, provenance }) }
  const opened = await openSession(session)
  await opened.page.goto(site.url + PATH)
  await opened.page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  return opened
}

async function panelOf(page: Page): Promise<Record<string, string[]>> {
  const entries = await page.locator('.made dt').evaluateAll((names: HTMLElement[]) =>
    names.map((name) => {
      const items = [...(name.nextElementSibling?.querySelectorAll('li') ?? [])]
      return [name.innerText, items.map((item) => item.innerText.replaceAll(/\s+/g, ' ').trim())] as const
    }),
  )
  return Object.fromEntries(entries)
}

const [, MARK = ''] = /--mark: (.*);/.exec(readFileSync('src/site/styles/tokens.css', 'utf8')) ?? []

// The target is in sight, not under the header, and marked.
async function expectShown(page: Page, id: string): Promise<void> {
  await expect
    .poll(() =>
      page.locator(`#${id}`).evaluate((target, mark) => {
        const { top, bottom } = target.getBoundingClientRect()
        const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0
        const probe = document.createElement('i')
        document.body.append(probe)
        probe.style.color = mark
        const isMarked = getComputedStyle(target).backgroundColor === getComputedStyle(probe).color
        probe.remove()
        return { isClear: top >= header, isInSight: bottom <= innerHeight, isMarked }
      }, MARK),
    )
    .toEqual({ isClear: true, isInSight: true, isMarked: true })
}
