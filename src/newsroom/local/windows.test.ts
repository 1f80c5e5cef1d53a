import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowsOf, type Piece } from '#newsroom/local/windows.ts'

const piece = (text: string, isEvidence = true): Piece<string> => ({ tokens: text.split(' '), isEvidence })

test('a context that fits is one window, as it was written, behind what is known of its sources', () => {
  const pieces = [piece('a b', false), piece('c d'), piece('e', false)]
  expect(windowsOf({ head: ['H'], pieces, room: 6 })).toEqual([['H', 'a', 'b', 'c', 'd', 'e']])
})

test('of one that does not fit the evidence is read together, then what stands beside it', () => {
  const pieces = [piece('a b', false), piece('c d'), piece('e f'), piece('g', false)]
  expect(windowsOf({ head: [], pieces, room: 5 })).toEqual([
    ['c', 'd', 'e', 'f'],
    ['a', 'b', 'g'],
  ])
})

test('a sentence longer than a window goes on in the next, and a long head is cut to a quarter of it', () => {
  const windows = windowsOf({ head: ['H', 'I', 'J'], pieces: [piece('a b c d e f g h')], room: 8 })
  expect(windows).toEqual([
    ['H', 'I', 'a', 'b', 'c', 'd', 'e', 'f'],
    ['H', 'I', 'g', 'h'],
  ])
})

test('without a context there is one window with the head alone, and without room none', () => {
  expect(windowsOf({ head: ['H'], pieces: [], room: 4 })).toEqual([['H']])
  expect(() => windowsOf({ head: [], pieces: [piece('a')], room: 0 })).toThrow('no room')
})

test('no token is lost or told twice, and no window is too long', () => {
  const pieces = fc.array(fc.record({ tokens: fc.array(fc.integer(), { maxLength: 30 }), isEvidence: fc.boolean() }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(
      pieces,
      fc.array(fc.constant(-1), { maxLength: 9 }),
      fc.integer({ min: 1, max: 40 }),
      (pieces, head, room) => {
        const windows = windowsOf({ head, pieces, room })
        const begin = Math.min(head.length, Math.floor(room / 4))
        expect(windows.every((window) => window.length <= room)).toBe(true)
        const sorted = (tokens: number[]) => tokens.toSorted((a, b) => a - b)
        expect(sorted(windows.flatMap((window) => window.slice(begin)))).toEqual(
          sorted(pieces.flatMap(({ tokens }) => tokens)),
        )
      },
    ),
  )
})
