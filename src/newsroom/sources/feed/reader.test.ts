import { afterEach, expect, test } from 'vitest'
import { createFeedReader, type FeedReader } from '#newsroom/sources/feed/reader.ts'

const URL = 'https://host.example/feed'
const GOOD = rss('<item><title>Good</title><link>/good</link></item>')
// Every one of these end tags looks through all open elements in vain, 40,000,000,000 steps in all.
const HANGING = `<html><body>${'<div>'.repeat(200_000)}${'</p>'.repeat(200_000)}`
// Within the limit of 5 MB, but each element is an object.
const HUGE = `<html><body>${'<i></i>'.repeat(700_000)}`

const readers: FeedReader[] = []

afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())))

test.for([
  ['hangs the parser', HANGING, { timeLimit: 1_000 }, 'took longer than 1 s to read and was given up.'],
  ['eats memory', HUGE, { memoryLimit: 64 }, 'needed more than 64 MB of memory and was given up.'],
] as const)('a document that %s is given up, and the next one is read', async ([, html, limits, reason]) => {
  const reader = start(limits)
  const [bad, good] = await Promise.allSettled([reader.page(Buffer.from(html), null, URL), read(reader, GOOD)])
  expect(bad).toMatchObject({ reason: { message: `The page ${URL} ${reason}` } })
  expect(good).toEqual({ status: 'fulfilled', value: ['https://host.example/good'] })
})

test('an item of a feed that would hang the parser or eat memory affects only itself', async () => {
  const items = [HANGING, HUGE].map(
    (html) => `<item><title>T</title><link>/a</link><description><![CDATA[${html}]]></description></item>`,
  )
  const feed = rss(`${items.join('')}<item><title>Good</title><link>/good</link></item>`)
  expect(await read(start(), feed)).toEqual(['https://host.example/good'])
})

test('a feed of 100,000 entries gives its newest', async () => {
  const items = Array.from({ length: 100_000 }, (_, index) => `<item><title>t</title><link>/${index}</link></item>`)
  expect(await read(start(), rss(items.join('')))).toHaveLength(200)
})

test('rejects a document that is not a feed, and keeps its thread', async () => {
  const reader = start()
  await expect(read(reader, 'Not found')).rejects.toThrow(`The feed ${URL} is not a feed`)
  expect(await read(reader, GOOD)).toEqual(['https://host.example/good'])
})

test('the charset of the answer is used, and a part of a buffer is read alone', async () => {
  const whole = Buffer.from(`xxxx${rss('<item><title>Zoë</title><link>/z</link></item>')}xxxx`, 'latin1')
  const feed = await start().feed(whole.subarray(4, -4), 'text/xml; charset=iso-8859-1', URL)
  expect(feed.entries[0]?.title).toBe('Zoë')
  expect(whole.subarray(0, 4).toString()).toBe('xxxx')
})

test('closing ends the current and the waiting documents', async () => {
  const reader = start()
  // The thread has started, so that the next document is being read when the reader is closed.
  await read(reader, GOOD)
  const pending = [reader.page(Buffer.from(HANGING), null, URL), read(reader, GOOD)].map(reasonOf)
  await new Promise(setImmediate)
  await reader.close()
  expect(await Promise.all(pending)).toEqual([expect.stringContaining(CLOSED), expect.stringContaining(CLOSED)])
  expect(await reasonOf(read(reader, GOOD))).toContain(CLOSED)
  await reader.close()
})

test('closing while the thread starts ends it as soon as it has', async () => {
  const reader = start()
  const pending = [reader.page(Buffer.from(HANGING), null, URL), read(reader, GOOD)].map(reasonOf)
  await new Promise(setImmediate)
  await reader.close()
  expect(await Promise.all(pending)).toEqual([expect.stringContaining(CLOSED), expect.stringContaining(CLOSED)])
})

const CLOSED = 'the reader was closed'

function reasonOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => String(error),
  )
}

function start(options: { timeLimit?: number; memoryLimit?: number } = {}): FeedReader {
  // Far more time than is needed, where time is not what is tested.
  const reader = createFeedReader({ timeLimit: 60_000, ...options })
  readers.push(reader)
  return reader
}

async function read(reader: FeedReader, text: string): Promise<string[]> {
  const { entries } = await reader.feed(Buffer.from(text), null, URL)
  return entries.map(({ url }) => url)
}

function rss(items: string): string {
  return `<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`
}
