import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { earlierPosts } from '#newsroom/stories/repeats.ts'

const entry = { source: 's', publisher: 'P', categories: ['technology'], weight: 1, text: '', complete: true }
const story = {
  id: 'story',
  entries: [
    {
      ...entry,
      url: 'https://p.example/1',
      title: 'Halyard Transfer patched again after Pelham report',
      date: '2026-11-21',
    },
  ],
}

async function earlierOf(site: { name: string; url: string | null }) {
  const bucket = memoryBucket()
  const [journal, archive] = [openJournal({ bucket }), await openArchive({ bucket, pollEvery: 0 })]
  const posts = [
    ['close', 'Halyard Transfer flaw was exploited, says Pelham', '2026-11-18T06:00:00Z'],
    ['today', 'Halyard Transfer and Pelham once more', '2026-11-21T06:00:00Z'],
    ['far', 'Halyard moves its office to Bristol', '2026-11-19T06:00:00Z'],
  ] as const
  for (const [id, title, date] of posts) {
    const rest = { category: 'technology', excerpt: 'E.', html: '<p>x</p>', author: 'A', tags: [], provenance: null }
    const post = { id, title, date, markdown: 'What was **found**. [S1]', ...rest }
    await publishPost({ bucket, journal, archive, post, files: [] })
  }
  const recent = archive
    .all()
    .map(({ category, id, title, excerpt, date }) => ({ category, id, title, excerpt, date, sources: [] }))
  return await earlierPosts({ story, recent, before: '2026-11-21', bucket, archive, site })
}

test('a post of an earlier day that shares more than a name is given, with its address and without its citations', async () => {
  const found = await earlierOf({ name: 'Stet', url: 'https://stet.example' })
  expect(found.map(({ id, title }) => [id, title])).toEqual([
    ['A1', 'Halyard Transfer flaw was exploited, says Pelham'],
  ])
  expect(found[0]).toMatchObject({ publisher: 'Stet', url: 'https://stet.example/post/technology/close' })
  expect(found[0]?.text).toMatch(/^E\.\n\nWhat was found/)
  expect(found[0]?.text).not.toContain('[S1]')
})

test('a blog without an address has no earlier posts to lead to', async () => {
  expect(await earlierOf({ name: 'Stet', url: null })).toEqual([])
})
