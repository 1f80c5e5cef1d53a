import { expect, test } from 'vitest'
import { readDates, readWeekdays } from '#newsroom/checks/evidence/readers/dates/dates.ts'

// Ways are parted by `or`, the dates of one by `+`, as year-month-day and what part of a year it is.
test.each([
  ['on 3 March 2026', ['2026-3-3']],
  ['on March 3, 2026', ['2026-3-3']],
  ['on the 3rd of March', ['?-3-3']],
  ['on 2026-03-03T09:00:00Z', ['2026-3-3']],
  ['on 3/4/2026', ['2026-4-3 or 2026-3-4']],
  ['on 4 and 5 July', ['?-7-4 + ?-7-5']],
  ['3–5 March', ['?-3-3 + ?-3-5']],
  ['Warning: 96, 17 November 2026', ['2026-11-17']],
  ['in march', ['?-3-?']],
  ['on 3 march', ['?-3-3']],
  ['in december', ['?-12-?']],
  ['may', []],
  ['the other 5 may follow', []],
  ['May we go?', []],
  ['in May 2026', ['2026-5-?']],
  ['Q3', ['?-?-? Q3']],
  ['the third quarter of 2026', ['2026-?-? Q3']],
  ['3Q26', ['2026-?-? Q3']],
  ['Q3 2026', ['2026-?-? Q3']],
  ['the first half of 2026', ['2026-?-? H1']],
  ['H2', ['?-?-? H2']],
  ['FY2026', ['2026-?-?']],
  ['2018–19', ['2018-?-? + 2019-?-?']],
  ['2007-08', ['2007-?-? + 2008-?-? or 2007-8-?']],
  ['2018-2021', ['2018-?-? + 2021-?-?']],
  ['the 1980s', ['?-?-? 1980s']],
  ['2026', []],
  ['on 45 March', ['?-3-?']],
])('"%s" names %j', (text, found) => {
  const { dates, rest } = readDates(text)
  const told = dates.map(({ ways }) =>
    ways
      .map((way) =>
        way
          .map(({ year, month, day, part }) =>
            `${[year, month, day].map((each) => each ?? '?').join('-')} ${part ?? ''}`.trim(),
          )
          .join(' + '),
      )
      .join(' or '),
  )
  expect(told).toEqual(found)
  expect(rest).toHaveLength(text.length)
})

test('days of the week are known in small letters as well', () => {
  const { weekdays, rest } = readWeekdays('On Tuesday and on fridays, not on someday.')
  expect(weekdays.map(({ text, weekday }) => [text, weekday])).toEqual([
    ['Tuesday', 2],
    ['fridays', 5],
  ])
  expect(rest).toBe('On         and on        , not on someday.')
})
