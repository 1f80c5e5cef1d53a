import { expect, test } from 'vitest'
import { matchRoute } from '#blog/routes.ts'

test('reads the words of a search from the query, up to the limit of the search field', () => {
  expect(matchRoute('/search?q=%20two+words%20')).toEqual({ screen: 'search', words: 'two words' })
  expect(matchRoute('/search')).toEqual({ screen: 'search', words: '' })
  const route = matchRoute(`/search?q=${'a+'.repeat(4_000)}`)
  expect(route.screen === 'search' && route.words.length).toBe(200)
})

test('reads the page number of a category, and uses the first page if the number is invalid', () => {
  const pageOf = (search: string) => {
    const route = matchRoute(`/category/ai${search}`)
    return route.screen === 'category' ? route.page : null
  }
  expect(['', '?page=1', '?page=2', '?page=99999'].map(pageOf)).toEqual([1, 1, 2, 99_999])
  expect(['?page=2&x=1', '?x=1&page=3'].map(pageOf)).toEqual([2, 3])
  for (const search of ['?page=0', '?page=02', '?page=-1', '?page=100000', '?x=1&xpage=2', '?x=1'])
    expect(pageOf(search), search).toBe(1)
})
