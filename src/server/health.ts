import type { Backend } from '#server/backend.ts'

/** What a probe may know: whether this process serves, from where, and how far it has read. */
export function health(options: { backend: Backend; started: Date; now: Date }) {
  const { backend, started, now } = options
  const uptimeSeconds = Math.floor((now.getTime() - started.getTime()) / 1000)
  if (backend.kind === 'foreign') return { status: 'ok', backend: 'foreign', uptimeSeconds }
  return {
    status: 'ok',
    backend: 'own',
    uptimeSeconds,
    sequence: backend.archive.sequence,
    posts: backend.archive.all().length,
    newestPost: backend.archive.all()[0]?.date ?? null,
  }
}
