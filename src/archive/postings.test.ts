import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPostings } from '#archive/postings.ts'

test('whatever is added in order is read in order, word by word', () => {
  const place = fc.record({
    word: fc.nat({ max: 5 }),
    step: fc.nat({ max: 3_000_000 }),
    mark: fc.integer({ min: 1, max: 255 }),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 200 }), (places) => {
      const postings = createPostings()
      const expected = new Map<number, [number, number][]>()
      let part = 0
      for (const { word, step, mark } of places) {
        part = Math.min(part + step, 2 ** 28 - 1)
        postings.add(word, part, mark)
        expected.set(word, [...(expected.get(word) ?? []), [part, mark]])
      }
      for (let word = 0; word <= 6; word += 1) {
        const found: [number, number][] = []
        postings.each(word, (part, mark) => found.push([part, mark]))
        expect(found).toEqual(expected.get(word) ?? [])
        expect(postings.count(word)).toBe(found.length)
      }
    }),
  )
})
