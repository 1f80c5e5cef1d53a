import { setTimeout as wait } from 'node:timers/promises'
import type { Archive } from '#archive/archive.ts'
import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { Backend } from '#server/backend.ts'

/** What a server knows of itself and of its newsroom: for probes, metrics and alarms, never for readers. */
export type HealthReport = {
  /** How many posts are published. */
  posts: number
  /** The number of the journal's last event. */
  sequence: number
  /** The last edition: its age, null before the first one; `degraded` when nobody would call it daily any more, and why. */
  edition: { ageSeconds: number | null; degraded: boolean; reason: string | null }
  /** Every category of the blog, those without posts too. */
  categories: { id: string; posts: number }[]
  /**
   * What the last edition met; null where no newsroom has run. `rejectedRatio` is the share of drafts, 0 to 1, that the
   * checks rejected; `cost` is in US dollars, null when a model has no price.
   */
  newsroom: {
    sourcesFailing: number
    rejectedRatio: number | null
    cost: number | null
    tokens: number | null
  } | null
  /** What keeps this server from reading its bucket or its desk now, in a sentence; null when nothing does. */
  problem: string | null
}

/** What a server is told of its newsroom: what it does, in a sentence, whether editions are expected, what the last one met. */
export type NewsroomState = {
  sentence(): string
  expected: boolean
  last(): Promise<HealthReport['newsroom']>
}

const HOUR = 3600

/** What metrics and alarms are made of. An edition is as old as the newest post; past `alarmHours` the health is degraded. */
export async function healthReport(options: {
  archive: Archive
  categories: readonly string[]
  newsroom: NewsroomState
  alarmHours: number
  now: Date
}): Promise<HealthReport> {
  const { archive, categories, newsroom, alarmHours, now } = options
  const newest = timeOf(archive.all()[0]?.date ?? null)
  const ageSeconds = Number.isFinite(newest) ? Math.max(0, Math.round((now.getTime() - newest) / 1000)) : null
  const { last, problem } = await lastEdition(newsroom)
  // A blog that nobody asked to write itself is not late.
  const expected = newsroom.expected || last !== null
  const late = expected && (ageSeconds === null || ageSeconds > alarmHours * HOUR)
  const reason =
    ageSeconds === null
      ? 'There is no post yet.'
      : `The newest post is ${Math.floor(ageSeconds / HOUR)} hours old; more than ${alarmHours} are too many.`
  return {
    posts: archive.all().length,
    sequence: archive.sequence,
    edition: { ageSeconds, degraded: late, reason: late ? reason : null },
    categories: [...new Set([...categories, ...archive.categories()].map(categorySlug))].map((id) => ({
      id,
      posts: archive.posts(id).length,
    })),
    newsroom: last,
    problem: archive.problem() ?? problem,
  }
}

// A probe wants an answer, also while the desk gives none, in milliseconds.
const PATIENCE = 1_000

async function lastEdition(
  newsroom: NewsroomState,
): Promise<{ last: HealthReport['newsroom']; problem: string | null }> {
  const reading = newsroom.last().then(
    (last) => ({ last, problem: null }),
    (error: unknown) => ({ last: null, problem: error instanceof Error ? error.message : String(error) }),
  )
  const late = {
    last: null,
    problem: `The desk has not answered in ${PATIENCE / 1_000} s: see whether its storage is there.`,
  }
  return await Promise.race([reading, wait(PATIENCE, late, { ref: false })])
}

/** What a probe may know: whether this process serves, from where, how far it has read, and whether editions still come. */
export async function health(options: {
  backend: Backend
  categories: readonly string[]
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
  const { archive } = backend
  const { posts, sequence, edition, categories, newsroom: last, problem } = await healthReport({ ...options, archive })
  return {
    status: edition.degraded || problem !== null ? 'degraded' : 'ok',
    backend: 'own',
    uptimeSeconds,
    problem,
    sequence,
    posts,
    newestPost: archive.all()[0]?.date ?? null,
    edition,
    emptyCategories: emptyCategories(categories),
    newsroom: {
      state: newsroom.sentence(),
      sourcesFailing: last?.sourcesFailing ?? null,
      rejectedRatio: last?.rejectedRatio ?? null,
    },
  }
}

/** The categories without a post. */
export function emptyCategories(categories: HealthReport['categories']): string[] {
  return categories.filter(({ posts }) => posts === 0).map(({ id }) => id)
}
