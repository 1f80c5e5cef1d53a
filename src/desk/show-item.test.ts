import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import type { ReviewItem } from '#desk/review-item.ts'
import { itemLines, sourceText } from '#desk/show-item.ts'

const WIDE = { columns: 120, colour: false }

const SUBJECT: ReviewItem = {
  place: { category: 'cybersecurity', id: 'a-lock-without-a-key' },
  state: 'published',
  title: 'A lock without a key',
  excerpt: 'Wards open at 64 degrees.',
  tags: ['locks', 'heat'],
  markdown: [
    'Wards locks open when they are heated to 64 degrees. [S1, S2]',
    '## What it means',
    'Nobody said this.',
    'Somebody said this. [S3]',
  ].join('\n\n'),
  sources: [
    { title: 'On locks', publisher: 'Locksmiths Weekly', url: 'https://locks.example/64' },
    { title: 'Heat', publisher: 'The Kiln', url: 'https://kiln.example/' },
  ],
  author: 'Stet Newsroom',
  date: '2026-11-20T06:00:00Z',
  provenance: {
    writer: { model: 'qwen3:14b', provider: 'Ollama' },
    note: null,
    sources: [],
    checks: [
      { name: 'Numbers', passed: true, detail: '3 numbers stand in the sources.' },
      { name: 'Language', passed: false, detail: 'It is not English.' },
    ],
    reviews: [{ by: 'Ada', date: '2026-11-21T06:00:00Z', note: 'Read twice.' }],
    corrections: [{ by: 'Bo', date: '2026-11-22T06:00:00Z', note: 'It said 65; it says 64.' }],
  },
  baseVersion: 3,
  findings: [
    {
      code: 'judge-doubtful',
      severity: 'revise',
      where: 'sections.0.blocks.0',
      message: 'The source says "may open".',
      evidence: 'open when they are heated',
      unit: null,
    },
  ],
  risks: ['2 judge doubts', 'one publisher'],
  texts: ['Locks were tested. Those by Wards opened at 64 degrees. All others held.', null],
}

test('a post is shown with its id, date, model, disclosure, history and risks', () => {
  const shown = itemLines(SUBJECT, WIDE).slice(0, 11)
  expect(shown).toEqual([
    '─'.repeat(120),
    'A lock without a key',
    'cybersecurity/a-lock-without-a-key',
    'November 20, 2026, by Stet Newsroom',
    'Wards open at 64 degrees.',
    'Tags: locks, heat',
    'Model: qwen3:14b (Ollama)',
    'Written by AI. Reviewed by Ada on November 21, 2026. Corrected by Bo on November 22, 2026.',
    'Reviewed by Ada on November 21, 2026: Read twice.',
    'Corrected by Bo on November 22, 2026: It said 65; it says 64.',
    'Risks: 2 judge doubts, one publisher',
  ])
})

test('missing data is shown as missing, and a held post is marked', () => {
  const bare = {
    ...SUBJECT,
    state: 'held' as const,
    provenance: null,
    tags: [],
    sources: [],
    texts: [],
    findings: [],
  }
  const shown = itemLines(bare, WIDE).join('\n')
  for (const sentence of [
    'Held: it is published when you keep it.',
    'Model: not on record',
    'Written by AI. No human review is on record yet.',
    'Tags: none',
    'Sources\n\nNone.',
    'Checks\n\nNone on record.',
    'Warnings of the newsroom\n\nNone.',
  ]) {
    expect(shown).toContain(sentence)
  }
  expect(itemLines(SUBJECT, WIDE).join('\n')).not.toContain('Held')
})

const LOCK = { compute: '', citation: 1, source: 0, unit: 'S1.2', quote: 'Those by Wards opened at 64 degrees.' }
const RECORDED: ReviewItem = {
  ...SUBJECT,
  provenance: SUBJECT.provenance && {
    ...SUBJECT.provenance,
    evidence: [
      { ...LOCK, text: 'Wards open at 64 degrees.', citation: null },
      { ...LOCK, text: 'Wards locks open when they are heated to 64 degrees.' },
      {
        ...LOCK,
        text: 'Wards locks open when they are heated to 64 degrees.',
        source: 1,
        unit: 'S2.5',
        quote: 'Heat!',
      },
      { ...LOCK, text: 'That is 44 degrees more than outside.', compute: '64 - 20' },
    ],
    judging: { model: 'm', provider: 'p', isWriter: true, sentences: 12, planted: 4, found: 3, cut: 2 },
  },
  markdown: [
    'Wards locks open when they are heated to 64 degrees. [S1, S2] That is 44 degrees more than outside. [S1]',
    'Nobody said this. Somebody said this. [S1]',
  ].join('\n\n'),
}

