import { expect, test } from 'vitest'
import { namedLinks } from '#newsroom/sources/named-links.ts'

const named = (texts: string[], known: string[] = []) => {
  const links = texts.map((text, index) => ({ text, url: `https://a.example/${index}#part` }))
  return namedLinks(links, known).map(({ text }) => text)
}

test('keeps links whose text is a name or says where they lead', () => {
  const names = [
    'DeepEP',
    'llm-d',
    'PEP 387',
    'steps to upgrade',
    'the instructions in the previous post',
    'SECURITY-3314',
    '#28760',
  ]
  expect(named(names)).toEqual(names)
  const others = [
    'here',
    'this post',
    'the release notes',
    'our blog post',
    'docs',
    '[1]',
    '4',
    '@ada',
    '',
    'read more',
  ]
  expect(named([...others, 'https://a.example/long', `Name ${'x'.repeat(80)}`])).toEqual([])
})

test('leaves out punctuation at the end of a link', () => {
  expect(named(['Garbage collection.', 'Tail calls,', 'Relaxed SIMD: ', 'Go 1.27'])).toEqual([
    'Garbage collection',
    'Tail calls',
    'Relaxed SIMD',
    'Go 1.27',
  ])
})

test('keeps the first of several links with the same text, and no URL that is too long or has a user name', () => {
  const links = [
    { text: 'Lumen', url: 'https://lumen.example/' },
    { text: 'Lumen', url: 'https://a.example/' },
    { text: 'GitHub', url: 'https://github.com@a.example/' },
    { text: 'Kestrel', url: `https://a.example/${'x'.repeat(500)}` },
  ]
  expect(namedLinks(links, [])).toEqual(links.slice(0, 1))
})

test('keeps one link for each text, at most 40, and none to a known page', () => {
  expect(named(['DeepEP', 'Dynamo', 'DeepEP'], ['https://a.example/1'])).toEqual(['DeepEP'])
  expect(named(Array.from({ length: 50 }, (_, index) => `Kestrel ${index}`))).toHaveLength(40)
})
