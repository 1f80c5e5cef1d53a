import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openJournal } from '#archive/journal.ts'
import { readPost } from '#archive/post-store.ts'
import { postHref } from '#blog/routes.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { checksOf, publishStarter, readStarter } from '#newsroom/publishing/starter.ts'
import { openBlog } from '../../../tests/fixtures/blog.ts'

const FOLDER = 'editorial/starter'
const articles = await readStarter(FOLDER)
const categories = z
  .array(z.object({ id: z.string() }))
  .parse(JSON.parse(await readFile('editorial/categories.json', 'utf8')))

// The articles of the first edition follow the rules in editorial/README.md.
test('has 24 articles in five categories, distinct past dates, no two of a category in a row and a short last excerpt', () => {
  const counts = categories.map(({ id }) => articles.filter(({ category }) => category === id).length)
  expect([articles.length, counts]).toEqual([24, [6, 4, 5, 5, 4]])
  const times = articles.map(({ date }) => Date.parse(date))
  expect(new Set(times).size).toBe(24)
  expect(Math.max(...times)).toBeLessThan(Date.now())
  articles.slice(1).forEach(({ category }, index) => expect(category).not.toBe(articles[index]?.category))
  expect(articles.at(-1)?.excerpt.length, 'fits the lead story').toBeLessThanOrEqual(72)
})

test.for(articles)('$id follows the format of an article, and its excerpt fits on a card', (article) => {
  const { title, excerpt, tags, author, markdown, sources } = article
  expect(title).toMatch(/^.{35,70}$/)
  expect(excerpt).toMatch(/^.{1,111}\.$/)
  const words = excerpt.split(/\s+/).filter((word) => /\w/.test(word))
  expect(words.length).toBeGreaterThanOrEqual(15)
  expect(words.length).toBeLessThanOrEqual(22)
  const [sentence = excerpt] = /^.+?[.!?](?=\s|$)/.exec(excerpt) ?? []
  expect(sentence.length, 'fits the lead story').toBeLessThanOrEqual(72)
  expect([3, 4, 5, 6]).toContain(tags.length)
  expect(author).toBe('Stet Newsroom')
  expect(markdown.match(/^## /gm)?.length ?? 0).toBeGreaterThanOrEqual(2)
  expect(markdown).not.toMatch(/^# |—|in today['’]s|fast-paced|game.?chang|revolution|e\.V\.\./im)
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.every(({ url }) => url.startsWith('https://'))).toBe(true)
  expect(checksOf(markdown, sources).filter(({ passed }) => !passed)).toEqual([])
})

test('no article links to an outdated draft or version of some documentation', async () => {
  const links = z.record(z.string(), z.url()).parse(JSON.parse(await readFile('editorial/outdated-links.json', 'utf8')))
  const [outdated, current] = [Object.keys(links), Object.values(links)]
  for (const text of [JSON.stringify(articles), ...current])
    expect(outdated.filter((part) => text.includes(part))).toEqual([])
})

test('articles link to each other, and every internal link leads to an article', () => {
  const addresses = new Set(articles.map(postHref))
  const links = articles.map((article) => {
    const to = Array.from(article.markdown.matchAll(/\]\((\/[^)]*)\)/g), ([, address = '']) => address)
    expect(to.filter((address) => !addresses.has(address) || address === postHref(article))).toEqual([])
    return to
  })
  expect(links.filter((to) => to.length > 0).length).toBeGreaterThanOrEqual(12)
})

test('records failed checks', () => {
  const source = { title: 'T', publisher: 'P', url: 'https://example.org' }
  const checks = checksOf('Said. [S1]\n\nAlso. [S3]\n\n```js run\n1\n```\n', [source, source])
  expect(checks.map(({ passed, detail }) => [passed, detail])).toEqual([
    [false, '1 of 2'],
    [false, '1 of 2'],
    [false, '0 of 1 block'],
  ])
})

test('publishes into an empty bucket once, oldest first, with text, image and record, despite an interruption', async () => {
  const { bucket, archive, journal, retract } = await openBlog()
  const failing: Bucket = {
    ...bucket,
    put: (key, body, options) =>
      key === 'journal/0000000002.json' ? Promise.reject(new Error('power cut')) : bucket.put(key, body, options),
  }
  const folder = await twoArticles()
  const broken = { bucket: failing, archive, journal: openJournal({ bucket: failing }), folder }
  await expect(publishStarter(broken)).rejects.toThrow('power cut')
  expect(archive.all()).toHaveLength(1)
  await publishStarter({ bucket, archive, journal, folder })
  expect(archive.all().map(({ id, sequence }) => [id, sequence])).toEqual([
    ['raft-in-one-sitting', 2],
    ['how-a-file-survives-a-crash', 1],
  ])
  const post = await readPost({ bucket, archive, category: 'technology', id: 'raft-in-one-sitting' })
  expect(post?.provenance?.writer?.provider).toBe('Anthropic')
  expect(post?.provenance?.checks.every(({ passed }) => passed)).toBe(true)
  expect(post?.provenance?.reviews).toEqual([])
  expect(post?.provenance?.checked).toMatch(/^2026-/)
  expect(post?.html).toContain('<a href="/post/technology/how-a-file-survives-a-crash">')
  expect((await bucket.get('posts/technology/raft-in-one-sitting/thumbnail.png'))?.contentType).toBe('image/png')
  const markdown = await bucket.get('posts/technology/raft-in-one-sitting/post.md')
  expect(Buffer.from(markdown?.body ?? '').toString()).toContain('Written by AI.')
  await publishStarter({ bucket, archive, journal, folder })
  expect([archive.sequence, archive.all().length]).toEqual([2, 2])
  // A retracted post is not published again.
  await retract('raft-in-one-sitting')
  await publishStarter({ bucket, archive, journal, folder })
  expect(archive.all()).toHaveLength(1)
})

// Creates a first edition of only two articles, because publishing all of them is slow.
async function twoArticles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-starter-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const part of ['edition.json', 'technology/how-a-file-survives-a-crash.md', 'technology/raft-in-one-sitting.md'])
    await cp(join(FOLDER, part), join(folder, part))
  return folder
}
