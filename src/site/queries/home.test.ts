import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newestFirst } from '#blog/date.ts'
import { groupByDay, homeSections, shownAtHome } from '#site/queries/home.ts'
import type { CardPost } from '#site/queries/model.ts'

const CATEGORIES = ['a', 'b', 'c', 'd', 'e']

// Creates the given number of posts per category. Each post is half an hour older than the previous one.
function postsOf(counts: Record<string, number>): CardPost[] {
  const ids = Object.entries(counts).flatMap(([category, count]) =>
    Array.from({ length: count }, (_, index) => ({ category, id: `${category}${index + 1}` })),
  )
  return ids.map(({ category, id }, index) => post({ category, id, date: dateOf(index) }))
}

function post(given: Partial<CardPost> & { id: string }): CardPost {
  return { category: 'a', title: given.id, excerpt: '', date: null, prefix: null, ...given }
}

function dateOf(index: number): string {
  return new Date(Date.UTC(2026, 10, 20, 23) - index * 1_800_000).toISOString()
}

const ids = (posts: readonly CardPost[]) => posts.map(({ id }) => id)

test('each shelf shows the newest three posts that no part above shows, and shelves are in navigation order', () => {
  const { sections, shelves } = homeSections(postsOf({ a: 6, e: 5, d: 2 }), ['a', 'b', 'c', 'e', 'x', 'd'])
  expect(sections.map(({ category }) => category)).toEqual(['a'])
  expect(shelves.map(({ category, posts }) => [category, ids(posts)])).toEqual([
    ['e', ['e2', 'e3', 'e4']],
    ['d', ['d1', 'd2']],
  ])
  expect(homeSections(postsOf({ a: 3, d: 4 }), CATEGORIES).shelves).toEqual([])
})

test('"Also new" shows the newest twelve posts that no other part shows', () => {
  const { alsoNew } = homeSections(postsOf({ a: 10, b: 9, d: 7 }), CATEGORIES)
  // The hero and the latest posts are seven posts from a. The section for b and the shelf for d show three posts each.
  expect(ids(alsoNew)).toEqual(['a8', 'a9', 'a10', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9', 'd4', 'd5', 'd6'])
})

test('"Also new" omits posts without a valid date, and is empty if other parts show all posts', () => {
  const undated = [post({ id: 'u1', category: 'x' }), post({ id: 'u2', category: 'x', date: 'soon' })]
  expect(homeSections([...postsOf({ a: 8 }), ...undated], CATEGORIES).alsoNew.map(({ id }) => id)).toEqual(['a8'])
  expect(homeSections(postsOf({ a: 7, d: 3 }), CATEGORIES).alsoNew).toEqual([])
})

test('"Also new" omits a shown post even if the backend lists it twice', () => {
  const posts = postsOf({ a: 8 })
  const { alsoNew } = homeSections([...posts, ...posts.slice(0, 3).map((same) => ({ ...same }))], CATEGORIES)
  expect(ids(alsoNew)).toEqual(['a8'])
})

test('"Also new" groups posts by day, omits missing times, and hides posts over the limit on phones', () => {
  const posts = [
    post({ id: 'one', date: '2026-11-19T00:30:00+01:00' }),
    post({ id: 'two', date: '2026-11-18T07:05:09Z' }),
    post({ id: 'three', date: '2026-11-18' }),
    post({ id: 'four', date: '2025-11-18T07:05:09Z' }),
  ]
  const hidden = 'not-on-phones'
  expect(
    groupByDay(posts, 2).map((day) => [
      day.day,
      ...day.posts.map((entry) => [entry.post.id, entry.time, entry.className]),
    ]),
  ).toEqual([
    ['November 18', ['one', '23:30', undefined], ['two', '07:05', undefined], ['three', null, hidden]],
    ['November 18', ['four', '07:05', hidden]],
  ])
})

test('the page data, or the newest 22 posts of each category, produce the same home page as all posts', () => {
  const counts = fc.record({ a: fc.nat(40), b: fc.nat(40), c: fc.nat(40), d: fc.nat(40), x: fc.nat(9) })
  fc.assert(
    fc.property(counts, fc.array(fc.nat(2_000), { minLength: 169, maxLength: 169 }), (given, ages) => {
      const all = newestFirst(postsOf(given).map((one, index) => ({ ...one, date: dateOf(ages[index] ?? 0) })))
      const whole = homeSections(all, CATEGORIES)
      const fetched = [...Map.groupBy(all, ({ category }) => category).values()].flatMap((list) => list.slice(0, 22))
      expect(
        homeSections(
          all.filter((one) => fetched.includes(one)),
          CATEGORIES,
        ),
      ).toEqual(whole)
      expect(homeSections(shownAtHome(all, CATEGORIES), CATEGORIES)).toEqual(whole)
      const above = [
        whole.hero,
        ...whole.latest,
        ...[...whole.sections, ...whole.shelves].flatMap(({ posts }) => posts),
      ]
      expect(whole.alsoNew.filter((one) => above.includes(one))).toEqual([])
    }),
  )
})
