import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { dateOf } from '#newsroom/sources/feed/date.ts'
import { entryUrl } from '#newsroom/sources/feed/parse.ts'

afterEach(() => vi.unstubAllEnvs())

// Each line contains a date in UTC and other spellings of it.
const DATES = `
  2026-03-02T10:00:00.000Z|2026-03-02T10:00:00Z|2026-03-02 10:00:00|Mon, 02 Mar 2026 10:00:00 GMT
  2026-03-02T10:00:00.000Z|Mon, 02 Mar 2026 10:00:00 +0000 (UTC)|02 Mar 26 10:00 GMT|Mon, 2 Mar 2026 10:00:00
  2026-03-02T10:00:00.000Z|Mon Mar 02 2026 10:00:00 GMT+0000 (Coordinated Universal Time)|2 March 2026 10:00 UTC
  2026-03-02T10:00:00.000Z|Mon, 02 Mar 2026 05:00:00 EST|Mon, 02 Mar 2026 02:00:00 PST
  2026-03-02T10:00:00.000Z|2026-03-02T11:00:00+01|2 Mar 2026 11:00:00 +0100 CET|2026-03-02T11:00:00+01:00[Europe/Berlin]
  2026-03-02T00:00:00.000Z|March 2, 2026|2 March 2026|2026-03-02|Mar. 2nd, 2026|Monday, March 2, 2026 6:00 PM
  2026-03-02T00:00:00.000Z|March 2, 2026 at 12:05 a.m. PT|Posted on 2 Mar 2026 · 5 min read
  2026-03-02T18:00:00.000Z|Mon, 02 Mar 2026 10:00:00 -0800
  2026-03-02T04:30:00.250Z|2026-03-02T10:00:00.25+05:30
  2026-03-02T09:00:00.000Z|2026-03-02T10:00+0100
  2026-07-02T10:00:00.000Z|Thu, 02 Jul 2026 06:00:00 EDT
  2026-09-02T00:00:00.000Z|Sept. 2, 2026|2 Sept 2026`
  .trim()
  .split(/\n */)
  .map((line) => line.split('|'))
  .concat([['2026-03-02T10:00:00.000Z', '  Mon,\n 02 Mar 2026 10:00:00 GMT ']])
  .flatMap(([iso = '', ...texts]) => texts.map((text) => [text, iso] as const))

test.for(DATES)('parses the date "%s" the same in any time zone of the machine', ([text, date]) => {
  expect(dateOf(text)).toBe(date)
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(new Date(0).getTimezoneOffset()).toBe(-540)
  expect(dateOf(text)).toBe(date)
})

const INVALID =
  '|yesterday|Part 7|12|2026|0000-00-00|2026-13-45T00:00:00Z|32 Foo 2026|Mon, 02 Mar 2026 10:00:00 XYZT|' +
  '03/02/2026|2026-03-02 10:00 Europe/Berlin'

test.for([...INVALID.split('|'), null, undefined])('returns null for the date "%s"', (text) => {
  expect(dateOf(text)).toBe(null)
})

test('parses ISO text and UTC text, with or without its zone, as the same time', () => {
  const times = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(times, (time) => {
      const second = new Date(Math.floor(time.getTime() / 1000) * 1000)
      expect(dateOf(time.toISOString())).toBe(time.toISOString())
      expect(dateOf(second.toUTCString())).toBe(second.toISOString())
      expect(dateOf(second.toUTCString().replace(' GMT', ''))).toBe(second.toISOString())
    }),
  )
})

test.for([
  ['https://x.example/p?utm_source=rss&id=1%20a+b&fbclid=2#top', 'https://x.example/p?id=1%20a+b'],
  ['https://x.example/p?UTM_Campaign=x', 'https://x.example/p'],
  ['https://user:secret@x.example/p', 'https://x.example/p'],
  [' https://x.example/p\n', 'https://x.example/p'],
  ['//cdn.example/x', 'https://cdn.example/x'],
  ['b?utmost=1&ref=main&source=2', 'https://host.example/a/b?utmost=1&ref=main&source=2'],
  ['?source=rss----a---4&mtm_campaign=x&at_medium=RSS&utm_source=x&msclkid=x&mc_cid=1&mc_eid=2&partner=rss&id=1'],
  ['?partner=rss&partner=acme', 'https://host.example/a/?partner=acme'],
])('removes tracking parameters and credentials from the URL "%s"', ([link, url = 'https://host.example/a/?id=1']) => {
  expect(entryUrl(link, 'https://host.example/a/')?.url).toBe(url)
})

const INVALID_URLS = ['', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://', null, undefined]

test.for([...INVALID_URLS, `/${'a'.repeat(3_000)}`])('returns null for the URL "%s"', (link) => {
  expect(entryUrl(link, 'https://host.example/')).toBe(null)
})
