import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { openJournal } from '#archive/journal.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import { correctPost, retractPost, reviewPost } from '#archive/verdict.ts'
import type { Provenance } from '#blog/post.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { hydrated, openSession } from './browser.ts'
import { publish, startSite, type Site } from './site.ts'

/** A kind of page, or a state of one. `open` loads it, waits until it is complete and brings it into that state. */
export type PageKind = {
  name: string
  /** True if the state needs scripts. */
  needsScript: boolean
  /** The state exists only below this width, in pixels. */
  below?: number
  open(page: Page, options?: { javaScript: boolean }): Promise<void>
}

/** All kinds of pages of a blog with seven categories and of a small one. `prepare` must run in each browser context. */
export type PageKinds = { kinds: PageKind[]; prepare(context: BrowserContext): Promise<void>; close(): Promise<void> }

const EVERYTHING = '/post/hardware/everything'
const KEPT = '/kept-on-this-device'
const CITATION = '#ref-2'

const SOURCES = [
  {
    title: 'Timeouts, retries, and their costs for the server',
    publisher: 'A Library',
    url: 'https://one.example/retries',
    date: '2026-11-01',
    read: '2026-11-20',
  },
  { title: 'A handbook of failures', publisher: 'Press', url: 'https://two.example/2', date: null, read: '2026-11-20' },
]

const MARKDOWN = `**What changes:** Callers give up after one attempt. Servers say when to come back.

A retry is a bet on the other side. [S1] Three callers of three layers make nine calls. [S1, S2]

## One part with a heading that is long enough for two lines on a narrow screen

Table: What each layer costs, in milliseconds

| layer | calls | wait | share |
| --- | ---: | ---: | ---: |
| browser | 1 | 120 | 4% |
| gateway | 3 | 1,200 | 37% |
| service | 9 | 10,800 | 59% |

Table: Every setting of every layer

| layer | attempts | first wait | longest wait | budget | what it does when the budget is spent |
| --- | ---: | ---: | ---: | ---: | --- |
| browser-extension | 1 | 120 ms | 120 ms | 1% | shows an error message to its reader |
| gateway-of-gateways | 3 | 100 ms | 1,200 ms | 10% | answers 503 with a time to come back |

\`\`\`math N equals p to the a
N = p^a
\`\`\`

Where: N is the number of calls, p what each layer makes, a how many layers there are.

> We had retried ourselves into an outage, and nobody had asked for it.
> — Ada Lind, engineer, A Library [S2]

### A smaller part

\`\`\`js
const answer = await fetch('https://service.example/a/rather/long/address/that/goes/on', { signal: AbortSignal.timeout(1_000) })
\`\`\`

- \`retry-after\` is a header
- **bold**, *italic*, [a link](https://one.example/link)

## Another part

1. The first.
2. The second. [S2]

---

Nothing of it is new.`

const sentence = (citation: number | null, source: number, quote: string) => {
  return { text: 'A retry is a bet on the other side.', compute: '', citation, source, unit: `S${source + 1}.1`, quote }
}
const PROVENANCE: Provenance = {
  writer: { model: 'model-2026-10', provider: 'A Provider' },
  note: 'From an outline of 9 points.',
  sources: SOURCES,
  checks: Array.from({ length: 4 }, (_, index) => ({
    name: `Rule ${index + 1}`,
    passed: index !== 2,
    detail: `${index + 1} looked at`,
  })),
  reviews: [],
  corrections: [],
  evidence: [
    sentence(
      1,
      0,
      'A retry is a bet that the other side has recovered in the meantime, and it is made with its money.',
    ),
    sentence(
      2,
      0,
      'Three layers that each try three times make twenty-seven calls of one, and no layer sees all of them.',
    ),
    sentence(3, 1, 'Nine.'),
    sentence(4, 1, 'We had retried ourselves into an outage.'),
    sentence(5, 1, 'The second.'),
  ],
}

