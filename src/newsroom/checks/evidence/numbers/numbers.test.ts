import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbers } from '#newsroom/checks/evidence/numbers/numbers.ts'
import {
  blockingFaults,
  evidenced,
  readNumberPairs,
  subjectOfPair,
} from '../../../../../tests/fixtures/newsroom/evidence/number-pairs.ts'

const pairs = readNumberPairs().map((pair) => ({ ...pair, blocked: blockingFaults(subjectOfPair(pair)) }))

test('there are pairs enough, and forty of each sort were held back', () => {
  for (const sound of [true, false]) {
    const own = pairs.filter((pair) => pair.sound === sound)
    expect(own.length).toBeGreaterThanOrEqual(120)
    expect(own.filter(({ held }) => held).length).toBeGreaterThanOrEqual(40)
  }
})

test.each([false, true])('no sound sentence is blocked (held back: %s)', (held) => {
  const blocked = pairs.filter((pair) => pair.sound && pair.held === held && pair.blocked.length > 0)
  expect(blocked.map(({ claim, blocked }) => `${claim} ${blocked.map(({ message }) => message).join(' ')}`)).toEqual([])
})

test.each([
  ['bound', 0.83],
  ['nowhere', 1],
  ['date', 1],
  ['unit', 1],
  ['rounding', 1],
  ['version', 1],
  ['identifier', 1],
  ['time', 1],
  ['compute', 1],
  ['boundary', 1],
  ['bound-row', 1],
  ['name-number', 1],
])('of sentences with a fault of the kind "%s" at least a share of %d is blocked', (kind, least) => {
  for (const part of [pairs, pairs.filter(({ held }) => held)]) {
    const made = part.filter((pair) => !pair.sound && pair.kind === kind)
    const missed = made.filter(({ blocked }) => blocked.length === 0).map(({ claim }) => claim)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual((1 - least) * made.length)
  }
})

test.each([
  ['1,200 users', '1200 users'],
  ['1.2 million lines', '1,200,000 lines'],
  ['1.2M lines', '1.2 million lines'],
  ['it cost US$3.5m', 'it cost $3.5 million'],
  ['sixty million euros', '€60 million'],
  ['150,000 Norwegian kroner', '150,000 kroner'],
  ['45 percent', '45%'],
  ['half of them', '50% of them'],
  ['twenty-three ships', '23 ships'],
  ['two and a half hours', '2.5 hours'],
  ['a bumpy half hour', 'half an hour'],
  ['two hours and 30 minutes', '150 minutes'],
  ['40 kilobytes', '40 KB'],
  ['72 hours', 'three days'],
  ['a 20-day pause', '20 days'],
  ['six of its nine weeks', 'six weeks'],
  ['45 to 50%', 'at least 45%'],
  ['10 to 12 million ships', '10 million ships'],
  ['€11.6 million: 2.9 for milk, 4.3 for work', '€4.3 million'],
  ['on March 3, 2026', 'on 2026-03-03'],
  ['on 3 March 2026', 'on March 3'],
  ['on the 3rd of March', 'on 3 March'],
  ['on 12 March, and the rest on the 14th', 'on March 14'],
  ['on 4 and 5 July', 'on July 5'],
  ['on Tuesday', 'on 17 November'],
  ['yesterday', 'on 17 November 2026'],
  ['on 3 March 2026', 'on a Tuesday'],
  ['in May', 'in May 2026'],
  ['last year', 'in 2025'],
  ['at 14:30 UTC', 'at 2:30 p.m. UTC'],
  ['at 6 a.m.', 'at 06:00'],
  ['by 9 a.m.', 'by nine in the morning'],
  ['between 5 p.m. and 9 p.m.', 'between 5 and 9 p.m.'],
  ['version 9.1.3', 'version 9.1'],
  ['it runs 9.1.3', 'it runs 9.1'],
  ['versions 9.1.0 and 9.1.3', 'versions 9.1.x'],
  ['planned for 3.1', 'planned for version 3.1'],
  ['Version 2 had modes', 'Wren 2 had modes'],
  ['CVE-2026-41234', 'known as `CVE-2026-41234`'],
  ['the GPT 4 model', 'GPT-4'],
  ['both harbours', 'two harbours'],
  ['several tools', 'these five tools are affected:'],
  ['the fourth ship', '4 ships'],
  ['the median ship', 'half of the ships'],
  ['600 of the 1,200 ships', 'half of the ships'],
  ['from 20 to 40 ships', 'doubled'],
  ['3,398 rows, not 3,412', '3,398 rows'],
  ['always open', 'open 24/7'],
])('"%s" in the evidence bears "%s"', (given, claim) => {
  expect(codes(given, claim)).toEqual([])
})

