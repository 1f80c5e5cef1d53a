import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { postHref } from '#blog/routes.ts'
import { checksOf, readStarter } from '#newsroom/publishing/starter.ts'

// Checks that the first edition's articles follow the rules in editorial/README.md.
const articles = await readStarter('editorial/starter')
const categories = z
  .array(z.object({ id: z.string() }))
  .parse(JSON.parse(await readFile('editorial/categories.json', 'utf8')))

test('has 24 articles in five categories, with distinct past dates and no two of a category in a row', () => {
  const counts = categories.map(({ id }) => articles.filter(({ category }) => category === id).length)
  expect([articles.length, counts]).toEqual([24, [6, 4, 5, 5, 4]])
  const times = articles.map(({ date }) => Date.parse(date))
  expect(new Set(times).size).toBe(24)
  expect(Math.max(...times)).toBeLessThan(Date.now())
  articles.slice(1).forEach(({ category }, index) => expect(category).not.toBe(articles[index]?.category))
})

test.for(articles)('$id follows the format of an article, and its excerpt fits on a card', (article) => {
  const { title, excerpt, tags, author, markdown, sources } = article
  expect(title).toMatch(/^.{35,70}$/)
  expect(excerpt).toMatch(/^.{1,111}\.$/)
  expect(wordsOf(excerpt)).toBeGreaterThanOrEqual(15)
  expect(wordsOf(excerpt)).toBeLessThanOrEqual(22)
  expect(sentences(excerpt)[0]?.length, 'fits the lead story').toBeLessThanOrEqual(72)
  expect([3, 4, 5, 6]).toContain(tags.length)
  expect(author).toBe('Stet Newsroom')
  expect(markdown.match(/^## /gm)?.length ?? 0).toBeGreaterThanOrEqual(2)
  expect(markdown).not.toMatch(/^# |—|in today['’]s|fast-paced|game.?chang|revolution|e\.V\.\./im)
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.every(({ url }) => url.startsWith('https://'))).toBe(true)
  expect(checksOf(markdown, sources).filter(({ passed }) => !passed)).toEqual([])
})

test('no article links to an outdated draft or version of some documentation', async () => {
  const outdated = Object.entries(
    z.record(z.string(), z.url()).parse(JSON.parse(await readFile('editorial/outdated-links.json', 'utf8'))),
  )
  const found = articles.flatMap(({ id, markdown, sources }) => {
    const urls = [...sources.map(({ url }) => url), ...(markdown.match(/https?:\/\/[^\s)"'<>\]]+/g) ?? [])]
    return urls.flatMap((url) =>
      outdated.filter(([part]) => url.includes(part)).map(([, now]) => `${id}: ${url}, now ${now}`),
    )
  })
  expect(found).toEqual([])
  expect(outdated.filter(([, now]) => outdated.some(([part]) => now.includes(part)))).toEqual([])
})

test('the whole excerpt of the newest article fits the lead story', () => {
  expect(articles.at(-1)?.excerpt.length).toBeLessThanOrEqual(72)
})

test('articles link to each other, and every internal link leads to an article', () => {
  const addresses = new Set(articles.map(postHref))
  const links = articles.map((article) => ({
    from: postHref(article),
    to: [...article.markdown.matchAll(/\]\((\/[^)]*)\)/g)].map(([, address = '']) => address),
  }))
  for (const { from, to } of links)
    expect(to.filter((address) => !addresses.has(address) || address === from)).toEqual([])
  expect(links.filter(({ to }) => to.length > 0).length).toBeGreaterThanOrEqual(12)
})

function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length
}

function sentences(text: string): string[] {
  return text.match(/.+?[.!?](?=\s|$)/g) ?? []
}