/** Starts the two blogs and publishes their posts. */
export async function openPageKinds(): Promise<PageKinds> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-kinds-'))
  await cp(inject('firstEdition'), join(folder, 'bucket'), { recursive: true })
  const [big, small] = await Promise.all([startSite({ BUCKET: `file:${join(folder, 'bucket')}` }), startSite()])
  await fill(big, small)
  const kept = await keptPage()
  const at = (name: string, path: string, more: Partial<Omit<PageKind, 'name'>> = {}, site = big): PageKind => ({
    name,
    needsScript: false,
    async open(page, { javaScript } = { javaScript: true }) {
      await page.goto(site.url + path)
      if (javaScript && path !== KEPT) await hydrated(page)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
    },
    ...more,
  })
  const acting = (name: string, path: string, act: (page: Page) => Promise<void>, more: Partial<PageKind> = {}) => {
    const kind = at(name, path, { needsScript: true, ...more })
    const open = async (page: Page) => {
      await kind.open(page)
      await act(page)
      await page.evaluate(async () => {
        const moving = document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline)
        await Promise.all(moving.map(({ finished }) => finished.catch(() => null)))
      })
    }
    return { ...kind, open }
  }
  const kinds = [
    at('home with three categories', '/', {}, small),
    at('home with seven categories', '/'),
    acting('a category', '/category/science', async (page) => {
      // Load the last posts now, so that they do not appear during a check.
      await page.locator('.pages').scrollIntoViewIfNeeded()
      await page.locator('.pages').waitFor({ state: 'detached' })
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    }),
    at('the first page of a category', '/category/cybersecurity'),
    at('a further page of a category', '/category/science?page=2'),
    at('an empty category', '/category/gardening'),
    at('an article of the first edition', '/post/blockchain/one-reused-nonce'),
    at('an article with everything, corrected and reviewed', EVERYTHING),
    at('a retracted article', '/post/hardware/gone'),
    at('a missing article', '/post/hardware/never-there'),
    at('corrections', '/corrections'),
    at('no corrections', '/corrections', {}, small),
    at('search', '/search'),
    at('search with hits', '/search?q=security'),
    at('search without hits', '/search?q=zeppelin'),
    at('search with another spelling', '/search?q=hydraton'),
    at('About', '/about'),
    at('an unknown page', '/no/such/page'),
    at('the page offline', KEPT),
    acting('the search overlay', '/about', async (page) => {
      await page.getByRole('link', { name: 'Search' }).click()
      await page.getByRole('combobox').fill('passkeys')
      await page.getByRole('option').filter({ hasText: 'results for “passkeys”' }).waitFor()
    }),
    acting(
      'the open menu',
      '/',
      async (page) => {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.locator('main[inert]').waitFor()
      },
      { below: 768 },
    ),
    acting('open evidence', EVERYTHING, async (page) => {
      await page.locator(`${CITATION}[aria-expanded]`).click()
      await page.locator('.evidence:not(:empty)').waitFor()
    }),
    acting('the open record of an article', EVERYTHING, async (page) => {
      await page.locator('details.made').evaluate((panel) => panel.setAttribute('open', ''))
    }),
  ]
  return {
    kinds,
    // Contexts of the tests have no service worker, so serve the page that one has created.
    prepare: async (context) => void (await context.route(`**${KEPT}`, (route) => route.fulfill(kept))),
    async close() {
      await Promise.all([big.close(), small.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function fill(big: Site, small: Site): Promise<void> {
  for (const category of ['hardware', 'policy', 'science'])
    for (let number = 1; number <= 2; number += 1) await publish(small, { id: `${category}-${number}`, category })
  for (let number = 1; number <= 30; number += 1)
    await publish(big, {
      id: `science-${number}`,
      category: 'science',
      title: `A measurement of the number ${number}, and the limits of its meaning`,
      date: new Date(Date.UTC(2026, 8, 30 - number, 9)).toISOString(),
    })
  const post = {
    id: 'everything',
    category: 'hardware',
    title: 'Your retry logic is the outage, and how to fix it',
    excerpt: 'Three polite layers of retries multiply the load of the one service that has to recover.',
    html: await renderArticle(MARKDOWN, SOURCES),
    markdown: MARKDOWN,
    author: 'Stet Newsroom',
    date: '2026-11-22T23:59:00Z',
    tags: ['retries', 'outages'],
    provenance: PROVENANCE,
  }
  await publish(big, post)
  await publish(big, { id: 'gone', category: 'hardware', title: 'The article that was not so' })
  await judge(big, post)
}

async function judge(site: Site, post: PostToPublish): Promise<void> {
  if (site.backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  const { bucket, archive } = site.backend
  const store = { bucket, archive, journal: openJournal({ bucket }) }
  const judged = () => {
    const { category, id } = post
    return { category, id, baseVersion: archive.find(category, id)?.text ?? 0 }
  }
  const corrected = { ...post, html: post.html.replace('Nothing of it is new.', 'None of it is new.') }
  await correctPost({
    ...store,
    judged: judged(),
    post: corrected,
    by: 'Ada',
    note: 'The callers are three, not four.',
  })
  await reviewPost({ ...store, judged: judged(), by: 'Ines Varga', note: 'Two paragraphs cut.' })
  const gone = archive.find('hardware', 'gone')
  if (gone === null) throw new Error('It was published.')
  await retractPost({
    ...store,
    post: gone,
    by: 'Bo',
    reason: 'The measurement that it rests on was of something else.',
  })
}

/** Loads the page that the service worker creates if it is offline and has no copy of a page. */
async function keptPage(): Promise<{ body: string; contentType: string }> {
  const site = await startSite({ OFFLINE: 'on' })
  for (const id of ['read', 'unread']) await publish(site, { id })
  const { page, context, close } = await openSession()
  await page.goto(`${site.url}/post/technology/read`)
  await hydrated(page)
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  const isSaved = () => page.evaluate(async () => (await caches.match('/post/technology/read')) !== undefined)
  while (!(await isSaved())) await page.waitForTimeout(50)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await site.close()
  await context.setOffline(true)
  const answer = await page.goto(`${site.url}/never-seen`)
  const body = (await answer?.text()) ?? ''
  await close()
  return { body, contentType: 'text/html; charset=utf-8' }
}
