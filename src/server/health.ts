import { setTimeout as wait } from 'node:timers/promises'
import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { Backend, LocalBackend } from '#server/backend.ts'

/** The state of a server and its newsroom, used for probes, metrics and alarms. */
export type HealthReport = {
  /** Number of published posts. */
  posts: number
  /** Sequence number of the journal's last event. */
  sequence: number
  /**
   * The last edition. `ageSeconds` is null before the first edition. `degraded` is true if an edition is overdue, and
   * `reason` says why.
   */
  edition: { ageSeconds: number | null; degraded: boolean; reason: string | null }
  /** All categories of the blog, including those without posts. */
  categories: { id: string; posts: number }[]
  /**
   * Results of the last edition, or null before the first edition. `rejectedRatio` is the fraction of drafts that the
   * checks rejected (0 to 1). `planted` counts the errors that were planted to test the judges, and how many of them
   * the judges found, by kind. The cost is in US dollars, or null if a model has no known price.
   */
  newsroom: {
    sourcesFailing: number
    rejectedRatio: number | null
    planted: { kind: string; planted: number; found: number }[]
    cost: number | null
    tokens: number | null
  } | null
  /** The reason why this server currently cannot read its bucket or desk, or null. */
  problem: string | null
}

/** The newsroom's state: a sentence about it, whether editions are expected, and the last edition's results. */
export type NewsroomState = {
  sentence(): string
  expected: boolean
  last(): Promise<HealthReport['newsroom']>
}

const HOUR_SECONDS = 3600

/**
 * Creates the report for metrics and alarms. The last edition's age is the age of the newest post. After `alarmHours`,
 * the edition counts as degraded.
 */
export async function healthReport(options: {
  backend: Pick<LocalBackend, 'archive' | 'categoryOrder'>
  newsroom: Omit<NewsroomState, 'sentence'>
  alarmHours: number
  now: Date
}): Promise<HealthReport> {
  const { newsroom, alarmHours, now } = options
  const { archive, categoryOrder } = options.backend
  const newest = timeOf(archive.all()[0]?.date ?? null)
  const ageSeconds = Number.isFinite(newest) ? Math.max(0, Math.round((now.getTime() - newest) / 1000)) : null
  const { last, problem } = await lastEdition(newsroom)
  // A blog without a newsroom never has late editions.
  const expected = newsroom.expected || last !== null
  const late = expected && (ageSeconds === null || ageSeconds > alarmHours * HOUR_SECONDS)
  const reason =
    ageSeconds === null
      ? 'There is no post yet.'
      : `The newest post is ${Math.floor(ageSeconds / HOUR_SECONDS)} hours old, but the limit is ${alarmHours} hours.`
  return {
    posts: archive.all().length,
    sequence: archive.sequence,
    edition: { ageSeconds, degraded: late, reason: late ? reason : null },
    categories: [...new Set([...categoryOrder, ...archive.categories()].map(categorySlug))].map((id) => ({
      id,
      posts: archive.posts(id).length,
    })),
    newsroom: last,
    problem: archive.problem() ?? problem,
  }
}

// Probes must get a response even if the desk does not respond.
const DESK_TIMEOUT_MS = 1_000

async function lastEdition(newsroom: Pick<NewsroomState, 'last'>) {
  const late = wait(DESK_TIMEOUT_MS, null, { ref: false }).then(() => {
    throw new Error(
      `The desk did not respond within ${DESK_TIMEOUT_MS / 1_000} s. Check that its storage is available.`,
    )
  })
  try {
    return { last: await Promise.race([newsroom.last(), late]), problem: null }
  } catch (error) {
    return { last: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Creates the public health report: status, backend, journal position and the last edition's age. */
export async function health(options: {
  backend: Backend
  newsroom: NewsroomState
  alarmHours: number
  started: Date
  now: Date
}) {
  const { backend, newsroom, started, now } = options
  const uptimeSeconds = Math.floor((now.getTime() - started.getTime()) / 1000)
  if (backend.kind === 'remote') {
    const problem = await backend.problem()
    return { status: problem === null ? 'ok' : 'degraded', backend: 'foreign', uptimeSeconds, problem }
  }
  const { posts, sequence, edition, categories, newsroom: last, problem } = await healthReport({ ...options, backend })
  return {
    status: edition.degraded || problem !== null ? 'degraded' : 'ok',
    backend: 'own',
    uptimeSeconds,
    problem,
    sequence,
    posts,
    newestPost: backend.archive.all()[0]?.date ?? null,
    edition,
    emptyCategories: emptyCategories(categories),
    newsroom: {
      state: newsroom.sentence(),
      sourcesFailing: last?.sourcesFailing ?? null,
      rejectedRatio: last?.rejectedRatio ?? null,
      planted: last?.planted ?? [],
    },
  }
}

/** Returns the categories that do not have a post. */
export function emptyCategories(categories: HealthReport['categories']): string[] {
  return categories.filter(({ posts }) => posts === 0).map(({ id }) => id)
}
