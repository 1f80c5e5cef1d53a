import { fold, MONTHS } from '#text/words.ts'

/** Parses a feed's date and returns it in ISO 8601 format in UTC, or null. A time without a zone is taken as UTC. */
export function dateOf(text: string | null | undefined): string | null {
  const line = fold((text ?? '').slice(0, MAX_LENGTH))
    // A comment in parentheses may repeat the zone: `GMT+0000 (Coordinated Universal Time)`.
    .replace(/\([^)]*\)?/g, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})(?=$|\D|\d{6}$)/, '$1-$2-$3 ')
    .replace(/(?<=\d)[ t]+(\d{2})(\d{2})(\d{2})(?!\d)/, ' $1:$2:$3')
    .replace(
      /(?:(午前|上午|오전)|午後|下午|오후) ?(\d{1,2}(?:[:時]|시 ?)\d{2}[分분]?(?::\d{2})?)/u,
      (_, morning, time) => [time, morning === undefined ? 'pm' : 'am'].join(' '),
    )
    // In `Fri Nov 20 06:00:00 UTC 2026`, move the year next to the day.
    .replace(/^(?:\p{L}+,? )?(\p{L}+) (\d+) (\d+:[\d:]+) (.*?) ?(\d{4})$/u, '$1 $2 $5 $3 $4')
  if (/^\d{9,10}(?:\.\d+)?$|^\d{12,13}$/.test(line)) return isoOf(Number(line) * (Number(line) > 1e11 ? 1 : 1000))
  const day = DAYS.map((form) => form.exec(line)).find((found) => found !== null)
  if (!day?.groups) return null
  const rest = line.replace(day[0], ' ')
  const time = TIME.exec(rest)
  const { hour = '0', minute = '0', second = '0', fraction = '', half } = time?.groups ?? {}
  const zone = zoneOf(time === null ? '' : rest.slice(time.index + time[0].length).replace(/^[\s,]+|[\s,]+$/g, ''))
  if (zone === null) return null
  // 24:00 is the start of the next day.
  const isNextDay = half === undefined && Number(hour) === 24 && Number(minute) + Number(second) === 0
  try {
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
    const clock = new Temporal.PlainTime(
      isNextDay ? 0 : hours,
      Number(minute),
      // Treat a leap second as the second before it.
      Math.min(Number(second), 59),
      Number(fraction.slice(0, 3).padEnd(3, '0')),
    )
    const date = plainDateOf(day.groups)?.add({ days: isNextDay ? 1 : 0 })
    return date ? isoOf(date.toPlainDateTime(clock).toZonedDateTime(zone).epochMilliseconds) : null
  } catch {
    return null
  }
}

// Returns null or throws a RangeError if the year does not contain this day.
function plainDateOf({ year = '', month = '', day = '1', week, ordinal }: Record<string, string | undefined>) {
  const century = year.length === 4 ? 0 : Number(year) < 50 ? 2000 : 1900
  const first = new Temporal.PlainDate(Number(year) + century, 1, 1)
  if (ordinal !== undefined) {
    const date = first.add({ days: Number(ordinal) - 1 })
    return date.dayOfYear === Number(ordinal) ? date : null
  }
  if (week !== undefined) {
    // The first week of a year is the one that contains 4 January (ISO 8601).
    const fourth = first.with({ day: 4 })
    const date = fourth.add({ days: 7 * (Number(week) - 1) + Number(day) - fourth.dayOfWeek })
    return date.weekOfYear === Number(week) ? date : null
  }
  return new Temporal.PlainDate(first.year, monthOf(month), Number(day))
}

const MAX_LENGTH = 100

