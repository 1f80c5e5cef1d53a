import { join } from 'node:path'
import { withServers, type Bench, type Measured } from './bench.ts'
import { askEach, checkCores, CORES, hammer, onLoadCore, type Load } from './load.ts'
import { measured, ratio, type Plot, type Result, type Table } from './result.ts'
import { ask, type Saved } from './save.ts'
import { startStet } from './stet.ts'
import { fillBucket } from './synthetic.ts'

const RUNS = 5
const SECONDS = 3
const COLD_POSTS = 1_000
const WIDE = 8

/** What is asked for under load. */
type Target = { name: string; path: string; headers?: Record<string, string> }

/** Measures requests a second and their latency: hot pages, files and calls beside nginx, then pages asked for once. */
export async function measureServing(bench: Bench): Promise<Result> {
  checkCores()
  const saved = await bench.saved()
  const hot = await withServers(bench, { core: CORES.server }, (servers) => measureHot({ bench, servers, saved }))
  const cold = await measureCold(bench)
  return {
    section: 'serve',
    sentence: `Each server on one core, its load on another: wrk, 32 connections, ${SECONDS} s a round, answers in brotli, servers in turn. A cold page is one of ${COLD_POSTS} that is asked for once, ${WIDE} at a time or one by one. "Core" is how much of its core a server used: below some 95 %, it was not the server that was slow. "A second of processor" is how many requests it answers in one. A peer stays on the cores that it was given.`,
    tables: [hot.table, cold],
    plots: [hot.plot],
  }
}

async function measureHot(options: {
  bench: Bench
  servers: Measured[]
  saved: Saved[]
}): Promise<{ table: Table; plot: Plot }> {
  const { bench, servers, saved } = options
  const rows: Table['rows'] = []
  const groups: Plot['groups'] = []
  for (const target of await targetsOf(servers[0], saved)) {
    const asked = []
    for (const server of servers) if (await has(server, target)) asked.push(server)
    const loads = new Map(asked.map(({ name }) => [name, new Array<Load>()]))
    for (let run = 0; run < bench.runs(RUNS); run += 1)
      for (const server of run % 2 === 0 ? asked : asked.toReversed())
        loads.get(server.name)?.push(await hammer({ server, ...target, seconds: SECONDS }))
    const own = rates(loads.get('stet') ?? [])
    for (const [name, measures] of loads)
      rows.push({
        name: `${target.name}, ${name}`,
        cells: [...loadCells(measures), name === 'stet' ? null : ratio(own, rates(measures))],
      })
    const bars = [...loads].map(([series, measures]) => ({ series, measure: measured(rates(measures), '/s') }))
    groups.push({ name: target.name, bars })
  }
  const columns = ['requests', 'median', '99 %', 'core', 'a second of processor', 'requests of stet to it']
  return {
    table: { title: 'hot', columns, rows },
    plot: { name: 'serve', title: 'Requests a second on one core (more is better)', groups },
  }
}

// The paths of stet and of its copy; a peer is asked for its own pages, and for the calls of the contract.
async function targetsOf(server: Measured | undefined, saved: Saved[]): Promise<Target[]> {
  if (server === undefined) throw new Error('There is no server to measure.')
  const { home, article, category } = server.paths
  const [, , name = '', id = ''] = article.split('/')
  const style = saved.find(({ path }) => path.endsWith('.css'))
  const picture =
    saved.find(({ path }) => path.endsWith('-640.avif')) ?? saved.find(({ path }) => /\/thumbnail/.test(path))
  const { headers } = await ask(server.url + home, 'br')
  return [
    { name: 'home', path: home },
    { name: 'home, not modified', path: home, headers: { 'if-none-match': headers.etag ?? '' } },
    { name: 'article', path: article },
    { name: 'category', path: category },
    ...(style ? [{ name: 'styles', path: style.path }] : []),
    ...(picture ? [{ name: 'picture', path: picture.path }] : []),
    { name: 'list categories', path: '/list-categories?bucket_name=stet&prefix=posts' },
    { name: 'list posts', path: `/list-posts-by-category?category=${name}` },
    { name: 'get post', path: `/get-post-content?bucket_name=stet&category=${name}&post_id=${id}` },
    { name: 'search', path: '/search?q=model' },
    { name: 'feed', path: '/rss.xml' },
  ]
}

// An entity tag is of one server alone, and nginx cannot search.
async function has(server: Measured, { path, headers = {} }: Target): Promise<boolean> {
  if ('if-none-match' in headers && server.name !== 'stet') return false
  return (await ask(server.url + path, 'br')).status === 200
}

async function measureCold(bench: Bench): Promise<Table> {
  const bucket = join(bench.folder, 'cold')
  const posts = await fillBucket({ bucket, count: COLD_POSTS, like: await bench.edition() })
  const paths = posts.map(({ category, id }) => `/post/${category}/${id}`)
  const rows: Table['rows'] = []
  for (const wide of [WIDE, 1]) {
    const loads: Load[] = []
    for (let run = 0; run < bench.runs(RUNS); run += 1) {
      // A server that has just started has no page.
      const server = await startStet({ bucket, core: CORES.server })
      try {
        await askEach({ server, paths: ['/', '/about'], wide: 1 })
        loads.push(await onLoadCore(() => askEach({ server, paths, wide })))
      } finally {
        await server.stop()
      }
    }
    rows.push({ name: `article, ${wide} at a time, stet`, cells: loadCells(loads) })
  }
  return { title: 'cold', columns: ['requests', 'median', '99 %', 'core', 'a second of processor'], rows }
}

function loadCells(loads: Load[]) {
  const busy = loads.map((load) => load.busy).filter((share) => share !== null)
  return [
    measured(rates(loads), '/s'),
    measured(
      loads.map(({ p50 }) => p50),
      'ms',
    ),
    measured(
      loads.map(({ p99 }) => p99),
      'ms',
    ),
    busy.length === 0 ? null : measured(busy, '%'),
    // What the rate would be with nothing else on the core: noise of the machine falls out of it.
    busy.length === 0
      ? null
      : measured(
          loads.flatMap(({ rate, busy }) => (busy === null ? [] : [(rate / busy) * 100])),
          '/s',
        ),
  ]
}

function rates(loads: Load[]): number[] {
  return loads.map(({ rate }) => rate)
}
