import { expect, test } from 'vitest'
import { textFragment } from '#blog/text-fragment.ts'

const PAGE = 'https://news.example/story'

test.for<[string, string]>([
  ['Short enough.', `${PAGE}#:~:text=Short%20enough.`],
  ['a-b, c & d', `${PAGE}#:~:text=a%2Db%2C%20c%20%26%20d`],
  [
    'one two three four five six seven eight nine ten eleven',
    `${PAGE}#:~:text=one%20two%20three%20four%20five,seven%20eight%20nine%20ten%20eleven`,
  ],
  ['Zwölf „Wörter“', `${PAGE}#:~:text=Zw%C3%B6lf%20%E2%80%9EW%C3%B6rter%E2%80%9C`],
  ['Model: Lorikeet 2 | Price: 4', PAGE],
  ['Note: it stays', `${PAGE}#:~:text=Note%3A%20it%20stays`],
  ['', PAGE],
])('uses the first and last words of "%s" as the fragment', ([text, address]) => {
  expect(textFragment(PAGE, text)).toBe(address)
})

test('keeps the fragment that a URL already has', () => {
  expect(textFragment(`${PAGE}#part`, 'Here')).toBe(`${PAGE}#part:~:text=Here`)
})

test('adds several texts to a URL, but skips table rows', () => {
  expect(textFragment(PAGE, 'One.', 'A: 1 | B: 2', 'Two.')).toBe(`${PAGE}#:~:text=One.&text=Two.`)
})

test('an empty URL stays empty, and a lone surrogate is replaced', () => {
  expect(textFragment('', 'Here')).toBe('')
  expect(textFragment(PAGE, 'x\uD800')).toBe(`${PAGE}#:~:text=x%EF%BF%BD`)
})
