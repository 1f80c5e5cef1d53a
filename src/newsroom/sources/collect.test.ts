import { afterAll, expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import { collect, silentSources } from '#newsroom/sources/collect.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { createSafeFetch } from '#newsroom/sources/http/http-client.ts'
import { item, rss } from '../../../tests/fixtures/newsroom/rss.ts'
import { httpOf } from '../../../tests/fixtures/newsroom/test-web.ts'
import { listen } from '../../../tests/fixtures/serve.ts'

// A real server sends the hostile feeds, and the real worker thread parses them.

const NOW = '2026-03-04T12:00:00.000Z'
const SINCE = new Date('2026-03-01T12:00:00Z')
const GOOD = rss(item({ link: '/good', date: '2026-03-04T10:00:00Z' }))
const HOSTILE: Record<string, string | Uint8Array> = {
  page: '<!doctype html><html><body>Not found</body></html>',
  noise: Uint8Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 256),
  hanging: rss(item({ text: `<![CDATA[${'<div>'.repeat(30_000)}${'</p>'.repeat(30_000)}]]>` })),
}

const http = createSafeFetch({ contact: 'https://stet.example/about', allowPrivate: true })
const reader = createFeedReader({ timeLimit: 60_000 })

afterAll(() => Promise.all([http.close(), reader.close()]))

test('keeps a hostile source from affecting the entries of other sources', async () => {
  const host = await listen(({ url = '' }, response) => {
    const body = HOSTILE[url.slice(1)]
    if (url === '/status') response.writeHead(500)
    response.end(url.startsWith('/good') ? GOOD.replace('/good', url) : body)
  })
  const names = [...Object.keys(HOSTILE), 'status']
  // Read a good source before each hostile one.
  const sources = names.flatMap((name) => [source(`good-${name}`, host), source(name, host)])
  const { entries, failures } = await collect(optionsFor(...sources))
  expect(entries.map(({ url }) => url).toSorted()).toEqual(names.map((name) => `${host}/good-${name}`).toSorted())
  const reasons = Object.fromEntries(failures.map(({ source, reason }) => [source, reason]))
  expect(reasons).toEqual({
    page: expect.stringContaining('is a web page, not a feed'),
    noise: expect.stringContaining('is not a feed'),
    hanging: expect.stringContaining('has no entry with'),
    status: `The request for the feed ${host}/status returned status 500, not 200.`,
  })
  expect(failures.every(({ source, reason }) => reason.includes(`${host}/${source}`))).toBe(true)
})

test("reports a feed's gaps, and still collects its other entries", async () => {
  const dates = ['GMT', 'EST', 'PDT', 'CST', '+0100', '+0800'].map((zone) => `Wed, 04 Mar 2026 06:00:00 ${zone}`)
  const dated = dates.map((date, index) => item({ link: `/${index}`, date }))
  const broken = '<item><title>A</title></item>'
  const host = await listen(({ url }, response) => {
    response.end(rss(url === '/a' ? dated.join('') + broken : item({ date: NOW }) + item({ date: 'soon' })))
  })
  const { entries, failures, remarks } = await collect(optionsFor(source('a', host), source('b', host)))
  expect([entries.length, failures]).toEqual([7, []])
  const reason = 'entries have no URL, no date or no readable text.'
  expect(remarks).toEqual([`The a: 1 of 7 ${reason}`, `The b: 1 of 2 ${reason}`])
})

test('collects entries from `since` to now, and changes dates up to one hour in the future to now', async () => {
  const dates = '2026-03-01T11:59:59Z|2026-03-01T12:00:00Z|2026-03-04T12:59:59Z|2026-03-04T13:00:01Z'.split('|')
  const host = await listen((_, response) => {
    response.end(rss(dates.map((date, index) => item({ link: `/${index}`, date })).join('')))
  })
  const options = optionsFor(source('a', host))
  const { entries } = await collect(options)
  const fields = { source: 'a', publisher: 'The a', categories: ['ai'], weight: 1, title: 'A title', text: '' }
  expect(entries).toEqual([
    { ...fields, id: `${host}/2`, url: `${host}/2`, date: NOW, complete: false },
    { ...fields, id: `${host}/1`, url: `${host}/1`, date: '2026-03-01T12:00:00.000Z', complete: false },
  ])
  const stored = await options.desk.get('sources/a.json')
  expect(JSON.parse(Buffer.from(stored?.body ?? '').toString())).toMatchObject({ lastSuccess: NOW })
})

