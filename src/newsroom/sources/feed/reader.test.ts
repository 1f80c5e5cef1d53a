import { expect, onTestFinished, test } from 'vitest'
import { createFeedReader, type FeedReader } from '#newsroom/sources/feed/reader.ts'
import { item, rss } from '../../../../tests/fixtures/newsroom/rss.ts'

const URL = 'https://host.example/feed'
const GOOD = rss(item({ link: '/good' }))
// Each end tag searches all open elements in vain: 40,000,000,000 steps in total.
const HANGING = `<html><body>${'<div>'.repeat(200_000)}${'</p>'.repeat(200_000)}`
// This document is below the limit of 5 MB, but every element becomes an object.
const HUGE = `<html><body>${'<i></i>'.repeat(700_000)}`

test.for([
  ['hangs the parser', HANGING, { timeLimit: 1_000 }, 'within 1 s.'],
  ['fills the memory', HUGE, { memoryLimit: 40 }, 'with 40 MB of memory.'],
] as const)('gives up on a document that %s, and reads the next one', async ([, html, limits, reason]) => {
  const reader = start(limits)
  const [bad, good] = await Promise.allSettled([reader.page(Buffer.from(html), null, URL), read(reader, GOOD)])
  expect(bad).toMatchObject({ reason: { message: `The page ${URL} could not be parsed ${reason}` } })
  expect(good).toEqual({ status: 'fulfilled', value: ['https://host.example/good'] })
})

test.for([true, false])(
  'close() rejects all documents, even if the thread is still starting: %s',
  async (isStarting) => {
    const reader = start()
    if (!isStarting) await read(reader, GOOD)
    const pending = Promise.allSettled([reader.page(Buffer.from(HANGING), null, URL), read(reader, GOOD)])
    await new Promise(setImmediate)
    await reader.close()
    const closed = { reason: { message: expect.stringContaining('the reader was closed') } }
    expect(await pending).toMatchObject([closed, closed])
    await expect(read(reader, GOOD)).rejects.toThrow('the reader was closed')
  },
)

function start(options: { timeLimit?: number; memoryLimit?: number } = {}): FeedReader {
  // Use a generous limit so that only the tests of the limit itself depend on timing.
  const reader = createFeedReader({ timeLimit: 60_000, ...options })
  onTestFinished(() => reader.close())
  return reader
}

async function read(reader: FeedReader, text: string): Promise<string[]> {
  const { entries } = await reader.feed(Buffer.from(text), null, URL)
  return entries.map(({ url }) => url)
}