const DAYS = [
  /^(?<year>\d{4})-?(?<ordinal>\d{3})(?=$|t| \d)/,
  /^(?<year>\d{4})-?w(?<week>\d{2})(?:-?(?<day>[1-7]))?(?=$|t| \d)/,
  /(?<=^|[\s,])(?<year>\d{4})[-/.年년](?:(?<=[.年년]) (?=\d{1,2}(?:\. |[月월])))?(?<month>\d{1,2})(?:(?:[-/]|[.月월] ?)(?<day>\d{1,2})[日일]?)?(?!\d)/u,
  /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)?[ -](?:of |de )?(?<month>\p{L}{3,})\.?,?[ -](?:del? )?(?<year>\d{4}|\d{2})(?![\d:])/u,
  /(?<month>\p{L}{3,})\.?[ -](?<day>\d{1,2})(?:st|nd|rd|th)?,?[ -](?<year>\d{4})(?!\d)/u,
  /(?<!\d)(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?!\d)/,
  // The day must be above 12, because a smaller number could be the month.
  /(?<!\d)(?<day>1[3-9]|2\d|3[01])[/-](?<month>\d{1,2})[/-](?<year>\d{4})(?!\d)/,
  /(?<!\d)(?<month>\d{1,2})[/-](?<day>1[3-9]|2\d|3[01])[/-](?<year>\d{4})(?!\d)/,
]

const TIME =
  /(?<!\d)(?:(?<hour>\d{1,2})(?:[:.h時]|시 ?)(?<minute>\d{2})[分분]?(?:[:.](?<second>\d{2})(?:[.,](?<fraction>\d+))?)?|(?<hour>\d{1,2})(?= ?[ap]\.?m))(?: ?(?<half>[ap])\.?m\b\.?)?/

const LANGUAGES = 'hu ro id tr uk ru cs fi nb da sv pl nl it pt es fr de'.split(' ')

// The long and short month names in these languages, folded. They are created on first use, because creating them takes
// 80 ms.
let foreign: Map<string, number> | undefined

// Returns the number of a month, or 0 for an unknown name.
function monthOf(name: string): number {
  const month = /^\d/.test(name)
    ? Number(name)
    : MONTHS.findIndex((english) => english.toLowerCase().startsWith(name)) + 1
  if (month > 0) return month
  // German feeds also write "Mrz".
  foreign ??= new Map([...LANGUAGES.flatMap(monthsIn), ['mrz', 3]])
  return foreign.get(name) ?? 0
}

function monthsIn(language: string): [string, number][] {
  return (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, index): [string, number] => {
      const name = format.formatToParts(Date.UTC(2026, index)).find(({ type }) => type === 'month')?.value ?? ''
      return [fold(name).replace(/\.$/, ''), index + 1]
    })
  })
}

const ZONES = new Map(
  `utc +00,gmt +00,ut +00,z +00,wet +00,bst +01,west +01,wat +01,cet +01,met +01,cest +02,mest +02,eet +02,sast +02,cat +02,
eest +03,idt +03,irst +03:30,msk +03,trt +03,eat +03,gst +04,pkt +05,npt +05:45,bdt +06,mmt +06:30,ist +05:30,wib +07,ict +07,wita +08,sgt +08,hkt +08,myt +08,
pht +08,awst +08,jst +09,kst +09,acst +09:30,aest +10,acdt +10:30,aedt +11,nzst +12,nzdt +13,ndt -02:30,adt -03,brt -03,
art -03,clst -03,uyt -03,clt -04,bot -04,vet -04,cot -05,pet -05,nst -03:30,ast -04,edt -04,est -05,cdt -05,cst -06,mdt -06,mst -07,pdt -07,pst -08,akdt -08,akst -09,hst -10,
et America/New_York,ct America/Chicago,mt America/Denver,pt America/Los_Angeles`
    .split(/,\s*/)
    .map((line): [string, string] => [line.replace(/ .*/, ''), line.replace(/.* /, '')]),
)

const US_ZONE = /^([ecmp])(?:astern|entral|ountain|acific) (?:standard |daylight )?time$/

// Parses `+0100`, `GMT+1`, `CET`, `Eastern Standard Time` or `Europe/Berlin`. Returns null for an unknown zone.
function zoneOf(text: string): string | null {
  const [, sign, hours = '', minutes = '00'] =
    /^(?:utc|gmt|ut|z)? ?([+−-])(\d{1,2}):?(\d{2})?(?: ?[[\]a-z/_]+)?$/.exec(text) ?? []
  if (sign !== undefined) return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
  const [, name] = /^\[?([a-z]+\/[a-z/_+-]+\d{0,2})\]?$/.exec(text) ?? []
  return name ?? ZONES.get(text.replace(US_ZONE, '$1t').replace(/^(?:uhr|hrs?)$/, '') || 'utc') ?? null
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}
