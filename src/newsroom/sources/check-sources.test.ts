import { expect, test } from 'vitest'
import { checkSources } from '#newsroom/sources/check-sources.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { httpOf } from '../../../tests/fixtures/newsroom/test-web.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const RECENT = '2026-11-20T08:00:00Z'
const OLD = '2025-01-01T00:00:00Z'

type Feed = { unread?: number; status?: number; dates?: string[]; text?: string }

test('reports the state of each source, and counts those that need attention', async () => {
  const expected: [id: string, state: string, feed: Feed | null, words: string][] = [
    ['fine', 'fine', { dates: [RECENT, OLD] }, 'Name of fine is fine. Number of entries: 2, the newest from'],
    ['gone', 'died', { status: 410 }, 'status 410, not 200. The feed no longer exists.'],
    ['missing', 'died', { status: 404 }, 'status 404, not 200. The feed no longer exists.'],
    ['broken', 'died', { status: 503 }, 'status 503, not 200.'],
    ['page', 'died', { text: '<!doctype html>' }, 'is not a feed'],
    ['down', 'died', null, 'Name of down could not be read: Nothing responds at https://down.example/feed.'],
    ['stopped', 'silent', { dates: ['2026-07-24T11:59:59Z', OLD] }, 'from 2026-07-24. That is more than 120 days ago.'],
    ['late', 'fine', { dates: ['2026-07-24T12:00:00Z'] }, 'the newest from 2026-07-24.'],
    ['empty', 'silent', { dates: [] }, 'check this source again on another day'],
    [
      'unread',
      'incomplete',
      { dates: [RECENT], unread: 2 },
      '2 of 3 entries have no URL, no date or no readable text.',
    ],
    ['future', 'silent', { dates: ['2030-01-01T00:00:00Z', OLD] }, 'entries: 1, the newest from 2025-01-01.'],
  ]
  const pages = expected.flatMap(([id, , feed]) => {
    const url = `https://${id}.example/feed`
    const { status = 200, dates = [], unread = 0, text = JSON.stringify({ dates, unread }) } = feed ?? {}
    return feed === null ? [] : [[url, { status, url, body: Buffer.from(text) }] as const]
  })
  const sentences: string[] = []
  const bad = await checkSources({
    sources: expected.map(([id]): Source => {
      const url = `https://${id}.example/feed`
      return { id, name: `Name of ${id}`, url, categories: ['technology'], kind: 'publisher', weight: 1 }
    }),
    http: httpOf(Object.fromEntries(pages)),
    reader: {
      // In this test, a feed is a list of dates and the number of unreadable items.
      async feed(body, _, url) {
        const text = Buffer.from(body).toString()
        if (!text.startsWith('{')) throw new Error(`${url} is not a feed.`)
        const { dates, unread }: { dates: string[]; unread: number } = JSON.parse(text)
        const entry = { title: 'T', text: '', teaser: true }
        return { entries: dates.map((date, id) => ({ ...entry, id: `${id}`, url: `${url}/${id}`, date })), unread }
      },
    },
    now: () => NOW,
    report: (sentence) => sentences.push(sentence),
  })
  for (const [id, state, , words] of expected) {
    const sentence = sentences.find((sentence) => sentence.startsWith(`Name of ${id} `))
    expect(sentence).toContain(state === 'died' ? 'could not be read: ' : `is ${state}.`)
    expect(sentence).toContain(words)
  }
  expect(bad).toBe(expected.filter(([, state]) => state !== 'fine').length)
})
