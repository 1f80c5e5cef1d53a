import { expect, test } from 'vitest'
import { readByline, splitDateline } from '#newsroom/sources/units/byline.ts'

test.for([
  ['By Ada Byron', 'Ada Byron'],
  ['by Ludwig van Beethoven', 'Ludwig van Beethoven'],
  ['By Ada Byron and Charles Babbage, Reuters', 'Ada Byron and Charles Babbage'],
  ['By Ada Byron, Charles Babbage and Grace Hopper', 'Ada Byron, Charles Babbage and Grace Hopper'],
  ['Written by Ada Byron | 4 min read', 'Ada Byron'],
  ['Posted on November 17, 2026 by Ada Byron', 'Ada Byron'],
  ['Author: Ada Byron, Senior Security Researcher', 'Ada Byron'],
  ['Interview by Ada Byron', 'Ada Byron'],
  ['Ada Byron · 17 Nov 2026 · 4 min read', 'Ada Byron'],
  ['submitted by /u/ada', '/u/ada'],
  ['Noor Eastaugh, principal researcher', 'Noor Eastaugh'],
  ['Noor Eastaugh, Head of Evaluation · 17 Nov 2026', 'Noor Eastaugh'],
  ['By the Coral team | 2026-11-17', null],
  ['(Reporting by Ada Byron in London; Editing by Grace Hopper)', null],
])('a byline names who wrote a text: %s', ([line, author]) => {
  expect(readByline(line ?? '')).toEqual({ mark: 'byline', author })
})

test.for([
  'November 17, 2026',
  '17.11.2026',
  'Published: 2026-11-17',
  'Last updated on Tue, 17 Nov 2026 at 5:04 p.m. ET',
  'First published 17 November 2026, updated 18 November 2026',
  'November 12, 2026 08:00 AM Eastern Standard Time',
  '3 hours ago · 5 min read',
  'San Francisco, November 17, 2026',
])('a line that is nothing but a date is one: %s', (line) => {
  expect(readByline(line)).toEqual({ mark: 'date', author: null })
})

test.for([
  'By Friday the attackers had left',
  'By Monday Apple Intelligence',
  'By default Apple ships it',
  'By Ada Byron, who wrote the first program for a machine that was never built, and never ran.',
  'Updated packages fix 3 bugs',
  'Release date: 2026-11-17',
  'Version 1.2 (2026-11-17)',
  'Security Advisory | November 17, 2026',
  'On November 17, 2026, a cable broke.',
  'Ada Byron',
  'Ada Byron, Analytical Engines',
  '— Ada Byron, chief engineer',
  'SAN FRANCISCO · November 17, 2026',
  '42',
  '',
])('what says anything else is no byline: %s', (line) => {
  expect(readByline(line)).toBe(null)
})

test.for([
  'SAN FRANCISCO, Nov. 17, 2026 (GLOBE NEWSWIRE) --|Acme said',
  'SANTA CLARA, Calif., Nov. 17, 2026 /NewsLine/ --|Acme said',
  'LONDON (Reuters) -|The bank closed',
  'Paris, 17 November 2026 –|Mistral released',
  'November 17, 2026 —|“We are done,” said',
])('a place and date stand before a report: %s', (line) => {
  const [dateline, rest] = line.split('|')
  expect(splitDateline(line.replace('|', ' '))).toEqual([dateline, rest])
})

test.for(['AMD — The chip maker', 'NVIDIA (NASDAQ: NVDA) - The', 'Nov. 3 – Nov. 5 was dry', 'IBM - The', 'May – June'])(
  'no dateline: %s',
  (line) => {
    expect(splitDateline(line)).toBe(null)
  },
)
