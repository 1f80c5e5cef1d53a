import { expect, test } from 'vitest'
import { openSearchIndex } from '#archive/search-index.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { openBlog, type postOf } from '../../../tests/fixtures/blog.ts'

async function searchOne(given: Parameters<typeof postOf>[1], query: string) {
  const bucket = memoryBucket()
  const blog = await openBlog(bucket)
  const index = openSearchIndex({ ...blog, bucket, synonyms: {}, onError: (error) => expect.fail(String(error)) })
  await blog.publish('a', { title: 'One', excerpt: 'About something else.', tags: ['other'], ...given })
  const [post] = (await index.search(query, 8)).posts
  const marked = post?.snippet?.marks.map(([start, end]) => post.snippet?.text.slice(start, end))
  return { ...post?.snippet, marked, inTitle: post?.marks }
}

const long = 'Nothing of it here. '.repeat(30)

test.for<[query: string, text: string, marked: string]>([
  ['研究', '東京都のAI研究', '研究'],
  ['AI', '東京都のAI研究', 'AI'],
  ['chatgpt', '生成AIとChatGPTの比較', 'ChatGPT'],
  ['c#', 'RustとC#の比較', 'C#'],
  ['strasse', 'Die Straße', 'Straße'],
])('shows and marks “%s” in the middle of a long text', async ([query, text, marked]) => {
  const markdown = `Word.\n\n## Part\n\n${long}${text}. ${long}\n\n## Next\n\n${'日本語の文章。'.repeat(30)}`
  const snippet = await searchOne({ markdown }, query)
  expect(snippet).toMatchObject({ text: expect.stringMatching(/^….*…$/), marked: [marked], section: 'Part' })
  expect(snippet.text).toContain(text)
  expect(snippet.text).not.toMatch(/\p{Cc}/u)
})

test('shows the section of a word in a short text without spaces', async () => {
  const markdown = '## Part\n\n機械学習の話\n\n## Next\n\nOther words.'
  expect(await searchOne({ markdown }, '学習')).toMatchObject({
    text: 'Part 機械学習の話 Next Other words.',
    marked: ['学習'],
    section: 'Part',
  })
})

test('shows a word in a long excerpt without spaces', async () => {
  const excerpt = `${'日本語の文章。'.repeat(10)}機械学習の話。${'日本語の文章。'.repeat(10)}`
  expect(await searchOne({ excerpt }, '学習')).toMatchObject({ marked: ['学習'] })
})

test('shows the tag if only one word of it matches', async () => {
  expect(await searchOne({ tags: ['first', '機械学習'] }, '学習')).toMatchObject({ marks: [], tag: '機械学習' })
})

test('marks a title without spaces once', async () => {
  expect(await searchOne({ title: '人工知能' }, '人工知能')).toMatchObject({ inTitle: [[0, 4]] })
})
