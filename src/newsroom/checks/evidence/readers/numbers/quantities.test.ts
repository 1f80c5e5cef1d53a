import { expect, test } from 'vitest'
import { boundedIn } from '#newsroom/checks/evidence/readers/numbers/boundaries.ts'
import { readFigures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import { baseOf } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'

// Each reading as its value, with its dimension if it has one.
test.each([
  ['1,000 users', ['1000']],
  ['1.000,5 Volt', ['1000.5 voltage']],
  ['1.234.567 Euro', ['1234567 euro']],
  ['1’234 ships', ['1234']],
  ['1\u202F234 ships', ['1234']],
  ['11,00,000 rupees', ['1100000 rupee']],
  ['3,5 Mio. Euro', ['3500000']],
  ['185lb', ['185 mass in pounds']],
  ['185 pounds', ['185 mass in pounds or 185 pound']],
  ['5 mln zloty', ['5000000 zloty']],
  ['€11.6m', ['11600000 euro']],
  ['US$3.5bn', ['3500000000 dollar/US']],
  ['300 US dollars', ['300 dollar/US']],
  ['300 Canadian dollars', ['300 dollar/CA']],
  ['150,000 Norwegian kroner', ['150000 krona']],
  ['USD 300', ['300 dollar/US']],
  ['80B of memory', ['80000000000 or 80 bytes or 80000000000 bytes']],
  ['64K', ['64000 or 64000 bytes']],
  ['3, 4 and 5 MB', ['3000000 bytes', '4000000 bytes', '5000000 bytes']],
  ['3, 4, or 5 MB', ['3000000 bytes', '4000000 bytes', '5000000 bytes']],
  ['37 in 50,000, or 0.074%', ['37', '50000', '0.074 percent']],
  ['45–50 ms', ['0.045 time', '0.05 time']],
  ['45 to 50%', ['45 percent', '50 percent']],
  ['€10 to 12 million', ['10000000 euro or 10 euro', '12000000 euro']],
  ['€141 million, and 23 investors', ['141000000 euro', '23']],
  ['six of its nine weeks', ['3628800 time', '5443200 time']],
  ['under Section 230 and 45 °C', ['230', '45 degrees/C']],
  ['5 percent', ['5 percent']],
  ['5 per cent', ['5 percent']],
  ['5 percentage points', ['5 points/percentage']],
  ['800Gbps', ['800000000000 bits']],
  ['800 Gb/s', ['800000000000 bits']],
  ['800 GB/s', ['800000000000 bytes/second']],
  ['150MW', ['150000000 power']],
  ['12 square kilometres', ['12000 square length']],
  ['10× faster', ['10 times']],
  ['three times as fast', ['3 times']],
  ['three times in May', ['3']],
  ['12-core', ['12']],
  ['7,400km', ['7400000 length']],
  ['11th', ['11']],
  ['twenty-three ships', ['23']],
  ['one hundred and five', ['105']],
  ['two thousand five hundred', ['2500']],
  ['a dozen', ['12']],
  ['a score of ships', []],
  ['half a million', ['500000']],
  ['half an hour', ['1800 time']],
  ['a half hour', ['1800 time']],
  ['two and a half hours', ['9000 time']],
  ['2 hours and 50 minutes', ['10200 time']],
  ['11 h 20 min', ['40800 time']],
  ['two more hours', ['7200 time']],
  ['the other one, three metres away', ['1', '3 length']],
  ['$0.25 per million tokens', ['0.25 dollar', '1000000']],
  ['third', ['3']],
  ['third-party', []],
  ['half of them', ['50 percent']],
  ['two-thirds of them', ['66.66667 percent']],
  ['one third or more of them', ['33.33333 percent']],
  ['a third outage', ['3']],
  ['three quarters of them', ['75 percent']],
  ['three quarters in a row', ['3']],
  ['one in five', ['20 percent or 5']],
  ['doubled', ['2 times']],
  ['doubled down', []],
  ['tens of thousands of', ['10000']],
  ['24/7', []],
  ['zero-day', []],
  ['60 fps', ['60 frames']],
])('"%s" is read as %j', (text, readings) => {
  const { quantities } = readFigures(text)
  expect(
    quantities.map(({ readings }) =>
      readings
        .map((reading) => `${Number(baseOf(reading).toPrecision(7))} ${reading.unit?.dimension ?? ''}`.trim())
        .join(' or '),
    ),
  ).toEqual(readings)
})

test('the step of a number is what one more in its last digit that counts would add', () => {
  const steps = (text: string) => readFigures(text).quantities.map(({ readings }) => readings[0]?.step)
  expect(steps('3,870 and 3,900 and 4,000 ships, 11.6 million euros, 9 or ten or twenty')).toEqual([
    10, 100, 1000, 100_000, 1, 1, 10,
  ])
})

test('a figure of speech and a number to dial count nothing', () => {
  const counted = (text: string) => readFigures(text).quantities.map((quantity) => quantity.text)
  expect(counted('Upgrading is half of the work; half the battle is to call 999 or ring 112.')).toEqual([])
  expect(counted('Half of the sites call 40 servers.')).toEqual(['Half', '40'])
})

test('a little over five minutes is more than five, over five minutes may be during them', () => {
  const sidesOf = (text: string) => boundedIn(readFigures(text)).flatMap(({ sides }) => sides.map(({ side }) => side))
  expect(sidesOf('They saved a little over five minutes an hour.')).toEqual(['up'])
  expect(sidesOf('They saved it over five minutes.')).toEqual([])
})
