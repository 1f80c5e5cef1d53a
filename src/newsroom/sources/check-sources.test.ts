import { expect, test } from 'vitest'
import { checkSources } from '#newsroom/sources/check-sources.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { decodeBody } from '#newsroom/sources/feed/decode.ts'
import { parseFeed } from '#newsroom/sources/feed/parse.ts'
import { FetchError } from '#newsroom/sources/http/public-address.ts'
import { item, rss } from '../../../tests/fixtures/newsroom/rss.ts'
import { httpOf, type TestPage } from '../../../tests/fixtures/newsroom/test-web.ts'

const RECENT = '2026-11-20T08:00:00Z'
const OLD = '2025-01-01T00:00:00Z'

// Each source's id is also its name.
const SOURCES: [id: string, state: string, words: string, page: TestPage][] = [
  ['fine', 'fine', 'Number of entries: 2, the newest from 2026-11-20.', feedOf(RECENT, OLD)],
  ['gone', 'died', 'status 410, not 200. The feed no longer exists.', { status: 410 }],
  ['missing', 'died', 'status 404, not 200. The feed no longer exists.', { status: 404 }],
  ['broken', 'died', 'status 503, not 200.', { status: 503 }],
  ['page', 'died', 'is a web page, not a feed', '<!doctype html>'],
  ['down', 'died', 'down could not be read: Nothing responds.', new FetchError('Nothing responds.')],
  ['stopped', 'silent', 'from 2026-07-24. That is more than 120 days ago.', feedOf('2026-07-24T11:59:59Z', OLD)],
  ['late', 'fine', 'the newest from 2026-07-24.', feedOf('2026-07-24T12:00:00Z')],
  ['empty', 'silent', 'check this source again on another day', feedOf()],
  ['unread', 'incomplete', '2 of 3 entries have no URL, no date or no readable text.', feedOf(RECENT, 'soon', 'soon')],
  ['future', 'silent', 'entries: 1, the newest from 2025-01-01.', feedOf('2030-01-01T00:00:00Z', OLD)],
]

test('reports the state of each source, and counts those that need attention', async () => {
  const urlOf = (id: string) => `https://${id}.example/feed`
  const sentences: string[] = []
  const bad = await checkSources({
    sources: SOURCES.map(([id]): Source => {
      return { id, name: id, url: urlOf(id), categories: ['technology'], kind: 'publisher', weight: 1 }
    }),
    http: httpOf(Object.fromEntries(SOURCES.map(([id, , , page]) => [urlOf(id), page]))),
    reader: { feed: async (body, contentType, url) => parseFeed(decodeBody(body, contentType), url) },
    now: () => new Date('2026-11-21T12:00:00Z'),
    report: (sentence) => sentences.push(sentence),
  })
  for (const [id, state, words] of SOURCES) {
    const sentence = sentences.find((sentence) => sentence.startsWith(`${id} `))
    expect(sentence).toContain(state === 'died' ? 'could not be read: ' : `is ${state}.`)
    expect(sentence).toContain(words)
  }
  expect(bad).toBe(SOURCES.filter(([, state]) => state !== 'fine').length)
})

function feedOf(...dates: string[]): TestPage {
  return rss(dates.map((date, index) => item({ link: `/${index}`, date })).join(''))
}
