import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { PostToPublish } from '#archive/post-store.ts'
import { correctPost, retractPost, reviewPost } from '#archive/verdict.ts'
import type { Provenance } from '#blog/post.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { hydrated, openSession, type Session, type SessionOptions } from './browser.ts'
import { publish, startSite, storeOf, type Site } from './site.ts'

/** A kind of page, or a page in some state. `open` loads the page, waits until it is complete and sets the state. */
export type PageKind = {
  name: string
  /** True if scripts are needed to reach the state. */
  needsScript: boolean
  /** The state exists only below this width, in pixels. */
  below: number
  open(page: Page): Promise<void>
}

/** The pages of two blogs, which together cover every kind of page. */
export type PageKinds = {
  kinds: PageKind[]
  /** Opens all kinds of pages in one session. Returns the faults, each with the name of its page. */
  check(look: SessionOptions, faultsIn: (session: Session, kind: PageKind) => Promise<string[]>): Promise<string[]>
  close(): Promise<void>
}

/** Name of the article that contains every possible element and has been corrected and reviewed. */
export const EVERYTHING = 'an article with everything'

const ARTICLE = '/post/hardware/everything'
const CITATION = '#ref-2'

const source = (publisher: string, title: string) => {
  return { title, publisher, url: `https://one.example/${publisher}`, date: null, read: '2026-11-20' }
}
const SOURCES = [source('Library', 'Timeouts, retries, and their costs for the server'), source('Press', 'A handbook')]

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

\`\`\`js
const answer = await fetch('https://service.example/a/rather/long/address/that/goes/on', { signal: AbortSignal.timeout(1_000) })
\`\`\`

- \`retry-after\` is a header
- **bold**, *italic*, [a link](https://one.example/link)

1. The first.
2. The second. [S2]

Nothing of it is new.`

const evidence = (citation: number, source: number, quote: string) => {
  return { text: 'A retry is a bet on the other side.', compute: '', citation, source, unit: `S${source + 1}.1`, quote }
}
const PROVENANCE: Provenance = {
  writer: { model: 'model-2026-10', provider: 'A Provider' },
  note: 'From an outline of 9 points.',
  sources: SOURCES,
  checks: [
    { name: 'Rule 1', passed: true, detail: '1 looked at' },
    { name: 'Rule 2', passed: false, detail: '2 looked at' },
  ],
  reviews: [],
  corrections: [],
  evidence: [
    evidence(1, 0, 'A retry is a bet that the other side has recovered, and it is made with its money.'),
    evidence(2, 0, 'Three layers that each try three times make twenty-seven calls, and no layer sees all of them.'),
    evidence(3, 1, 'Nine.'),
    evidence(4, 1, 'We had retried ourselves into an outage.'),
  ],
}

/** Starts two blogs and publishes their posts. One blog has seven categories, the other three. */
export async function openPageKinds(): Promise<PageKinds> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-kinds-'))
  await cp(inject('firstEdition'), join(folder, 'bucket'), { recursive: true })
  const [big, small] = await Promise.all([startSite({ BUCKET: `file:${join(folder, 'bucket')}` }), startSite()])
  await fill(big, small)
  const kinds = kindsOf(big, small)
  return {
    kinds,
    async check(look, faultsIn) {
      const session = await openSession(look)
      const faults: string[] = []
      for (const kind of kinds) {
        if ((look.width ?? 1280) >= kind.below) continue
        await kind.open(session.page)
        for (const fault of await faultsIn(session, kind)) faults.push(`${kind.name}: ${fault}`)
      }
      await session.close()
      return faults
    },
    async close() {
      await Promise.all([big.close(), small.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function kindsOf(big: Site, small: Site): PageKind[] {
  return [
    at('home with three categories', '/', small),
    at('home with seven categories', '/'),
    acting('a category', '/category/science', async (page) => {
      // Load the last posts now, so that they do not appear during a check.
      await page.locator('.pages').scrollIntoViewIfNeeded()
      await page.locator('.pages').waitFor({ state: 'detached' })
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    }),
    at('a further page of a category', '/category/science?page=2'),
    at('an empty category', '/category/gardening'),
    at(EVERYTHING, ARTICLE),
    at('a retracted article', '/post/hardware/gone'),
    at('a missing article', '/post/hardware/never-there'),
    at('corrections', '/corrections'),
    at('no corrections', '/corrections', small),
    at('search', '/search'),
    at('search without hits', '/search?q=zeppelin'),
    at('search with hits for another spelling', '/search?q=hydraton'),
    at('About', '/about'),
    at('an unknown page', '/no/such/page'),
    acting('the search overlay', '/about', async (page) => {
      await page.getByRole('link', { name: 'Search' }).click()
      await page.getByRole('combobox').fill('passkeys')
      await page.getByRole('option').filter({ hasText: 'results for “passkeys”' }).waitFor()
    }),
    {
      ...acting('the open menu', '/about', async (page) => {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.locator('main[inert]').waitFor()
      }),
      below: 768,
    },
    acting('open evidence and record', ARTICLE, async (page) => {
      await page.locator('details.made').evaluate((panel) => panel.setAttribute('open', ''))
      await page.locator(`${CITATION}[aria-expanded]`).click()
      await page.locator('.evidence:not(:empty)').waitFor()
    }),
  ]

  function at(name: string, path: string, site = big): PageKind {
    return {
      name,
      needsScript: false,
      below: Infinity,
      async open(page) {
        await page.goto(site.url + path)
        await hydrated(page)
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
      },
    }
  }

  function acting(name: string, path: string, act: (page: Page) => Promise<void>): PageKind {
    const kind = at(name, path)
    const open = async (page: Page) => {
      await kind.open(page)
      await act(page)
      await page.evaluate(async () => {
        const moving = document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline)
        await Promise.all(moving.map(({ finished }) => finished.catch(() => null)))
      })
    }
    return { ...kind, needsScript: true, open }
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
  const store = storeOf(site)
  const { category, id } = post
  const judged = () => ({ category, id, baseVersion: store.archive.find(category, id)?.text ?? 0 })
  const corrected = { ...post, html: post.html.replace('Nothing of it is new.', 'None of it is new.') }
  const note = 'The callers are three, not four.'
  await correctPost({ ...store, judged: judged(), post: corrected, by: 'Ada', note })
  await reviewPost({ ...store, judged: judged(), by: 'Ines Varga', note: 'Two paragraphs cut.' })
  const gone = store.archive.find('hardware', 'gone')
  if (gone === null) throw new Error('The article to retract was not found.')
  await retractPost({ ...store, post: gone, by: 'Bo', reason: 'The measurement behind it was of something else.' })
}
