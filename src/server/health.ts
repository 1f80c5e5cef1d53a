import type { Archive } from '#archive/archive.ts'
import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { Backend } from '#server/backend.ts'
import type { HealthReport } from '#server/health-report.ts'

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
  const last = await newsroom.last()
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
  }
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
  if (backend.kind === 'foreign') return { status: 'ok', backend: 'foreign', uptimeSeconds }
  const { posts, sequence, edition, categories, newsroom: last } = await healthReport({ ...options, ...backend })
  return {
    status: edition.degraded ? 'degraded' : 'ok',
    backend: 'own',
    uptimeSeconds,
    sequence,
    posts,
    newestPost: backend.archive.all()[0]?.date ?? null,
    edition,
    emptyCategories: categories.filter(({ posts }) => posts === 0).map(({ id }) => id),
    newsroom: {
      state: newsroom.sentence(),
      sourcesFailing: last?.sourcesFailing ?? null,
      rejectedRatio: last?.rejectedRatio ?? null,
    },
  }
}