test('each sentence of a post with a record is followed by its evidence, or by a warning', () => {
  const lines = itemLines(RECORDED, WIDE)
  expect(lines.slice(lines.indexOf('Text') + 2, lines.indexOf('Sources') - 1)).toEqual([
    'A lock without a key',
    '    No evidence is on record.',
    '',
    'Wards open at 64 degrees.',
    '    S1.2 Locksmiths Weekly: Those by Wards opened at 64 degrees.',
    '',
    'Wards locks open when they are heated to 64 degrees. [S1, S2]',
    '    S1.2 Locksmiths Weekly: Those by Wards opened at 64 degrees.',
    '    S2.5 The Kiln: Heat!',
    'That is 44 degrees more than outside. [S1]',
    '    S1.2 Locksmiths Weekly: Those by Wards opened at 64 degrees. (computed: 64 - 20)',
    '',
    'Nobody said this.',
    '    No evidence is on record.',
    'Somebody said this. [S1]',
    '    No evidence is on record.',
  ])
})

test('a post without a record is shown by blocks, and missing sources are marked', () => {
  const lines = itemLines(SUBJECT, WIDE)
  expect(lines.slice(lines.indexOf('Text') + 2, lines.indexOf('Sources') - 1)).toEqual([
    'Wards locks open when they are heated to 64 degrees. [S1, S2]',
    '',
    '## What it means',
    '',
    'Nobody said this.',
    '    It does not cite a source.',
    '',
    'Somebody said this. [S3]',
    '    S3 is not in the list of sources.',
  ])
})

test('the checks include the judging, and whether a correction came later', () => {
  const sentence =
    'Judge: m (p), also the writer, judged 12 sentences and found 3 of 4 planted errors. Sentences cut: 2.'
  const textOf = (item: ReviewItem) => itemLines(item, WIDE).join(' ')
  expect(textOf(RECORDED)).toContain(`${sentence} This was before the correction.`)
  const provenance = RECORDED.provenance && { ...RECORDED.provenance, checks: [], corrections: [] }
  expect(textOf({ ...RECORDED, provenance })).toContain(`Checks  ${sentence}  Warnings`)
})

test('sources, checks and warnings follow the text', () => {
  const lines = itemLines(SUBJECT, WIDE)
  expect(lines.slice(lines.indexOf('Sources'))).toEqual([
    'Sources',
    '',
    'S1 On locks (Locksmiths Weekly)',
    '    https://locks.example/64',
    '    72 characters kept',
    'S2 Heat (The Kiln)',
    '    https://kiln.example/',
    '    text not kept',
    '',
    'Checks',
    '',
    'passed Numbers: 3 numbers stand in the sources.',
    'failed Language: It is not English.',
    '',
    'Warnings of the newsroom',
    '',
    'warns judge-doubtful in sections.0.blocks.0',
    '    The source says "may open".',
    '    “open when they are heated”',
  ])
})

test('colours are optional and do not change the text', () => {
  const plainLines = itemLines(SUBJECT, WIDE)
  const coloured = itemLines(SUBJECT, { ...WIDE, colour: true })
  expect(plainLines.join('')).not.toContain('\u001b')
  expect(coloured.join('')).toContain('\u001b[1m')
  expect(coloured.map((line) => stripVTControlCharacters(line).trimEnd())).toEqual(plainLines)
})

test('the lines of any post are safe to print and fit the terminal', () => {
  const evil = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\u001b[2J', '\u001b]52;c;QQ==\u0007', 'word ', 'x'.repeat(40), '[S1]', '64'),
      fc.constantFrom(...'\u009b\u202e\u200b\r\n漢'),
    ),
    maxLength: 30,
  })
  fc.assert(
    fc.property(
      evil,
      fc.integer({ min: 40, max: 200 }),
      fc.boolean(),
      fc.boolean(),
      (text, columns, colour, isRecorded) => {
        const source = { title: text, publisher: text, url: text }
        const entry = { by: text, date: text, note: text }
        const lines = itemLines(
          {
            ...SUBJECT,
            place: { category: text, id: text },
            title: text,
            excerpt: text,
            tags: [text],
            markdown: text,
            sources: [source, source],
            author: text,
            date: text,
            provenance: {
              writer: { model: text, provider: text },
              note: text,
              sources: [source],
              checks: [{ name: text, passed: false, detail: text }],
              evidence: isRecorded
                ? [
                    { ...LOCK, text: 'word' },
                    { ...LOCK, text, compute: text, unit: text, quote: text },
                  ]
                : undefined,
              judging: { model: text, provider: text, isWriter: false, sentences: 1, planted: 1, found: 0, cut: 0 },
              reviews: [entry],
              corrections: [entry],
            },
            findings: [{ code: text, severity: 'revise', where: text, message: text, evidence: text, unit: null }],
            risks: [text],
            texts: [text, text],
          },
          { columns, colour },
        )
        for (const line of [...lines, ...sourceText(source, text, { columns, colour })]) {
          // oxlint-disable-next-line no-control-regex
          expect(line.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\p{Cc}\u200b\u202e]/u)
          expect(stringWidth(line)).toBeLessThanOrEqual(columns)
          if (!colour) expect(line).not.toContain('\u001b')
        }
      },
    ),
  )
})