test('sends a conditional request for a known feed, and reads an unchanged feed from the desk', async () => {
  const requested: (string | undefined)[][] = []
  const host = await listen(({ headers }, response) => {
    requested.push([headers['if-none-match'], headers['if-modified-since']])
    const unchanged = headers['if-none-match'] === '"one"'
    response.writeHead(unchanged ? 304 : 200, {
      ...(unchanged ? {} : { ETag: '"one"', 'Last-Modified': 'Tue, 03 Mar 2026 10:00:00 GMT' }),
      'Content-Type': 'text/xml; charset=iso-8859-1',
    })
    response.end(unchanged ? null : Buffer.from(rss(item({ title: 'Zoë', date: NOW })), 'latin1'))
  })
  const options = optionsFor(source('a', host))
  const first = await collect(options)
  const second = await collect(options)
  expect(first.entries.map(({ title }) => title)).toEqual(['Zoë'])
  expect(second).toEqual(first)
  await options.desk.delete('sources/a.feed')
  expect(await collect(options)).toEqual(first)
  const moved = { ...options, sources: [source('a', host, { path: '/moved' })] }
  expect(await collect(moved)).toMatchObject({ failures: [] })
  const whole = [undefined, undefined]
  expect(requested).toEqual([whole, ['"one"', 'Tue, 03 Mar 2026 10:00:00 GMT'], whole, whole])
})

test('if several entries have the same URL, keeps the one from the source with the greatest weight', async () => {
  const http = httpOf({
    'https://feeds.example/light': rss(item({ link: 'https://x.example/a', title: 'light', date: NOW })),
    'https://feeds.example/first': rss(item({ link: 'https://x.example/a', title: 'first', date: NOW }).repeat(2)),
    'https://feeds.example/second': rss(item({ link: 'https://x.example/a?utm_source=y', title: 'second', date: NOW })),
  })
  const host = 'https://feeds.example'
  const heavy = { weight: 3 }
  const sources = [source('light', host), source('first', host, heavy), source('second', host, heavy)]
  const { entries } = await collect({ ...optionsFor(...sources), http })
  expect(entries.map(({ title, weight }) => [title, weight])).toEqual([['first', 3]])
})

test('ignores a damaged record, but rejects if it cannot write to the desk', async () => {
  const http = httpOf({ 'https://feeds.example/a': GOOD })
  const options = { ...optionsFor(source('a', 'https://feeds.example')), http }
  await options.desk.put('sources/a.json', Buffer.from('{"url":'), { contentType: 'application/json' })
  expect((await collect(options)).entries).toHaveLength(1)
  const desk = { ...memoryBucket(), put: () => Promise.reject(new Error('The disk is full.')) }
  await expect(collect({ ...options, desk })).rejects.toThrow('The disk is full.')
})

test('keeps different entries that share a page, but only one copy of an entry from two sources', async () => {
  const status = (guid: string, title: string) =>
    item({ title, link: '/status', date: NOW, more: `<guid isPermaLink="false">${guid}</guid>` })
  const host = await listen((_, response) => response.end(rss(status('urn:1', 'One') + status('urn:2', 'Two'))))
  const once = await collect(optionsFor(source('a', host)))
  expect(once.entries.map(({ title, complete }) => `${title} ${complete}`)).toEqual(['One true', 'Two true'])
  const twice = await collect(optionsFor(source('a', host), source('b', host, { weight: 3 })))
  expect(twice.entries.map(({ source, title }) => `${source} ${title}`)).toEqual(['b One', 'b Two'])
})

test('reports a source as silent only on the seventh day after it was last read', async () => {
  const desk = memoryBucket()
  const days = { six: '2026-11-15T05:00:00Z', seven: '2026-11-14T05:00:00Z', fourteen: '2026-11-07T05:00:00Z' }
  for (const [id, lastSuccess] of Object.entries(days)) {
    const body = Buffer.from(JSON.stringify({ url: `https://one.example/${id}`, lastSuccess }))
    await desk.put(`sources/${id}.json`, body, { contentType: 'application/json' })
  }
  const sources = [...Object.keys(days), 'never'].map((id) => source(id, 'https://one.example'))
  const silent = await silentSources(desk, { sources, now: new Date('2026-11-21T06:00:00Z') })
  expect(silent.map(({ id }) => id)).toEqual(['seven'])
})

function optionsFor(...sources: Source[]) {
  return { sources, http, reader, desk: memoryBucket(), now: () => new Date(NOW), since: SINCE }
}

function source(id: string, host: string, { path = `/${id}`, weight = 1 } = {}): Source {
  return { id, name: `The ${id}`, url: `${host}${path}`, categories: ['ai'], kind: 'publisher', weight }
}
