import { expect, test } from 'vitest'
import { orderCitations } from '#server/citation-order.ts'

const link = (number: number, id = `ref-${number}`) =>
  `<a href="#s${number}" id="${id}" aria-label="Source ${number}">${number}</a>`

test('the numbers of a citation that was stored before are put in order, each with its own link', () => {
  const before = `<p>A.<sup>${link(10)},${link(2, 'ref-2-3')}</sup> B.<sup>${link(3)}, ${link(2)}, ${link(1)}</sup></p>`
  expect(orderCitations(before)).toBe(
    `<p>A.<sup>${link(2, 'ref-2-3')}, ${link(10)}</sup> B.<sup>${link(1)}, ${link(2)}, ${link(3)}</sup></p>`,
  )
})

test('what is in order, or is no citation, stays as it is', () => {
  const html = `<p>A.<sup>${link(1)},${link(2)}</sup> B.<sup>${link(3)}</sup> x<sup>2</sup> <a href="#s3">3</a>,<a href="#s2">2</a></p>`
  expect(orderCitations(html)).toBe(html)
})
