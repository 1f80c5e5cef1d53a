import { readFile } from 'node:fs/promises'
import type { Archive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { postHref } from '#blog/routes.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { openBucket } from '#bucket/open.ts'
import { announce } from '#newsroom/announce.ts'
import type { Newsroom } from '#newsroom/edition/edition.ts'
import { createFeedReader } from '#newsroom/feed/reader.ts'
import { createIllustrator } from '#newsroom/illustrate/image-model.ts'
import { createModel } from '#newsroom/model.ts'
import { readPrices } from '#newsroom/prices.ts'
import type { Progress } from '#newsroom/progress.ts'
import { readPrompts } from '#newsroom/prompt.ts'
import { createRobots } from '#newsroom/robots.ts'
import { readSources } from '#newsroom/source.ts'
import { createWeb, type Web } from '#newsroom/web.ts'
import { readCategoryList, readSiteWords } from './editorial.ts'
import { NO_WRITER, type Environment, type ModelSettings } from './env.ts'

/** The newsroom that the environment describes, over a bucket and its archive; `close` lets go of its connections and its worker. */
export async function openNewsroom(options: {
  environment: Environment
  bucket: Bucket
  archive: Archive
  progress: Progress
  report: (error: unknown) => void
}): Promise<Newsroom & { close(): Promise<void> }> {
  const { environment, bucket, archive, progress, report } = options
  const { WRITERS, JUDGE, ILLUSTRATOR, SOURCES, DESK, BUCKET, BUDGET_TOKENS, BUDGET_COST } = environment
  const [site, sources] = [await readSiteWords(), readSources(await readFile(SOURCES, 'utf8'), SOURCES)]
  const writers = WRITERS.map((settings) => createModel(settings))
  const [writer] = writers
  if (writer === undefined) throw new Error(NO_WRITER)
  const web = openWeb(environment)
  const reader = createFeedReader()
  return {
    ...{ bucket, archive, sources, web, reader, writers, progress, report },
    desk: openBucket(DESK),
    journal: openJournal({ bucket, onError: report }),
    categories: await readCategoryList(),
    robots: createRobots({ web }),
    judge: JUDGE === null ? writer : createModel(JUDGE),
    illustrator: illustratorOf(ILLUSTRATOR),
    prompts: await readPrompts('editorial/prompts'),
    prices: await readPrices('editorial/prices.json'),
    budget: { tokens: BUDGET_TOKENS ?? null, cost: BUDGET_COST ?? null },
    hold: environment.REVIEW === 'before',
    author: `${site.name} Newsroom`,
    sameMachine: DESK.startsWith('file:') && BUCKET.startsWith('file:'),
    announce: announcerOf(environment, report),
    now: () => new Date(),
    close: async () => {
      await Promise.all([web.close(), reader.close()])
    },
  }
}

/** The newsroom's way to the web, as the environment allows it. */
export function openWeb(environment: Environment): Web {
  const { SITE_URL, PORT, ALLOW_PRIVATE_SOURCES } = environment
  return createWeb({
    contact: SITE_URL ?? `http://localhost:${PORT}`,
    allowPrivate: ALLOW_PRIVATE_SOURCES === '1',
  })
}

function illustratorOf(settings: ModelSettings | null): Newsroom['illustrator'] {
  if (settings === null) return null
  const { kind, ...rest } = settings
  if (kind === 'anthropic')
    throw new Error('ILLUSTRATOR must be "compatible" or "google": anthropic makes no pictures.')
  return createIllustrator({ kind, ...rest })
}

/** Tells search engines and hubs of posts that are new, changed or gone; null when nobody is to be told. */
export function announcerOf(environment: Environment, report: (error: unknown) => void): Newsroom['announce'] {
  const { SITE_URL: siteUrl, INDEXNOW_KEY, WEBSUB_HUB } = environment
  if (siteUrl === undefined || (INDEXNOW_KEY === undefined && WEBSUB_HUB === undefined)) return null
  return async (posts) => {
    const results = await announce({
      siteUrl,
      urls: posts.map((post) => `${siteUrl}${postHref(post)}`),
      indexNow: INDEXNOW_KEY === undefined ? null : { key: INDEXNOW_KEY },
      webSub:
        WEBSUB_HUB === undefined
          ? null
          : { hub: WEBSUB_HUB, feeds: ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `${siteUrl}/${name}`) },
      fetch,
    })
    for (const { to, failure } of results) if (failure !== null) report(new Error(`${to} was not told: ${failure}`))
  }
}
