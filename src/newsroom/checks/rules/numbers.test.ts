import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbers } from '#newsroom/checks/rules/numbers.ts'
import { subjectOf } from '../../../../tests/fixtures/newsroom/subject-of.ts'

test.each([
  ['1,200 users', '1200 users'],
  ['1.2 million lines', '1,200,000 lines'],
  ['1.2M lines', '1.2 million lines'],
  ['it cost US$3.5m', 'it cost $3.5 million'],
  ['sixty million euros', '€60 million'],
  ['45 percent', '45%'],
  ['45 per cent', '45%'],
  ['half of them', '50% of them'],
  ['a ratio of 3.50', 'a ratio of 3.5'],
  ['twenty-three ships', '23 ships'],
  ['a dozen ships', '12 ships'],
  ['two and a half hours', '2.5 hours'],
  ['40 kilobytes', '40 KB'],
  ['72 hours', 'three days'],
  ['1 second', '1,000 ms'],
  ['a 20-day pause', '20 days'],
  ['45 to 50%', 'at least 45%'],
  ['10 to 12 million ships', '10 million ships'],
  ['€11.6 million: 2.9 for milk, 4.3 for work', '€4.3 million'],
  ['on March 3, 2026', 'on 2026-03-03'],
  ['on 3 March 2026', 'on March 3'],
  ['on the 3rd of March', 'on 3 March'],
  ['on 12 March, and the rest on the 14th', 'on March 14'],
  ['on 4 and 5 July', 'on July 5'],
  ['on Tuesday', 'on July 21'],
  ['yesterday', 'on 23 July 2026'],
  ['on 3 March 2026', 'on a Tuesday'],
  ['from 1 January 2027', 'through December 2026'],
  ['in May', 'in May 2026'],
  ['last year', 'in 2025'],
  ['at 14:30 UTC', 'at 2:30 p.m. UTC'],
  ['at 6 a.m.', 'at 06:00'],
  ['version 9.1.3', 'version 9.1'],
  ['versions 9.1.0 and 9.1.3', 'versions 9.1.x'],
  ['CVE-2026-41234', 'known as `CVE-2026-41234`'],
  ['the GPT 4 model', 'GPT-4'],
  ['both harbours', 'two harbours'],
  ['twice', '2 times'],
  ['the fourth ship', '4 ships'],
  ['nothing of that day', 'published on 24 July 2026'],
  ['always open', 'open 24/7'],
])('"%s" in a source lets a draft say "%s"', (source, draft) => {
  expect(codes([source], draft)).toEqual([])
})

test.each([
  ['45% of users', '46% of users'],
  ['45 ms', '45 seconds'],
  ['€60 million', '$60 million'],
  ['1.2 million', '1.2 billion'],
  ['at €11.6m', 'at €11.6bn'],
  ['€11.6 million. Then 4.3 for work', '€4.3 million'],
  ['on 3 March', 'on 4 March'],
  ['on 3 March 2026', 'on 3 March 2024'],
  ['on 3 March', 'in April'],
  ['on 3 March 2026', 'on Saturday'],
  ['at 14:30', 'at 14:35'],
  ['version 9.1.3', 'version 9.2'],
  ['version 9.1.3', 'version 9.1.4'],
  ['CVE-2026-41234', 'CVE-2026-41235'],
  ['Lorikeet 2 has 4 parts', 'Lorikeet 4'],
  ['ten ships', 'nine ships'],
  ['in two weeks', 'in three weeks'],
  ['a chip named A100', 'a chip named H100'],
])('"%s" in a source does not let a draft say "%s"', (source, draft) => {
  expect(codes([source], draft).filter((code) => code.startsWith('error'))).not.toEqual([])
})

test('small number words and rounded numbers are for the desk', () => {
  expect(codes(['It has a hull.'], 'There are two reasons.')).toEqual(['warning number-not-in-sources'])
  expect(codes(['It carried 3,870 people.'], 'It carried nearly 3,900 people.')).toEqual(['warning number-rounded'])
  expect(codes(['It carried 3,870 people.'], 'It carried nearly 4,900 people.')).toEqual([
    'error number-not-in-sources',
  ])
})

test('a number word may count the list that follows', () => {
  const items = ['bow', 'stern', 'port', 'starboard', 'keel']
  const subject = subjectOf({
    texts: ['It has parts.'],
    blocks: [{ text: 'It has five parts:' }, { kind: 'list', items }],
  })
  expect(numbers.run(subject).findings.map(({ severity }) => severity)).toEqual(['warning'])
})

test('a number has to be in the sources of its own paragraph, and the finding says where else it is', () => {
  const subject = subjectOf({ texts: ['It took 17 days.', 'It took 23 days.'], blocks: [{ text: 'It took 23 days.' }] })
  const [finding] = numbers.run(subject).findings
  expect(finding).toMatchObject({ severity: 'error', where: 'sections.0.blocks.0', evidence: '23' })
  expect(finding?.message).toContain('only in S2')
})

test('numbers of the title may be in any source that the draft names', () => {
  const blocks = [{ text: 'One.' }, { text: 'Two.', sources: ['S2'] }]
  const texts = ['It took 17 days.', 'It cost 23 crowns.']
  const title = (text: string) => subjectOf({ texts, blocks, draft: { title: text } })
  expect(blockingOf(title('It took 17 days and cost 23 crowns'))).toHaveLength(0)
  expect(blockingOf(title('It took 18 days and cost 23 crowns'))).toHaveLength(1)
})

test('numbers in code are those of the source', () => {
  const texts = ['Run: serve --port 8080']
  const code = (text: string) => blockingOf(subjectOf({ texts, blocks: [{ kind: 'code', text }] }))
  expect(code('serve --port 8080')).toHaveLength(0)
  expect(code('serve --port 9090')).toHaveLength(1)
})

test('a number is known in every form that a writer gives it', () => {
  const forms: ((value: number) => string)[] = [
    String,
    (value) => value.toLocaleString('en-US'),
    (value) => `${value}.0`,
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: 13, max: 999_999 }).filter((value) => value < 1700 || value > 2200),
      fc.constantFrom(...forms),
      fc.constantFrom(...forms),
      (value, source, draft) => {
        expect(codes([`There were ${source(value)} ships.`], `There were ${draft(value)} ships.`)).toEqual([])
        expect(codes([`There were ${source(value)} ships.`], `There were ${draft(value + 7)} ships.`)).toHaveLength(1)
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
      // The day of publication and those around it are known anyway.
      fc.integer({ min: 1, max: 12 }).filter((month) => month !== 7),
      fc.integer({ min: 2, max: 27 }),
      fc.constantFrom(...forms),
      fc.constantFrom(...forms),
      (month, day, source, draft) => {
        expect(codes([`It sailed on ${source(month, day)}.`], `It sailed on ${draft(month, day)}.`)).toEqual([])
        expect(codes([`It sailed on ${source(month, day)}.`], `It sailed on ${draft(month, day + 1)}.`)).toHaveLength(1)
      },
    ),
  )
})

function codes(texts: string[], text: string): string[] {
  return numbers
    .run(subjectOf({ texts, blocks: [{ text }] }))
    .findings.map(({ severity, code }) => `${severity} ${code}`)
}

function blockingOf(subject: Parameters<typeof numbers.run>[0]): unknown[] {
  return numbers.run(subject).findings.filter(({ severity }) => severity === 'error')
}
