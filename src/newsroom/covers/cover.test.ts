import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { categoryTone } from '#blog/category.ts'
import { cover } from '#newsroom/covers/cover.ts'

// Of the design kit's covers.mjs: 120 ids, each without an ordinal and with 0 to 4, one cover to a line.
const KIT = [
  ['artificial-intelligence', 'ai', '7acb2019656acd0277512745a7915b5152e2e01c3f7f51d610df6fe9f2eec514'],
  ['blockchain', 'web3', '9cfa2d5457a4cc259298257e2962a11cfcbbf16d33ff9fd28e664130be6d2c88'],
  ['cybersecurity', 'security', 'df179887d76bebcc204c6c137de758a001a020129dffa627b3a1e842ac44992b'],
  ['software development', 'software', 'ccd3e28bfa02e25296619ff16ac996921ac0b9deb439ffdfef0d6026e1dd0ccc'],
  ['technology', 'other', '2981bac9571c5dfa03257da916d3dca4650a5d2b3b41661c92d0e9d69bcf7a5d'],
  ['science', 'other', '0634deab540fc2efac0e68403b68614924cabade8a0fca0edb7d933ce5087e0e'],
  ['hardware', 'other', '93743b37729608881132ea443f9cc3e8a2d5343eae25a4afc54ae845e71176f9'],
] as const

test.each(KIT)('covers of %s are byte for byte the ones of the design kit', (category, tone, expected) => {
  const sha256 = createHash('sha256')
  for (let i = 0; i < 120; i++) {
    const title = i % 10 === 0 ? `No. ${i}: "a" & 'b' <c>` : ''
    for (const ordinal of [undefined, 0, 1, 2, 3, 4]) {
      sha256.update(`${cover({ id: `post-${i}`, category, title, ordinal })}\n`)
    }
  }
  expect(categoryTone(category)).toBe(tone)
  expect(sha256.digest('hex')).toBe(expected)
})

test('the same post always has the same cover, and another post another one', () => {
  const post = { id: 'raft-in-one-sitting', category: 'technology', ordinal: 3 }
  expect(cover(post)).toBe(cover({ ...post }))
  expect(cover(post)).not.toBe(cover({ ...post, id: 'leap-seconds-and-utc' }))
})

test('the letters of a category may be large or small', () => {
  expect(cover({ id: 'a', category: 'Cybersecurity' })).toBe(cover({ id: 'a', category: 'cybersecurity' }))
})
