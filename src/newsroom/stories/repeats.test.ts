import { expect, test } from 'vitest'
import type { Entry } from '#newsroom/sources/entry.ts'
import { earlierPosts, findRepeats, type Published } from '#newsroom/stories/repeats.ts'
import { cluster } from '#newsroom/stories/similarity.ts'
import type { Story } from '#newsroom/stories/story.ts'
import { openBlog } from '../../../tests/fixtures/blog.ts'
import { entry } from '../../../tests/fixtures/newsroom/entry.ts'

const LONG = 'The maintainers say what they changed, and why they did so. '.repeat(40)

function story(id: string, parts: Partial<Entry>[]): Story {
  return { entries: parts.map((part, index) => entry(`${id}-${index}`, { text: LONG, ...part })) }
}

test('finds stories that a post cites or describes in other words', () => {
  const dam = 'Researchers at Initech found that the Zorblax smart lock opens to anyone who replays its radio signal.'
  const first = entry('dam', {
    publisher: 'Herald',
    title: 'Zorblax smart locks open to a replayed radio signal, Initech finds',
    text: `${dam}\n\n${LONG}`,
  })
  const later = entry('later', {
    publisher: 'Gazette',
    title: 'Zorblax locks can be opened with recorded radio signal',
    text: `Smart locks made by Zorblax accept a recorded signal, according to Initech.\n\n${LONG}`,
  })
  const other = entry('recall', { publisher: 'Gazette', title: 'Vintelo publishes the sources of its database' })
  const post = {
    title: 'A replayed radio signal opens Zorblax smart locks',
    excerpt: 'Initech recorded the signal of a Zorblax lock and played it back: the lock opened, every time.',
    date: '2026-03-10T06:30:00Z',
    sources: [first.url],
  }
  const fresh = (published: Published[]) => {
    const stories = cluster([first, later, other])
    const repeats = findRepeats(stories, published)
    return stories.filter((story) => !repeats.has(story)).flatMap(({ entries }) => entries.map(({ title }) => title))
  }
  expect(fresh([])).toHaveLength(3)
  expect(fresh([post])).toEqual([other.title])
  // The desk may have lost the story's URLs.
  expect(fresh([{ ...post, sources: [] }])).toEqual([other.title])
})

test('finds an entry of a release list by its id', () => {
  const notes = 'https://cloud.example/notes'
  const release = { url: `${notes}#2`, id: 'tag:cloud,2', title: 'Two' }
  const repeated = (...sources: string[]) =>
    findRepeats([story('s', [release])], [{ title: 'E', excerpt: 'E', date: '2026-03-01T00:00:00Z', sources }]).size
  expect([repeated(`${notes}#1`, 'tag:cloud,1'), repeated(`${notes}#3`, release.id)]).toEqual([0, 1])
})

test('ignores posts about other versions', () => {
  const isRepeat = (title: string) => {
    const text = { title: 'Zorblax 4.1 adds a compiler', excerpt: 'Zorblax 4.1 is released.' }
    const post = { ...text, date: '2026-03-01T00:00:00Z', sources: [] }
    return findRepeats([story('s', [{ title, text: '' }])], [post]).size === 1
  }
  expect(isRepeat('Zorblax 4.1 released with a compiler')).toBe(true)
  expect(isRepeat('Zorblax 4.2 released with a compiler')).toBe(false)
})

async function earlierOf(site: { name: string; url: string | null }) {
  const { bucket, archive, publish } = await openBlog()
  const markdown = 'What was **found**. [S1]'
  await publish('close', { title: 'Halyard Transfer flaw was exploited, says Pelham', markdown })
  await publish('far', { title: 'Halyard moves its office to Bristol', markdown })
  const recent = archive
    .all()
    .map(({ category, id, title, excerpt, date }) => ({ category, id, title, excerpt, date, sources: [] }))
  const patched = story('s', [{ title: 'Halyard Transfer patched again after Pelham report' }])
  return await earlierPosts({ story: patched, event: '', recent, bucket, archive, site })
}

test('returns similar posts with their URLs and without citations, but only if the blog has a public URL', async () => {
  const found = await earlierOf({ name: 'Stet', url: 'https://stet.example' })
  expect(found.map(({ id, title }) => [id, title])).toEqual([
    ['A1', 'Halyard Transfer flaw was exploited, says Pelham'],
  ])
  expect(found[0]).toMatchObject({ publisher: 'Stet', url: 'https://stet.example/post/technology/close' })
  expect(found[0]?.text).toMatch(/^E\n\nWhat was found/)
  expect(found[0]?.text).not.toContain('[S1]')
  // Without a public URL, the article could not link the posts.
  expect(await earlierOf({ name: 'Stet', url: null })).toEqual([])
})
