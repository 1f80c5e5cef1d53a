import type { Archive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { postHref } from '#blog/routes.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { openBucket } from '#bucket/open.ts'
import { announce } from '#newsroom/publishing/announce.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import { createIllustrator } from '#newsroom/publishing/pictures/image-model.ts'
import type { Model } from '#newsroom/llm/model.ts'
import { addressOf } from '#newsroom/llm/model-settings.ts'
import { priceList } from '#newsroom/llm/llm-ledger.ts'
import type { Progress } from '#newsroom/edition/progress.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { createRobots } from '#newsroom/sources/robots.ts'
import type { Newsroom } from '#newsroom/run-edition.ts'
import { sourceList, type Source } from '#newsroom/sources/source-list.ts'
import { createSafeFetch, type SafeFetch } from '#newsroom/sources/http/http-client.ts'
import { readCategoryList, readEditorial, readSiteWords } from './editorial.ts'
import { NO_WRITER, type Environment, type ModelSettings } from './environment.ts'
import { openModel, whyNoWriter } from './models.ts'
import { messageOf } from './command-line.ts'

/** Opens the configured newsroom for a bucket and its archive. `close` closes its connections and worker thread. */
export async function openNewsroom(options: {
  environment: Environment
  bucket: Bucket
  archive: Archive
  progress: Progress
  onError: (error: unknown) => void
}): Promise<Newsroom & { close(): Promise<void> }> {
  const { environment, bucket, archive, progress, onError } = options
  const { WRITERS, JUDGE, ILLUSTRATOR, DESK, BUCKET, S3, BUDGET_TOKENS, BUDGET_COST } = environment
  const [site, sources] = [await readSiteWords(), await readSourceList(environment)]
  const writers = await Promise.all(WRITERS.map(openModel))
  const [writer] = writers
  if (writer === undefined) throw new Error(NO_WRITER)
  const [http, reader] = [openHttp(environment), createFeedReader()]
  return {
    storage: { bucket, archive, desk: openBucket(DESK, S3), journal: openJournal({ bucket, onError }) },
    categories: await readCategoryList(),
    sources,
    reading: { http, reader, robots: createRobots({ http }) },
    whyNoWriter: () => whyNoWriter(environment),
    drafting: {
      writers,
      judges: judgesOf([...(JUDGE === null ? [] : [await openModel(JUDGE)]), ...writers]),
      prompts: await readPrompts('editorial/prompts'),
    },
    spending: {
      prices: await readEditorial('editorial/prices.json', priceList),
      budget: { tokens: BUDGET_TOKENS ?? null, cost: BUDGET_COST ?? null },
    },
    publishing: {
      author: `${site.name} Newsroom`,
      site: { name: site.name, url: environment.SITE_URL ?? null },
      hold: environment.REVIEW === 'before',
      illustrate: illustratorOf(ILLUSTRATOR),
    },
    announce: announcerOf(environment, onError),
    sameMachine: DESK.startsWith('file:') && BUCKET.startsWith('file:'),
    progress,
    now: () => new Date(),
    onError,
    close: async () => {
      await Promise.all([http.close(), reader.close()])
    },
  }
}

/** Reads the newsroom's source list. Rejects if the file cannot be read or a source in it is invalid. */
export async function readSourceList({ SOURCES }: Environment): Promise<Source[]> {
  return readEditorial(SOURCES, sourceList).catch((cause: unknown) => {
    throw new Error(`${messageOf(cause)} Its path is in the setting SOURCES.`, { cause })
  })
}

/** Opens the newsroom's HTTP client. */
export function openHttp({ SITE_URL, PORT, ALLOW_PRIVATE_SOURCES }: Environment): SafeFetch {
  return createSafeFetch({
    contact: SITE_URL ?? `http://localhost:${PORT}`,
    allowPrivate: ALLOW_PRIVATE_SOURCES === '1',
    isProxied: Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name)),
  })
}

// Removes duplicate judges. The list includes the writers, in case no judge is configured or the judge misses a planted
// error.
function judgesOf(judges: Model[]): Model[] {
  return judges.filter(({ name }, index) => judges.findIndex((other) => other.name === name) === index)
}

function illustratorOf(settings: ModelSettings | null): Newsroom['publishing']['illustrate'] {
  if (settings?.model === undefined || settings.model === null) return null
  const { kind, timeout, model, url, key } = settings
  if (kind !== 'compatible' && kind !== 'google' && kind !== 'openai')
    throw new Error(`ILLUSTRATOR must be openai, google or compatible, because ${kind} does not generate images.`)
  const reach =
    kind === 'openai' ? { kind: 'compatible' as const, url: addressOf({ kind, model, url, key }) } : { kind, url }
  return createIllustrator({ ...reach, model, key }, { timeout })
}

/**
 * Returns a function that notifies search engines and hubs of new, changed and removed posts. Returns null if neither
 * is configured.
 */
export function announcerOf(environment: Environment, onError: (error: unknown) => void): Newsroom['announce'] {
  const { SITE_URL: siteUrl, INDEXNOW_KEY: key, WEBSUB_HUB: hub } = environment
  if (siteUrl === undefined || (key === undefined && hub === undefined)) return null
  const feeds = ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `${siteUrl}/${name}`)
  return async (posts) => {
    const failures = await announce({
      siteUrl,
      urls: posts.map((post) => `${siteUrl}${postHref(post)}`),
      indexNowKey: key ?? null,
      webSub: hub === undefined ? null : { hub, feeds },
      fetch,
    })
    for (const failure of failures) onError(new Error(failure))
  }
}
