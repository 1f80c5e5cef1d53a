import { exitStatus, reportLines, type Report } from '#newsroom/edition/report.ts'
import { messageOf } from './command-line.ts'
import type { Environment } from './environment.ts'

const EDITIONS = { 0: 'edition-done', 3: 'edition-incomplete', 1: 'edition-failed' } as const

/** A message to the operator about an event. */
export type Notice = {
  event: (typeof EDITIONS)[keyof typeof EDITIONS] | 'edition-late' | 'posts-waiting' | 'source-silent' | 'retraction'
  text: string
}

const TIMEOUT_MS = 10_000

/**
 * Returns a function that sends notices to `NOTIFY_URL`. It does nothing if the setting is missing, and never rejects.
 */
export function notifierOf({ NOTIFY_URL }: Pick<Environment, 'NOTIFY_URL'>, onError: (error: unknown) => void) {
  return async (notice: Notice): Promise<void> => {
    if (NOTIFY_URL === undefined) return
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const { ok, status } = await fetch(NOTIFY_URL, { method: 'POST', signal, ...messageFor(NOTIFY_URL, notice) })
      if (!ok) throw new Error(`it responded with status ${status}`)
    } catch (error) {
      // Do not log the URL, because it may contain a secret.
      onError(new Error(`The notice ${notice.event} was not delivered to NOTIFY_URL: ${messageOf(error)}`))
    }
  }
}

/**
 * Returns the notices about an edition. `before` is the newest earlier report. Returns an empty list if that report has
 * the same edition and outcome. All sources that were silent for a week (`silent`) share one notice, so that a slow
 * webhook delays the process only a few times.
 */
export function editionNotices(report: Report, before: Report | null, silent: { name: string }[]): Notice[] {
  if (before?.date === report.date && exitStatus(before) === exitStatus(report)) return []
  const [text = ''] = reportLines(report)
  const notices: Notice[] = [{ event: EDITIONS[exitStatus(report)], text }]
  const held = report.outcomes.filter(({ state }) => state === 'held').map(({ post }) => `“${post?.title}”`)
  const waiting = `Posts waiting for a human review (npm run review): ${held.join(', ')}.`
  if (held.length > 0) notices.push({ event: 'posts-waiting', text: waiting })
  const names = silent.map(({ name }) => name).join(', ')
  const failing = `These sources have failed for a week: ${names}. Check them with npm run doctor -- --sources.`
  if (silent.length > 0) notices.push({ event: 'source-silent', text: failing })
  return notices
}

/** Returns the request headers and body for a notice. Slack, Mattermost and ntfy require their own formats. */
export function messageFor(url: string, { event, text }: Notice): { headers: Record<string, string>; body: string } {
  const { hostname, pathname } = new URL(url)
  if (/(?:^|\.)ntfy\./.test(hostname)) return { headers: { title: `Stet: ${event}` }, body: text }
  const headers = { 'content-type': 'application/json' }
  // Escape the text so that a title cannot mention a channel:
  // https://api.slack.com/reference/surfaces/formatting#escaping
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (hostname === 'hooks.slack.com') return { headers, body: JSON.stringify({ text: escaped }) }
  if (pathname.startsWith('/hooks/')) return { headers, body: JSON.stringify({ text: text.replaceAll('@', '(at)') }) }
  return { headers, body: JSON.stringify({ event, text, time: new Date().toISOString() }) }
}