test.each([
  ['45% of users', '46% of users', 'number-not-in-evidence'],
  ['45 ms', '45 seconds', 'number-unit'],
  ['€60 million', '$60 million', 'number-unit'],
  ['two more crates', 'two hours', 'number-unit'],
  ['1.2 million', '1.2 billion', 'number-not-in-evidence'],
  ['€11.6 million. Then 4.3 for work', '€4.3 million', 'number-not-in-evidence'],
  ['3,870 people', '3,900 people', 'number-rounded'],
  ['200 ships', 'more than 100 ships', 'number-not-in-evidence'],
  ['94.6% of ships', 'about 90% of ships', 'number-not-in-evidence'],
  ['four ships: Wren, Gull and Tern among them', 'three ships', 'number-not-in-evidence'],
  ['a test with three limbs', 'it has eighteen questions:', 'number-not-in-evidence'],
  ['on 3 March', 'on 4 March', 'date-not-in-evidence'],
  ['on 3 March 2026', 'on 3 March 2024', 'date-not-in-evidence'],
  ['on 3 March 2026', 'on 3 March 2027', 'date-not-in-evidence'],
  ['on 3 March 2026', 'on Saturday', 'date-not-in-evidence'],
  ['nothing of that day', 'published on 18 November 2026', 'date-not-in-evidence'],
  ['at 14:30', 'at 14:35', 'time-not-in-evidence'],
  ['version 9.1.3', 'version 9.2', 'version-not-in-evidence'],
  ['version 9.10', 'version 9.1', 'version-not-in-evidence'],
  ['version 9.1.3', 'version 9.1.4', 'version-not-in-evidence'],
  ['CVE-2026-41234', 'CVE-2026-41235', 'name-not-in-evidence'],
  ['Lorikeet 2 has 4 parts', 'Lorikeet 4', 'version-not-in-evidence'],
])('"%s" in the evidence does not bear "%s"', (given, claim, code) => {
  expect(codes(given, claim)).toContain(code)
})

test('a complaint says where the number stands, with which unit, or what it is rounded from', () => {
  const message = (claim: string, ...rest: string[]) =>
    numbers(evidenced({ claim: { text: claim, from: ['S1.1'] }, cited: ['It has 300 US dollars.'], beside: rest }))
      .faults[0]?.message
  expect(message('It has 300 euros.')).toBe('"300 euros" is "300 US dollars" in S1.1: the unit differs.')
  expect(message('It has 17 ships.', 'They own 17 ships.')).toContain('only in S1.2')
  expect(message('It has 17 ships.')).toContain('nor anywhere else')
})

test('a number that one unit beside the evidence has may be added to it, but not in the place of another', () => {
  const added = (cited: string, beside: string, kind: 'sentence' | 'row' = 'sentence') => {
    const subject = evidenced({
      claim: { text: 'The crossing took 17 days.' },
      cited: [{ kind, text: cited }],
      beside: [{ kind, text: beside }],
    })
    return numbers(subject).faults.map(({ bears }) => bears !== null && subject.beside.some(bears))
  }
  expect(added('The crossing was long.', 'It took 17 days.')).toEqual([true])
  expect(added('The crossing took 12 days.', 'The repair took 17 days.')).toEqual([false])
  expect(added('Return | long', 'Crossing | 17 days', 'row')).toEqual([false])
  const row = { kind: 'row' as const, text: 'Return | long' }
  const subject = evidenced({
    claim: { kind: 'row', text: 'Return | 17 days' },
    cited: [row],
    beside: ['It took 17 days.'],
  })
  expect(numbers(subject).faults.map(({ bears }) => bears)).toEqual([null])
})

test('a zone that a source names once is that of its times, and one is no number', () => {
  const cited = ['All times are UTC.', 'Crashes began at 13:42.']
  expect(
    numbers(evidenced({ claim: { text: 'They began at 13:42 UTC, one after the other.' }, cited })).faults,
  ).toEqual([])
  expect(numbers(evidenced({ claim: { text: 'They began at 13:42 PST.' }, cited })).faults).toHaveLength(1)
})

test('what is quoted and what is code is left to other rules', () => {
  for (const kind of ['quote', 'code'] as const)
    expect(numbers(evidenced({ claim: { kind, text: '17 days' }, cited: ['Nothing.'] }))).toEqual({
      looked: 0,
      faults: [],
    })
})

test('every fact of a claim is counted', () => {
  const text = 'On 3 March at 14:30 the 12 ships with `v1.2` left Postgres 19 on Tuesday.'
  expect(numbers(evidenced({ claim: { text }, cited: [text] })).looked).toBe(5)
})

test('a number is known in every form that a writer gives it', () => {
  const forms: ((value: number) => string)[] = [
    String,
    (value) => value.toLocaleString('en-US'),
    (value) => `${value}.0`,
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: 13, max: 999_999 }).filter((value) => value < 900 || value > 2200),
      fc.constantFrom(...forms),
      fc.constantFrom(...forms),
      (value, given, claim) => {
        expect(codes(`There were ${given(value)} ships.`, `There were ${claim(value)} ships.`)).toEqual([])
        expect(codes(`There were ${given(value)} ships.`, `There were ${claim(value + 7)} ships.`)).toHaveLength(1)
      },
    ),
  )
})

test('a day is known in every order of its parts, and no other day is', () => {
  const months = 'January February March April May June July August September October November December'.split(' ')
  const forms: ((month: number, day: number) => string)[] = [
    (month, day) => `${months[month - 1]} ${day}, 2026`,
    (month, day) => `${day} ${months[month - 1]} 2026`,
    (month, day) => `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    (month, day) => `the ${day}th of ${months[month - 1]} 2026`,
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 2, max: 27 }),
      fc.constantFrom(...forms),
      fc.constantFrom(...forms),
      (month, day, given, claim) => {
        expect(codes(`It sailed on ${given(month, day)}.`, `It sailed on ${claim(month, day)}.`)).toEqual([])
        expect(codes(`It sailed on ${given(month, day)}.`, `It sailed on ${claim(month, day + 1)}.`)).toHaveLength(1)
      },
    ),
  )
})

function codes(given: string, claim: string): string[] {
  return numbers(evidenced({ claim: { text: claim }, cited: [given] })).faults.map(({ code }) => code)
}
