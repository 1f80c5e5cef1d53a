import { expect, test } from 'vitest'
import { falsify, inventedBackground, peopleOf, type Kind } from '#newsroom/judging/falsify.ts'
import { createRandom } from '#text/random.ts'
import { sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'

const falsified = (kind: Kind, text: string, around = '') =>
  falsify(kind, { text, around, people: ['Mara Lindqvist', 'Jonas Weyl'], random: createRandom(1) })

test.each<[Kind, text: string, changed: string]>([
  [
    'exchanged numbers or actors',
    'The small model needs 12 watts and the large one 45 watts.',
    'The small model needs 45 watts and the large one 12 watts.',
  ],
  [
    'exchanged numbers or actors',
    'On phone calls the rate was 12.3%, on read speech 4.9%.',
    'On phone calls the rate was 4.9%, on read speech 12.3%.',
  ],
  ['exchanged numbers or actors', 'Voltmark has sued Tessel over it.', 'Tessel has sued Voltmark over it.'],
  ['lost condition', 'Gateways are affected only if resumption is on.', 'Gateways are affected.'],
  ['lost condition', 'If the cache is full, the server drops requests.', 'The server drops requests.'],
  ['lost condition', 'The key was probably copied in May.', 'The key was copied in May.'],
  ['lost condition', 'The answer was up to 8 days old.', 'The answer was 8 days old.'],
  ['false certainty', 'A second phase may follow in 2029.', 'A second phase will follow in 2029.'],
  ['false certainty', 'Acme plans to publish the code.', 'Acme will publish the code.'],
  ['false certainty', 'The release is expected to fix it.', 'The release will fix it.'],
  ['lost negation', 'Cloud gateways are not affected.', 'Cloud gateways are affected.'],
  ['lost negation', 'The old driver cannot read it.', 'The old driver can read it.'],
  ['lost negation', "Version 10 doesn't check the length.", 'Version 10 does check the length.'],
  ['lost negation', 'Version 2 is no longer supported.', 'Version 2 is supported.'],
  ['wrong speaker', '"It burned," said Mara Lindqvist, who led it.', '"It burned," said Jonas Weyl, who led it.'],
  ['wrong speaker', 'Lindqvist says that it burned.', 'Weyl says that it burned.'],
  ['part told as the whole', 'Most of the nodes were updated.', 'All of the nodes were updated.'],
  ['part told as the whole', '11 of the 16 servers jumped back.', 'All 16 servers jumped back.'],
  ['part told as the whole', 'About 15 percent of the test was leaked.', 'All of the test was leaked.'],
  ['reversed order', 'They saw it two days before publication.', 'They saw it two days after publication.'],
  ['reversed order', 'Prices rose in March.', 'Prices fell in March.'],
  ['exaggerated title', 'Acme recommends new keys for nodes', 'Acme requires new keys for nodes'],
  ['exaggerated title', 'Ferry opens on Monday', 'Ferry opens on Monday, a first for the industry'],
])('%s: %s', (kind, text, changed) => {
  expect(falsified(kind, text)).toBe(changed)
})

test.each<[Kind, why: string, text: string]>([
  ['exchanged numbers or actors', 'a range has no order', 'It takes from 3 to 5 days.'],
  ['exchanged numbers or actors', 'a date is not a number', 'It ran from 6 May to 24 July 2026.'],
  ['exchanged numbers or actors', 'a version belongs to its name', 'Since Go 12 there are 7 modes.'],
  ['exchanged numbers or actors', 'a list has no order', 'The 26.x, 24.x, 22.x lines of Node.js get updates.'],
  [
    'exchanged numbers or actors',
    'character references have no order',
    'It splits words with &#9; &#10; or &#13; signs.',
  ],
  ['exchanged numbers or actors', 'slashes join a list', 'It no longer runs on Node.js 14 / 16 / 17 / 19.'],
  ['exchanged numbers or actors', 'items with words are a list too', 'It has 12 cells, 15 cells and 45 cells.'],
  ['exchanged numbers or actors', 'both are affected', 'It affects both port 80 and port 443 of the host.'],
  [
    'exchanged numbers or actors',
    'a comparison has no order',
    'Go built by Orbis is different from Go built by Tessel.',
  ],
  ['exchanged numbers or actors', 'names in a list have no order', 'It hit three firms: Voltmark; Orbis; Tessel.'],
  ['exchanged numbers or actors', 'the result would be absurd', 'The 900 trains lost 2 drivers.'],
  ['lost condition', '"can" stays true', 'It can crash if the flag is set.'],
  ['lost condition', 'it is an indirect question', 'The log does not tell if it was read.'],
  ['lost condition', 'the comma is inside brackets', 'If the structure Pair(f32, f64) is returned, a pointer is used.'],
  ['false certainty', 'a condition follows', 'It may be lost if the node stops.'],
  ['false certainty', 'it is a permission', 'The text may be copied.'],
  ['lost negation', 'the other negation stays', 'It is not slow but not fast.'],
  ['lost negation', '"not only" adds something', 'It is not only fast.'],
  ['wrong speaker', 'no other person is known', '"It burned," said Ada Byron.'],
  ['part told as the whole', '100% already is the whole', 'The terms unlocked 100% of the tokens.'],
  ['part told as the whole', '"more than" stays', 'More than half of the nodes failed.'],
  ['reversed order', 'it compares', 'It costs 6 euros, as before.'],
  ['reversed order', 'quoted words do not change', 'She said: "It rose before noon."'],
])('does not falsify "%s", because %s', (kind, _, text) => {
  expect(falsified(kind, text)).toBeNull()
})

test('does not reverse an order whose opposite is in the surrounding text', () => {
  expect(falsified('reversed order', 'It was fixed before the release.')).not.toBeNull()
  expect(falsified('reversed order', 'It was fixed before the release.', 'It broke after the release.')).toBeNull()
})

test('invents only background whose key words are not in the story', () => {
  const sentences = inventedBackground('Users complained, and experts warned.')
  expect(sentences.length).toBeGreaterThan(3)
  for (const text of sentences) expect(text).not.toMatch(/complaints|Experts|warned/)
})

test('returns authors and quoted speakers, and ignores one-word names', () => {
  const texts = [
    'Grace Okafor, a researcher at Lantern, said so, and "it was wet", according to Dr. Ines Roth.',
    'Tide Labs, which runs it, and Blue Harbour were not asked, but Okafor said more.',
  ]
  expect(peopleOf([{ ...sourceWith('S1', texts), author: 'Bo Lind' }])).toEqual([
    'Grace Okafor',
    'Ines Roth',
    'Bo Lind',
  ])
  expect(peopleOf(ferrySources)).toEqual(['Mara Lindqvist'])
})
