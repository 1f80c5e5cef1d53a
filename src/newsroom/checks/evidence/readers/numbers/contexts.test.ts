import { expect, test } from 'vitest'
import { relationsIn } from '#newsroom/checks/evidence/readers/numbers/contexts.ts'

test.each([
  ['54 of the 118 nodes', ['part 118 54']],
  ['54 of Quern’s 118 nodes', ['part 118 54']],
  ['Of the 118 nodes, 54 failed', ['part 118 54']],
  ['In 118 nodes, 54 of them old', ['part 118 54']],
  ['118 MB, of which 54 MB are films', ['part 118 54']],
  ['from 250 to 400 devices', ['change 250 400']],
  ['to 400 devices from 250', ['change 250 400']],
  ['400 devices instead of 250', ['change 250 400']],
  ['400 devices, up from 250', ['change 250 400']],
  ['by 12 votes to 5', []],
  ['12 to 5', ['pair 12 5']],
  ['12-5', ['pair 12 5']],
  ['12 ships. Of 5 nothing is known', []],
  ['12 ships and 5 boats', []],
])('"%s" relates %j', (text, found) => {
  const figures = Array.from(text.matchAll(/\d+/g), ({ 0: words, index }) => ({
    text: words,
    at: index,
    end: index + words.length,
  }))
  expect(relationsIn(text, figures).map(({ kind, one, other }) => `${kind} ${one.text} ${other.text}`)).toEqual(found)
})
