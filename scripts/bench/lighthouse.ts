import lighthouse from 'lighthouse'
import { withServers, type Bench } from './bench.ts'
import { openBrowser } from './browser.ts'
import { measured, type Result } from './result.ts'
import { freePort } from './server.ts'

const RUNS = 5
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Measures the scores that Lighthouse gives as on a phone, of pages and of the one that is not there. */
export async function measureLighthouse(bench: Bench): Promise<Result> {
  return await withServers(bench, { alone: true }, async (servers) => {
    const rows: Result['tables'][number]['rows'] = []
    const times: Result['tables'][number]['rows'] = []
    const lost = new Map<string, Set<string>>()
    for (const server of servers) {
      const { home, article, category } = server.paths
      for (const [name, path] of Object.entries({ home, article, category, about: '/about', 404: '/is-not-here' })) {
        const scores = new Map(CATEGORIES.map((name) => [name, new Array<number>()]))
        const timed = TIMES.map(() => new Array<number>())
        for (let run = 0; run < bench.runs(RUNS); run += 1) {
          const verdict = await audit(server.url + path)
          for (const [place, time] of verdict.times.entries()) timed[place]?.push(time)
          for (const [category, { score, failed }] of verdict.scores) {
            scores.get(category)?.push(score)
            const key = `${name}, ${server.name}`
            lost.set(key, new Set([...(lost.get(key) ?? []), ...failed]))
          }
        }
        rows.push({
          name: `${name}, ${server.name}`,
          cells: [...scores.values()].map((samples) => measured(samples, '')),
        })
        times.push({ name: `${name}, ${server.name}`, cells: timed.map((samples) => measured(samples, 'ms')) })
      }
    }
    const reasons = [...lost].filter(([, audits]) => audits.size > 0)
    return {
      section: 'lighthouse',
      sentence: 'Lighthouse, mobile, with its usual simulated throttling; medians, and from the worst run to the best.',
      tables: [
        { title: 'scores of 100', columns: ['performance', 'accessibility', 'best practices', 'SEO'], rows },
        { title: 'times, as simulated', columns: ['FCP', 'LCP', 'TBT'], rows: times },
        ...(reasons.length > 0
          ? [
              {
                title: 'what cost points',
                columns: ['audits'],
                rows: reasons.map(([name, audits]) => ({ name, cells: [[...audits].toSorted().join(', ')] })),
              },
            ]
          : []),
      ],
      plots: [],
    }
  })
}

type Score = { score: number; failed: string[] }
type Verdict = { scores: Map<(typeof CATEGORIES)[number], Score>; times: number[] }

// A browser for each: what one page left behind would be another's.
async function audit(url: string): Promise<Verdict> {
  const port = await freePort()
  const browser = await openBrowser(port)
  try {
    const outcome = await lighthouse(url, {
      ...{ port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] },
      // The page of an address that is not there is one of the pages.
      ignoreStatusCode: true,
    })
    if (!outcome || outcome.lhr.runtimeError)
      throw new Error(`Lighthouse could not judge ${url}: ${outcome?.lhr.runtimeError?.message ?? 'it gave no result'}`)
    const { categories, audits } = outcome.lhr
    const scores = new Map(
      CATEGORIES.map((name) => {
        const category = categories[name]
        const score = category?.score
        if (!category || score === null || score === undefined)
          throw new Error(`Lighthouse gave ${url} no score of ${name}.`)
        // Of an audit that weighs nothing, nothing is lost.
        const weighed = category.auditRefs.filter(({ weight }) => weight > 0)
        const failed = score === 1 ? [] : weighed.filter(({ id }) => (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id)
        return [name, { score: Math.round(score * 100), failed }]
      }),
    )
    return { scores, times: TIMES.map((name) => audits[name]?.numericValue ?? NaN) }
  } finally {
    await browser.close()
  }
}
