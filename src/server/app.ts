import { Hono } from 'hono'
import type { Archive } from '#archive/archive.ts'
import { readPost } from '#archive/text.ts'
import { createReadNext } from '#archive/read-next.ts'
import { createSearch } from '#archive/search.ts'
import { openWordIndex } from '#archive/word-index.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { refuse } from '#api/answer.ts'
import { getPostContent } from '#api/get-post-content.ts'
import { listCategories } from '#api/list-categories.ts'
import { listPostsByCategory } from '#api/list-posts-by-category.ts'
import { searchPosts } from '#api/search.ts'
import type { Calls } from '#server/backend.ts'
import { bucketFile } from '#server/bucket-files.ts'
import { feedRoutes, type FeedOptions } from '#server/feeds/routes.ts'
import { health, type NewsroomState } from '#server/health.ts'

/** What the machine-readable routes answer from. */
export type AppOptions = FeedOptions & {
  bucketName: string
  /** Proves to search engines that what is announced to them is ours. */
  indexNowKey: string | null
  newsroom: NewsroomState
  /** The age of the newest post, in hours, at which the health is degraded. */
  alarmHours: number
}

/** Everything that is not a page: the three calls, the bucket's public files, feeds, health. A 404 without a body means "not one of these". */
export function createApp(options: AppOptions): Hono {
  const { backend, bucketName, indexNowKey, categories, newsroom, alarmHours, now, report } = options
  const app = new Hono()
  const started = now()

  if (backend.kind === 'own') {
    const { archive, bucket, calls } = backend
    for (const [path, handle] of Object.entries(calls)) app.get(path, (context) => handle(context.req.raw))
    app.get('/bucket/:name/:key{.+}', async (context) => {
      const { name, key } = context.req.param()
      if (name !== bucketName) return context.text('Not found\n', 404)
      return await bucketFile({ bucket, archive, key, ifNoneMatch: context.req.header('if-none-match') ?? null })
    })
  }

  app.route('/', feedRoutes(options))
  if (indexNowKey !== null) app.get(`/${indexNowKey}.txt`, (context) => context.text(indexNowKey))
  app.get('/healthz', async (context) => {
    context.header('cache-control', 'no-store')
    return context.json(await health({ backend, categories, newsroom, alarmHours, started, now: now() }))
  })

  app.notFound(() => new Response(null, { status: 404 }))
  app.onError((error, context) => {
    report(error)
    // A reader learns nothing from the inside of an error; the log holds it all.
    return context.json({ error: 'The server could not answer.' }, 503, {
      'retry-after': '30',
      'cache-control': 'no-store',
    })
  })

  return app
}

/** The three calls of our own backend and its search: answered over HTTP, and in-process to our own pages. */
export function apiCalls(options: {
  archive: Archive
  bucket: Bucket
  bucketName: string
  categoryOrder: readonly string[]
  report: (error: unknown) => void
}): Calls {
  const { archive, bucket, bucketName, categoryOrder: order, report } = options
  const index = openWordIndex({ archive, bucket, onError: report })
  return {
    '/list-categories': listCategories({ archive, bucketName, order }),
    '/list-posts-by-category': listPostsByCategory({ archive }),
    '/search': searchPosts({ search: createSearch(index) }),
    '/get-post-content': getPostContent({
      readPost: (place) => readPost({ bucket, archive, ...place }),
      bucketName,
      readNext: createReadNext(index),
    }),
  }
}

/** The answer to a method other than GET and HEAD. */
export function refuseMethod(): Response {
  const response = refuse(405, 'This server only answers GET and HEAD.')
  response.headers.set('allow', 'GET, HEAD')
  return response
}
