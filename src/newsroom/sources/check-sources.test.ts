import { expect, test } from 'vitest'
import { checkSources } from '#newsroom/sources/check-sources.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import type { Fetched, SafeFetch } from '#newsroom/sources/http/http-client.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

test('describes the state of each source, in the order given', async () => {
  const feeds: Record<string, Answer> = {
    fine: { dates: ['2026-11-20T08:00:00Z', '2026-11-01T08:00:00Z'] },
    moved: { dates: ['2026-11-20T08:00:00Z'], moved: 'https://new.example/feed' },
    gone: { status: 410 },
    missing: { status: 404 },
    broken: { status: 503 },
    page: { text: '<!doctype html>' },
    stopped: { dates: ['2026-07-24T11:59:59Z', '2025-01-01T00:00:00Z'] },
    late: { dates: ['2026-07-24T12:00:00Z'] },
    empty: { dates: [] },
    undated: { dates: [null, 'yesterday'] },
    unreadable: { dates: ['2026-11-20T08:00:00Z'], unread: 2 },
    future: { dates: ['2030-01-01T00:00:00Z', '2025-01-01T00:00:00Z'] },
    away: { dates: ['2025-01-01T00:00:00Z'], moved: 'https://away.example/feed' },
  }
  const healths = await examine(feeds, Object.keys(feeds))
  expect(healths.map(({ source, state }) => [source.id, state])).toEqual([
    ['fine', 'fine'],
    ['moved', 'moved'],
    ['gone', 'died'],
    ['missing', 'died'],
    ['broken', 'died'],
    ['page', 'died'],
    ['stopped', 'silent'],
    ['late', 'fine'],
    ['empty', 'silent'],
    ['undated', 'incomplete'],
    ['unreadable', 'incomplete'],
    ['future', 'silent'],
    ['away', 'silent'],
  ])
  const said = healths.map(({ sentence }) => sentence)
  expect(said[0]).toBe('Name of fine is fine: 2 entries, the newest of 2026-11-20.')
  expect(said[1]).toContain('It has permanently moved to https://new.example/feed.')
  expect(said[2]).toContain('status 410: the feed no longer exists')
  expect(said[4]).toContain('status 503.')
  expect(said[5]).toContain('no feed')
  expect(said[6]).toContain('2026-07-24')
  expect(said[9]).toContain('2 entries, none with a date')
  expect(said[10]).toContain('2 of 3 entries could not be read.')
  expect(said[12]).toContain('moved to https://away.example/feed')
})

test('a source that cannot be reached died with the reason, and does not affect the others', async () => {
  const healths = await examine({ a: { dates: ['2026-11-20T08:00:00Z'] } }, ['unknown', 'a'])
  expect(healths.map(({ state }) => state)).toEqual(['died', 'fine'])
  expect(healths[0]?.sentence).toBe('Name of unknown died: https://unknown.example/feed cannot be reached.')
})

type Answer = { unread?: number; status?: number; dates?: (string | null)[]; moved?: string; text?: string }

function examine(feeds: Record<string, Answer>, ids: string[]) {
  const http: SafeFetch = {
    async fetch(url): Promise<Fetched> {
      const feed = feeds[new URL(url).hostname.split('.')[0] ?? '']
      if (feed === undefined) throw new Error(`${url} cannot be reached.`)
      const { status = 200, moved = null, dates = [], unread = 0, text = JSON.stringify({ dates, unread }) } = feed
      const headers = { etag: null, lastModified: null, contentType: 'application/json' }
      return { status, url: moved ?? url, moved, body: Buffer.from(text), headers }
    },
    async close() {},
  }
  return checkSources({
    sources: ids.map((id): Source => {
      const url = `https://${id}.example/feed`
      return { id, name: `Name of ${id}`, url, categories: ['technology'], kind: 'publisher', weight: 1 }
    }),
    http,
    // A feed here is a list of dates and the number of unreadable items.
    async parse(body, contentType, url) {
      const text = Buffer.from(body).toString()
      if (!text.startsWith('{') || contentType !== 'application/json') throw new Error(`${url} is no feed.`)
      const { dates, unread }: { dates: (string | null)[]; unread: number } = JSON.parse(text)
      return { entries: dates.map((date) => ({ date })), unread }
    },
    now: () => NOW,
  })
}
