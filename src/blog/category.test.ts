import { expect, test } from 'vitest'
import { categoryLabel, categorySlug, categoryTone } from '#blog/category.ts'
import { categoryHref, hyphenatedCategoryHref, postHref } from '#blog/routes.ts'

test('names agree after lower-casing and reading hyphens, underscores and blanks as one', () => {
  const spellings = ['Web Development', 'web-development', 'WEB_development', ' web  development ']
  expect(new Set(spellings.map(categorySlug))).toEqual(new Set(['web-development']))
  expect(categorySlug('Webdevelopment')).not.toBe('web-development')
})

test('a shown name has capitalised words and blanks for hyphens', () => {
  expect(categoryLabel('artificial-intelligence')).toBe('Artificial Intelligence')
  expect(categoryLabel('web3 & blockchain')).toBe('Web3 & Blockchain')
  expect(categoryLabel('élan_vital')).toBe('Élan Vital')
})

test('links carry the lower-cased name, encoded; fallback links the hyphenated one', () => {
  expect(categoryHref('Web Development')).toBe('/category/web%20development')
  expect(categoryHref('web-development')).toBe('/category/web-development')
  expect(hyphenatedCategoryHref('Web Development')).toBe('/category/web-development')
  expect(postHref({ category: 'Web Development', id: 'a/b?c' })).toBe('/post/web%20development/a%2Fb%3Fc')
})

test('every category speaks one of the five visual languages', () => {
  expect(
    ['Artificial Intelligence', 'blockchain', 'cybersecurity', 'web-development', 'technology'].map(categoryTone),
  ).toEqual(['ai', 'web3', 'security', 'software', 'other'])
  expect(categoryTone('cryptography')).toBe('other')
})
