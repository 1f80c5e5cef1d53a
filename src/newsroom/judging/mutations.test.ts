import { expect, test } from 'vitest'
import { createRandom } from '#text/random.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import { falsify, type Fault } from '#newsroom/judging/mutations.ts'

const claim: Claim = { where: 'title', block: 'title', kind: 'sentence', text: '', from: [], compute: '', speaker: '' }

type Given = { text: string; evidence: string; elsewhere?: string; people?: string[] } & Partial<Claim>

function made(fault: Fault, given: Given) {
  const { text, evidence, elsewhere = '', people = [], kind = claim.kind, compute = '', speaker = '' } = given
  const { where, block, from } = claim
  return falsify(fault, {
    claim: { where, block, kind, text, from, compute, speaker },
    evidence,
    elsewhere,
    people: people.map((name) => name.toLowerCase().split(' ')),
    random: createRandom(1),
  })
}

test.each<[Fault, string, string, string, string]>([
  ['number', 'It starts in 180 ms.', 'It starts in 180 ms.', 'It ran on 412 machines.', 'It starts in 412 ms.'],
  ['number', 'It costs $1,200.', 'The price is $1,200.', '', 'It costs $2,200.'],
  ['name', 'The Lantern team fixed it.', 'Lantern has a fix.', 'We asked Mozilla.', 'The Mozilla team fixed it.'],
  ['name', 'Acme sued Lantern; Acme won.', 'Acme won.', 'Mozilla is here.', 'Mozilla sued Lantern; Mozilla won.'],
  ['date', 'It came on 12 March.', 'On 12 March it came.', '', 'It came on 12 January.'],
  ['negation', 'The cache is written once.', 'It writes the cache.', '', 'The cache is not written once.'],
  ['negation', 'It does not run there.', 'It doesn’t run there.', '', 'It does run there.'],
  ['negation', 'They have not yet shipped it.', 'It has not shipped.', '', 'They have already shipped it.'],
  ['negation', 'It cannot run.', 'It is unable to run.', '', 'It can run.'],
  ['number', 'It hit 12% of them.', 'It hit 12%.', 'There were 412 and 30.', 'It hit 30% of them.'],
  ['order', 'It crashed before the update.', 'It had crashed before it.', '', 'It crashed after the update.'],
  ['order', 'At most 12; it rose by 3.', 'It rose by 3.', '', 'At most 12; it fell by 3.'],
  ['doubt', 'They plan to ship it.', 'They plan to do so.', '', 'They will ship it.'],
  ['doubt', 'It could reach them.', 'It could spread.', '', 'It will reach them.'],
  ['doubt', 'The fault is likely to spread.', 'That is likely to spread.', '', 'The fault will spread.'],
])('%s: "%s" becomes false', (fault, text, evidence, elsewhere, expected) => {
  expect(made(fault, { text, evidence, elsewhere })?.text).toBe(expected)
})

test('a quotation is given to another person', () => {
  const given = {
    kind: 'quote' as const,
    text: 'It works.',
    speaker: 'Ada Byron',
    evidence: 'Ada Byron said it works.',
  }
  const people = ['Ada Byron', 'Grace Hopper']
  expect(made('speaker', { ...given, people, elsewhere: 'We met Grace Hopper there.' })).toMatchObject({
    text: 'It works.',
    speaker: 'Grace Hopper',
  })
  expect(made('speaker', { ...given, people, elsewhere: 'Byron built another.' })).toBeNull()
  expect(made('speaker', { ...given, people, elsewhere: 'It is a Kestrel Works.' })).toBeNull()
})

test('a person is exchanged for a person, and a company for a company', () => {
  const people = ['Ada Byron', 'Grace Hopper']
  const elsewhere = 'There were Grace Hopper and Kestrel Works.'
  const given = { people, elsewhere, evidence: 'Ada Byron and Osprey Labs agreed.' }
  expect(made('name', { ...given, text: 'It was Ada Byron.' })?.text).toBe('It was Grace Hopper.')
  expect(made('name', { ...given, text: 'It was Osprey Labs.' })?.text).toBe('It was Kestrel Works.')
  expect(made('name', { ...given, text: 'It was Ada Byron.', elsewhere: 'It was Kestrel Works.' })).toBeNull()
})

test.each<[Fault, string, string, string]>([
  ['number', 'It is not in the evidence: 180.', 'Something else.', '190'],
  ['number', 'More than 40 were hit.', 'It hit 47; more than 40.', '12'],
  ['number', 'It came in 2024.', 'In 2024 it came.', '12'],
  ['number', 'Run `sleep 30` first.', 'Run sleep 30.', '12'],
  ['number', 'It came on 12 March.', 'On 12 March it came.', '47'],
  ['number', 'On March 12 it came.', 'On March 12 it came.', '47'],
  ['negation', 'It may not run.', 'It need not run.', ''],
  ['negation', 'They ask for no longer terms.', 'Terms are not long.', ''],
  ['name', 'Acme is here.', 'Acme is here.', 'It opens on Sundays, they said: Yesterday was one.'],
  ['name', 'Mozilla fixed it.', 'Mozilla fixed it.', 'It was a Dutch one, they said.'],
  ['name', 'Mozilla and Acme agreed.', 'Mozilla and Acme agreed.', 'Acme Labs agreed with Mozilla.'],
  ['name', 'The team fixed it on Monday.', 'On Monday The team did.', 'Acme'],
  ['date', 'It came on Monday.', 'It came.', 'Tuesday'],
  ['date', 'They may not come.', 'It may come in June.', ''],
  ['negation', 'It may run there.', 'It may run.', ''],
  ['negation', 'The cache is written once.', 'It is not written twice.', ''],
  ['negation', 'It says if it is written.', 'It says so.', ''],
  ['negation', 'It is not only fast.', 'It is not slow.', ''],
  ['negation', 'It does not run.', 'It stays off.', ''],
  ['number', 'It hit 42 of 58 sections.', 'It hit 42 of 58.', '31'],
  ['order', 'It came before the update.', 'It came then.', ''],
  ['order', 'It came before the update.', 'It came before it, and after the other.', ''],
  ['order', 'It came before this, and before that.', 'It came before both.', ''],
  ['doubt', 'It may be used there.', 'It may be used.', ''],
  ['doubt', 'It could reach them.', 'It is able to.', ''],
  ['doubt', 'If it fails, it could reach them.', 'It could spread.', ''],
  ['speaker', 'Ada Byron said so.', 'Ada Byron', 'Grace Hopper'],
])('%s: "%s" offers nothing that is surely false', (fault, text, evidence, elsewhere) => {
  expect(made(fault, { text, evidence, elsewhere })).toBeNull()
})

test('what is computed, quoted or code keeps its numbers, which code checks', () => {
  const given = { text: 'It fell by 33.', evidence: 'It fell by 33.', elsewhere: '47' }
  expect(made('number', given)).not.toBeNull()
  expect(made('number', { ...given, compute: '54 - 21' })).toBeNull()
  expect(made('number', { ...given, kind: 'code' })).toBeNull()
})
