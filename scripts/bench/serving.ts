import { join } from 'node:path'
import { inTurn, withServers, type Bench, type Measured } from './bench.ts'
import { startCheckout } from './checkout.ts'
import { ask, askEach, CORES, hammer, type Load } from './load.ts'
import { fillBucket } from './synthetic.ts'
import { collectSamples, type Result } from './table.ts'

const RUNS = 5
const SECONDS = 3
const COLD_POSTS = 1_000
const WIDE = 8

/** Measures requests a second and their latency: hot pages, files and calls, then pages asked for once. */
export async function measureServing(bench: Bench): Promise<Result> {
  const samples = collectSamples('requests', {
    requests: '/s',
    median: 'ms',
    '99 %': 'ms',
    core: '%',
    'requests per CPU-second': '/s',
  })
  const keep = (place: { row: string; build: string }, { rate, p50, p99, busy }: Load) =>
    // What the rate would be with nothing else on the core: noise of the machine falls out of it.
    samples.add(place, [rate, p50, p99, busy, (rate / busy) * 100])

  await withServers(bench, CORES.server, async (servers) => {
    const asked = await Promise.all(servers.map(async (server) => ({ server, targets: await targetsOf(server) })))
    for (const row of asked[0]?.targets.keys() ?? [])
      for (let run = 0; run < bench.runs(RUNS); run += 1)
        for (const { server, targets } of inTurn(asked, run)) {
          const { path = '/', etag } = targets.get(row) ?? {}
          keep({ row, build: server.name }, await hammer({ server, path, etag, seconds: SECONDS }))
        }
  })

  const bucket = join(bench.folder, 'cold')
  const posts = await fillBucket({ bucket, count: COLD_POSTS, like: await bench.edition() })
  const paths = posts.map(({ category, id }) => `/post/${category}/${id}`)
  for (const wide of [WIDE, 1])
    for (let run = 0; run < bench.runs(RUNS); run += 1)
      for (const checkout of inTurn(bench.checkouts, run)) {
        // A server that has just started has no page.
        const server = await startCheckout(checkout, { bucket, core: CORES.server })
        try {
          await askEach({ server, paths: ['/', '/about'], wide: 1 })
          const load = await askEach({ server, paths, wide })
          keep({ row: `cold article, ${wide} at a time`, build: checkout.name }, load)
        } finally {
          await server.stop()
        }
      }
  return {
    section: 'serving',
    sentence: `Each server on one core, its load on another: wrk, 32 connections, ${SECONDS} s a round, answers in brotli. A cold article is one of ${COLD_POSTS} that is asked for once. "Core" is how much of its core a server used: below some 95 %, it was not the server that was slow.`,
    tables: [samples.table()],
  }
}

/** What is asked for under load. */
type Target = { path: string; etag?: string }

async function targetsOf({ url, paths }: Measured): Promise<Map<string, Target>> {
  const [, , category = '', id = ''] = paths.article.split('/')
  const { body } = await ask(url + paths.home, { coding: 'identity' })
  const found = (pattern: RegExp) => {
    const [path] = pattern.exec(body.toString()) ?? []
    if (path === undefined) throw new Error(`The home page at ${url} names nothing like ${pattern}.`)
    return { path }
  }
  return new Map<string, Target>([
    ['home', { path: paths.home }],
    ['home, not modified', { path: paths.home, etag: (await ask(url)).headers.etag }],
    ['article', { path: paths.article }],
    ['category', { path: paths.category }],
    ['styles', found(/\/[\w/.-]+\.css/)],
    ['picture', found(/\/bucket\/[\w/.-]+\.(?:avif|png)/)],
    ['list categories', { path: '/list-categories?bucket_name=stet&prefix=posts' }],
    ['list posts', { path: `/list-posts-by-category?category=${category}` }],
    ['get post', { path: `/get-post-content?bucket_name=stet&category=${category}&post_id=${id}` }],
    ['search', { path: '/search-posts?q=model' }],
    ['feed', { path: '/rss.xml' }],
  ])
}
