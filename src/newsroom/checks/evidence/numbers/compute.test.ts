import { expect, test } from 'vitest'
import { compute } from '#newsroom/checks/evidence/numbers/compute.ts'
import { numbers } from '#newsroom/checks/evidence/numbers/numbers.ts'
import { saidIn } from '#newsroom/checks/evidence/names/said.ts'
import { evidenced } from '../../../../../tests/fixtures/newsroom/evidence/number-pairs.ts'

const GIVEN =
  'Of 15,000 accounts, 56 were hit in 3 hours and 4 minutes; 54 and 21 findings, €2.42 million, 118 of 370, in 1998.'

test.each([
  ['54 - 21', 33],
  ['54-21', 33],
  ['370 / 118', 370 / 118],
  ['56 / 15000 * 100', (56 / 15000) * 100],
  ['56 / 15,000 * 100', (56 / 15000) * 100],
  ['(54 - 21) / 21 * 100', (33 / 21) * 100],
  ['2420000 / 118', 2_420_000 / 118],
  ['2.42 * 54', 2.42 * 54],
  ['54 − 21 = 33', 33],
  ['370 ÷ 118 × 54', (370 / 118) * 54],
  ['3 * 60 + 4', 184],
  ['54 - 21 - 3', 30],
  ['((54))', 54],
])('"%s" is evaluated', (arithmetic, result) => {
  const { sums, problems } = computed(arithmetic)
  expect(problems).toEqual([])
  expect(sums.map(({ result }) => result)).toEqual([result])
})

test.each([
  '54 of 21',
  '54 -',
  '- 54',
  '54 21',
  '(54 - 21',
  '54 - 21)',
  '()',
  '54 / (21 - 21)',
  '54 ** 21',
  'Math.max(54, 21)',
  '1e3',
  `54${' + 21'.repeat(60)}`,
])('"%s" cannot be computed', (arithmetic) => {
  expect(computed(arithmetic).problems.map(({ code }) => code)).toEqual(['compute-unreadable'])
})

test('each number of an arithmetic has to stand in the evidence, but for those that percent and hours need', () => {
  const [problem, ...others] = computed('65 - 21').problems
  expect(others).toEqual([])
  expect(problem).toMatchObject({ code: 'compute-operand', operand: 65 })
  expect(problem?.message).toContain('65, which is not in the cited sentences')
})

test('several results are parted by semicolons', () => {
  expect(computed('54 - 21; 370 - 118;').sums.map(({ result }) => result)).toEqual([33, 252])
})

test.each([
  ['That is 33 fewer.', '54 - 21'],
  ['That is thirty-three fewer.', '54 - 21'],
  ['It is 3.1 times as large.', '370 / 118'],
  ['It is 3.14 times as large.', '370 / 118'],
  ['It is about 3 times as large.', '370 / 118'],
  ['It is more than three times as large.', '370 / 118'],
  ['That is 0.37% of them.', '56 / 15000 * 100'],
  ['That is 38.9%.', '21 / 54'],
  ['That is about two fifths.', '21 / 54 * 100'],
  ['Each cost roughly €21,000.', '2420000 / 118'],
  ['It took 184 minutes.', '3 * 60 + 4'],
  ['That is 33 fewer, of 54.', '54 - 21'],
])('"%s" tells the result of "%s"', (text, arithmetic) => {
  expect(codes(text, arithmetic)).toEqual([])
})

test.each([
  ['That is 34 fewer.', '54 - 21', ['compute-result', 'number-not-in-evidence']],
  ['It is 3.2 times as large.', '370 / 118', ['compute-result', 'number-not-in-evidence']],
  ['It is exactly 4 times as large.', '370 / 118', ['compute-result', 'number-not-in-evidence']],
  ['That is 37% of them.', '56 / 15000 * 100', ['compute-result', 'number-not-in-evidence']],
  ['Each cost €21,000.', '2420000 / 118', ['compute-result', 'number-not-in-evidence']],
  ['That is fewer.', '54 - 21', ['compute-result']],
])('"%s" does not tell the result of "%s"', (text, arithmetic, found) => {
  expect(codes(text, arithmetic).toSorted()).toEqual(found)
})

test('an operand that one unit beside the evidence has may be added', () => {
  const subject = evidenced({
    claim: { text: 'That is 11.5 per cent.', compute: '23 / 200 * 100' },
    cited: ['It happened in 23 answers.'],
    beside: ['I have a list of 200 prompts.', 'Most are letters.'],
  })
  const fault = numbers(subject).faults.find(({ code }) => code === 'compute-operand')
  expect(subject.beside.map((unit) => fault?.bears?.(unit))).toEqual([true, false])
})

function computed(arithmetic: string) {
  const { cited, all } = evidenced({ claim: {}, cited: [GIVEN] })
  return compute(
    arithmetic,
    cited.flatMap((unit) => saidIn(unit, all)),
  )
}

function codes(text: string, arithmetic: string): string[] {
  return numbers(evidenced({ claim: { text, compute: arithmetic }, cited: [GIVEN] })).faults.map(({ code }) => code)
}
