import { expect, test } from 'vitest'
import { categoryLabel, categorySlug, categoryTone } from '#blog/category.ts'
import { categoryHref, hyphenatedCategoryHref, postHref } from '#blog/routes.ts'

test('a slug is lowercase and has hyphens instead of spaces and underscores', () => {
  const spellings = ['Web Development', 'web-development', 'WEB_development', ' web  development ']
  expect(new Set(spellings.map(categorySlug))).toEqual(new Set(['web-development']))
  expect(categorySlug('Webdevelopment')).not.toBe('web-development')
})

test('a label has capitalised words, separated by spaces', () => {
  expect(categoryLabel('artificial-intelligence')).toBe('Artificial Intelligence')
  expect(categoryLabel('web3 & blockchain')).toBe('Web3 & Blockchain')
  expect(categoryLabel('élan_vital')).toBe('Élan Vital')
})

test('links contain the encoded lowercase name or the hyphenated name', () => {
  expect(categoryHref('Web Development')).toBe('/category/web%20development')
  expect(categoryHref('web-development')).toBe('/category/web-development')
  expect(hyphenatedCategoryHref('Web Development')).toBe('/category/web-development')
  expect(postHref({ category: 'Web Development', id: 'a/b?c' })).toBe('/post/web%20development/a%2Fb%3Fc')
})

test('every category has one of the five visual styles', () => {
  expect(
    ['Artificial Intelligence', 'blockchain', 'cybersecurity', 'web-development', 'technology'].map(categoryTone),
  ).toEqual(['ai', 'web3', 'security', 'software', 'other'])
  expect(categoryTone('cryptography')).toBe('other')
})
