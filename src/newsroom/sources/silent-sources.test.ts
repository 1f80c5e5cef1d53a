import { expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import { silentSources } from '#newsroom/sources/collect.ts'
import type { Source } from '#newsroom/sources/source-list.ts'

test('a source is silent on the seventh day after it was last read, and only then', async () => {
  const desk = memoryBucket()
  const now = new Date('2026-11-21T06:00:00Z')
  const read = {
    'six-days': '2026-11-15T05:00:00Z',
    'a-week': '2026-11-14T05:00:00Z',
    'two-weeks': '2026-11-07T05:00:00Z',
  }
  for (const [id, lastSuccess] of Object.entries(read))
    await desk.put(`sources/${id}.json`, Buffer.from(JSON.stringify({ url: 'https://example.org/', lastSuccess })), {
      contentType: 'application/json',
    })
  const sources = [...Object.keys(read), 'never'].map((id): Source => {
    return { id, name: id, url: 'https://example.org/', categories: ['technology'], kind: 'publisher', weight: 1 }
  })
  expect((await silentSources(desk, { sources, now })).map(({ id }) => id)).toEqual(['a-week'])
})
