import { afterAll, expect, test } from 'vitest'
import type { Entry } from '#newsroom/sources/entry.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import { readTexts } from '#newsroom/sources/read-pages.ts'
import type { Fetched, SafeFetch } from '#newsroom/sources/http/http-client.ts'

const reader = createFeedReader({ timeLimit: 60_000 })
const SENTENCE = 'The scheduler of the new release, which was rewritten, needs less memory than before. '
const ARTICLE = `<html><body><article>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(4)}</article></body></html>`
const TEXT = Array.from({ length: 4 }, () => SENTENCE.repeat(3).trim()).join('\n\n')
const everywhere = { allows: () => Promise.resolve(true) }

afterAll(() => reader.close())

test('a teaser is given the text of its page, and what is complete is not fetched', async () => {
  const http = httpOf({ 'https://a.example/1': ARTICLE })
  const entries = [entry('https://a.example/1'), { ...entry('https://a.example/2'), complete: true }]
  const read = await readTexts({ entries, http, robots: everywhere, reader })
  expect(read).toEqual([{ ...entries[0], text: TEXT, complete: true }, entries[1]])
  expect(http.asked).toEqual(['https://a.example/1'])
})

test('whatever goes wrong, the entry stays as it was and the next one is read', async () => {
  const http = httpOf({
    'https://a.example/short': '<html><body><p>Please accept our cookies.</p></body></html>',
    'https://a.example/gone': { status: 404 },
    'https://a.example/film': { headers: { ...HEADERS, contentType: 'video/mp4' } },
    'https://a.example/leads-away': { url: 'https://private.example/1', body: Buffer.from(ARTICLE) },
    'https://a.example/less': ARTICLE,
    'https://a.example/good': ARTICLE,
  })
  const robots = { allows: async (url: string) => !url.includes('private') }
  const entries = [
    ...['short', 'gone', 'film', 'leads-away', 'private', 'unreachable'].map((name) =>
      entry(`https://a.example/${name}`),
    ),
    { ...entry('https://a.example/less'), text: 'x'.repeat(2_000) },
    entry('https://a.example/good'),
  ]
  const reports: (string | null)[] = []
  const report = ({ failure }: { failure: string | null }) => reports.push(failure)
  const read = await readTexts({ entries, http, robots, reader, report })
  expect(read.slice(0, -1)).toEqual(entries.slice(0, -1))
  expect(read.at(-1)).toMatchObject({ text: TEXT, complete: true })
  expect(reports).toEqual([
    'The page https://a.example/short holds no article of 400 characters.',
    'The page https://a.example/gone was answered with status 404 instead of 200.',
    'The page https://a.example/film is no HTML but video/mp4.',
    'The robots.txt of https://private.example/1 forbids to read it.',
    'The robots.txt of https://a.example/private forbids to fetch it.',
    'Nobody answers at https://a.example/unreachable.',
    'The page https://a.example/less says no more than its feed.',
    null,
  ])
  expect(http.asked).not.toContain('https://a.example/private')
})

test('four at once, never two of one host, and the order stays', async () => {
  const urls = Array.from({ length: 30 }, (_, index) => `https://${'abcdef'[index % 6]}.example/${index}`)
  const plain = httpOf(Object.fromEntries(urls.map((url) => [url, ARTICLE])))
  const open: string[] = []
  let most = 0
  const http: SafeFetch = {
    ...plain,
    async fetch(url) {
      const { hostname } = new URL(url)
      expect(open).not.toContain(hostname)
      open.push(hostname)
      most = Math.max(most, open.length)
      await new Promise(setImmediate)
      open.splice(open.indexOf(hostname), 1)
      return plain.fetch(url)
    },
  }
  const read = await readTexts({ entries: urls.map(entry), http, robots: everywhere, reader })
  expect(read.map(({ url, complete }) => [url, complete])).toEqual(urls.map((url) => [url, true]))
  expect(most).toBe(4)
})

const HEADERS = { etag: null, lastModified: null, contentType: 'text/html; charset=utf-8' }

function httpOf(pages: Record<string, string | Partial<Fetched>>): SafeFetch & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async fetch(url) {
      asked.push(url)
      const page = pages[url]
      if (page === undefined) throw new Error(`Nobody answers at ${url}.`)
      const given = typeof page === 'string' ? { body: Buffer.from(page) } : page
      return { status: 200, url, moved: null, body: new Uint8Array(), headers: HEADERS, ...given }
    },
    close: () => Promise.resolve(),
  }
}

function entry(url: string): Entry {
  const date = '2026-03-04T12:00:00.000Z'
  const source = { source: 'a', publisher: 'The A', categories: ['ai'], weight: 1 }
  return { ...source, url, title: 'A title', date, text: 'A teaser …', complete: false }
}
