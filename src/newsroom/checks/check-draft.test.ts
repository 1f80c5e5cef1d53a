import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimsOf } from '#newsroom/article/draft.ts'
import { checkDraft, checkEvidence, CHECKS, EVIDENCE_NAME } from '#newsroom/checks/check-draft.ts'
import { said } from '../../../tests/fixtures/newsroom/drafts.ts'
import { blockOf, subjectOf, type TestBlock } from '../../../tests/fixtures/newsroom/subject-of.ts'

const NOTICE = [
  'The port of Varnhem bought the ferry Wren for $1.2 million on 12 March 2026.',
  'It carries 140 passengers and 24 cars at 18.4 knots, said harbour master Ada Moss.',
  '"The hull was too thin to sail another winter," Moss told the Ferry Gazette.',
  'Version 2.6.2 of its software fixes CVE-2026-41877.',
  'The old ferry may sail until May, and the port does not plan to sell it.',
  'Twenty-five workers spent 90 minutes on the first test, 40 per cent of them welders.',
].join(' ')
const MINUTES =
  'The council of Kestrel Bay met on Thursday. It counted 3,870 votes, and Bo Lind of Tarnhelm Marine spoke.'

// Returns each finding as `severity code evidence`.
function check(block: TestBlock, texts = [NOTICE, MINUTES], compute = ''): string[] {
  const { draft, sources } = subjectOf({ texts, blocks: [block] })
  const claims = claimsOf(draft).map((claim) => ({ ...claim, compute }))
  return checkEvidence({ claims, sources }).findings.map(
    ({ severity, code, evidence }) => `${severity} ${code} ${evidence}`,
  )
}

function findingsOf(options: Parameters<typeof subjectOf>[0]) {
  const { draft, sources } = subjectOf(options)
  return checkEvidence({ claims: claimsOf(draft), sources }).findings
}

function blocks(text: string, from = ['S1.1'], texts?: string[]): string[] {
  return check({ text, from }, texts).filter((line) => line.startsWith('block'))
}

function asks(text: string, from = ['S1.1'], texts?: string[]): string[] {
  const lines = check({ text, from }, texts)
  return lines.filter((line) => line.startsWith('ask')).map((line) => line.split(' ')[1] ?? '')
}

test.each([
  ['The port paid $1.2 million for the Wren.', 'S1.1'],
  ['The port paid 1,200,000 dollars for it.', 'S1.1'],
  ['It bought her on March 12.', 'S1.1'],
  ['It bought her in March 2026.', 'S1.1'],
  ['It bought her on a Thursday in 2026.', 'S1.1'],
  ['It takes 140 passengers.', 'S1.2'],
  ['The first test took 1.5 hours.', 'S1.6'],
  ['There were 25 workers.', 'S1.6'],
  ['Welders were 40% of them.', 'S1.6'],
  ['Two ships sail.', 'S1.1'],
  ['Use version 2.6.2 against CVE-2026-41877.', 'S1.4'],
  ['The flaw has a CVE.', 'S1.4'],
  ['Varnhem bought the Wren.', 'S1.1'],
  ['Moss bought it for the port.', 'S1.1'],
  ['It is a two-GPU, JSON-only ferry.', 'S1.1'],
  ['The Ferry Gazette has seen her.', 'S1.1'],
  ['It is the only non-Varnhem ship.', 'S1.1'],
  ['It is the only Varnhem-built ship.', 'S1.1'],
  ...['Furthermore', 'Overnight', 'Reportedly', 'Nobody', 'Testing', 'Honest'].map((start) => [
    `${start}, the port bought the Wren.`,
    'S1.1',
  ]),
])('accepts: %s (%s)', (text = '', id = '') => {
  expect(blocks(text, [id])).toEqual([])
})

test.each([
  ['The port paid $1.3 million for the Wren.', 'S1.1', '$1.3 million'],
  ['The port paid €1.2 million for it.', 'S1.1', '€1.2 million'],
  ['The port paid $1.2 billion for it.', 'S1.1', '$1.2 billion'],
  ['It bought her on March 13.', 'S1.1', 'March 13'],
  ['It bought her in March 2025.', 'S1.1', 'March 2025'],
  ['It bought her on a Saturday.', 'S1.1', 'Saturday'],
  ['The first test took 90 hours.', 'S1.6', '90'],
  ['There were thirty workers.', 'S1.6', 'thirty'],
  ['Use version 2.6.3.', 'S1.4', '2.6.3'],
  ['It carries 3,870 passengers.', 'S1.2', '3,870'],
])('blocks a number, date or version that the evidence lacks: %s', (text, id, figure) => {
  expect(blocks(text, [id])).toEqual([`block number-not-in-evidence ${figure}`])
})

test.each([
  ['Latency is > 5 ms.', 'Latency is < 5 ms.', true],
  ['It needs Node.js >= 24.', 'It needs Node.js <= 24.', true],
  ['Version 3.2 and later are affected.', 'Versions up to and including version 3.2 are affected.', true],
  ['It takes at least\u00a05 cars.', 'It takes at most\u00a05 cars.', true],
  ['C# and later has 12 rules.', 'C# has 12 rules.', false],
])('asks about an exchanged limit, but does not read the sign in C# as one: %s', (text, source, isAsked) => {
  expect(asks(text, ['S1.1'], [source]).includes('boundary-differs')).toBe(isAsked)
})

test('asks about a number that the evidence has only inside a name, an address or code', () => {
  const texts = [
    "The host's provenance achieves Build L2, a Level of its standard (host.example/pull/128, host.example/v/release-9.6), and pip reads P7D.",
  ]
  for (const text of [
    'The host achieves Level 2.',
    'The host took pull request 128.',
    'The host lets pip wait for 7 days.',
    'The host wrote notes for release 9.6.',
  ]) {
    expect(blocks(text, ['S1.1'], texts)).toEqual([])
    expect(asks(text, ['S1.1'], texts)).toContain('number-in-name')
  }
  expect(blocks('The host achieves Level 3.', ['S1.1'], texts)).toHaveLength(1)
})

test('finds a name behind the number of its pieces, as in 4xH100', () => {
  const texts = ['The model ran on 4xH100 and on 2×Wren.']
  expect(blocks('The model ran on four H100s and on two Wrens.', ['S1.1'], texts)).toEqual([])
  expect(blocks('The model ran on four H200s.', ['S1.1'], texts)).toHaveLength(1)
})

test('reports which other unit contains the missing number or name', () => {
  const blocks = [{ text: 'Tarnhelm Marine counted 3,870 votes.' }]
  const findings = findingsOf({ texts: [NOTICE, MINUTES], blocks })
  const found = (code: string) => findings.find((finding) => finding.code === code)
  expect(found('number-not-in-evidence')).toMatchObject({ unit: 'S2.2', message: '"3,870" is in S2.2, not in S1.1.' })
  expect(found('name-elsewhere')).toMatchObject({ severity: 'ask', unit: 'S2.2', evidence: 'Tarnhelm Marine' })
})

test("assigns a date without a year to its source's year, the year before or the year after", () => {
  const texts = ['She sank on December 12.']
  for (const year of [2025, 2026, 2027])
    expect(blocks(`She sank on December 12, ${year}.`, ['S1.1'], texts)).toEqual([])
  expect(blocks('She sank on December 12, 2024.', ['S1.1'], texts)).toEqual([
    'block number-not-in-evidence December 12, 2024',
  ])
})

test.each([
  ['9 and 10 May', 'May 10'],
  ['12/03/2026', '12 March 2026'],
  ['3/12/26', '12 March 2026'],
  ['2026-03-12', 'March 12, 2026'],
  ['2026.3.12', 'March 12, 2026'],
  ['12-Mar-2026', '12 March 2026'],
  ['v2026.3.12', 'version 2026.3.12'],
  ['version 2026.3.12', 'v2026.3.12'],
  ['2026-03', 'March 2026'],
  ['2026-03', 'the year 2026'],
  ['4:30 p.m.', '16:30'],
  ['between 5 and 9 p.m.', '17:00'],
  ['6 a.m.', '6:00'],
  ['70k files', '70,000 files'],
  ['80B parameters', '80 billion parameters'],
  ['18 and 20 billion parameters', '18 billion parameters'],
  ['2 days', '48 hours'],
  ['doubling at 200 ms', '2x at 200 ms'],
  ['two hundred thousand people', '200,000 people'],
  ['3 700 MB files', '700 MB'],
  // TeX for a number.
  ['from ~$48$% to ~$29$%', 'from 48% to 29%'],
])('reads %s as %s', (evidence, claim) => {
  expect(blocks(`It was ${claim}.`, ['S1.1'], [`It was ${evidence}.`])).toEqual([])
})

test('reads a date that begins with the year in only one way', () => {
  expect(blocks('It was 4 March 2023.', ['S1.1'], ['It was GPT-4-Mar-2023.'])).not.toEqual([])
  expect(blocks('It was 12 March 2026.', ['S1.1'], ['It was 2026-12-03.'])).not.toEqual([])
  expect(blocks('It was version 2026.12.3.', ['S1.1'], ['It was version 2026.3.12.'])).not.toEqual([])
})

test('accepts the result of a computation only if its numbers are in the evidence', () => {
  const sum = (text: string, compute: string) =>
    check({ text, from: ['S1.2'] }, undefined, compute).filter((line) => line.startsWith('block'))
  expect(sum('It has 116 more seats than parking spaces.', '140 - 24')).toEqual([])
  expect(sum('Cars are 17.1% of its passengers.', '24 / 140')).toEqual([])
  const rates = ['Wren reaches 10.1K requests and Heron 13,386.']
  const slower = { text: 'Wren is about 25% slower.', from: ['S1.1'] }
  expect(check(slower, rates, '(13386 - 10.1 * 1000) / 13386')).toEqual([])
  const days = ['Reported: 2025-03-05. Fixed: 2025-03-11.']
  expect(check({ text: 'The fix took 6 days.', from: ['S1.1', 'S1.2'] }, days, '11 - 5')).toEqual([])
  const tokens = ['It read 608B tokens, of which 342B were cached.']
  const uncached = { text: 'It read 266 billion uncached tokens.', from: ['S1.1'] }
  expect(check(uncached, tokens, '608 - 342')).toContain('ask scale-added 266 billion')
  for (const wrong of ['$266,490', '266.0.7', '26:60'])
    expect(check({ text: `It is ${wrong}.`, from: ['S1.1'] }, tokens, '608 - 342').join()).toContain('block')
  expect(check({ text: 'Its trips carry about 3,400.', from: ['S1.2'] }, undefined, '140 * 24')).toContain(
    'ask number-rounded 3,400',
  )
  expect(sum('Its trips carry about 3,500.', '140 * 24')).toEqual(['block number-not-in-evidence 3,500'])
  expect(sum('It has about 12,000 more seats.', '140 - 24')).toEqual(['block number-not-in-evidence 12,000'])
  expect(sum('It is 5 times larger.', '140 / 24')).toEqual(['block number-not-in-evidence 5'])
  expect(sum('It has 117 more seats than parking spaces.', '140 - 24')).toEqual(['block number-not-in-evidence 117'])
  expect(sum('It has 99 more seats.', '140 - 41')).toEqual(['block number-not-in-evidence 99'])
  expect(sum('It has 99 more seats.', '((((')).toEqual(['block number-not-in-evidence 99'])
})

test('accepts words such as CVE that every engineer knows', () => {
  expect(blocks('The port gave no CVE number.', ['S1.1'], ['The port gave no number.'])).toEqual([])
  expect(blocks('It was CVE-2026-41877.', ['S1.1'], ['The port gave no number.'])).toHaveLength(1)
})

test.each(['Curlew', 'Jo Tern', 'NOVA', 'HarborOS'])('blocks the name %s, which is in no source', (name) => {
  expect(blocks(`The port bought ${name} as well.`)).toEqual([`block name-not-in-sources ${name}`])
})

test('accepts a name from the paragraph of the evidence, but blocks an identifier that only another source contains', () => {
  expect(asks('Ada Moss bought it.')).not.toContain('name-elsewhere')
  expect(blocks('It was CVE-2026-41877.', ['S2.1'])).toEqual(['block identifier-not-in-evidence CVE-2026-41877'])
})

test('accepts variants of a name', () => {
  const texts = ['The Swedish port uses a Mixture of Experts and reports to the United Nations.', 'It is in Sweden.']
  expect(blocks('A port in Sweden uses MoE.', ['S1.1'], [texts[0] ?? ''])).toEqual([])
  expect(blocks('The UN heard it.', ['S1.1'], texts)).toEqual([])
  expect(blocks('It changes ZIP files.', ['S1.1'], ['It changes archive/zip.'])).toEqual([])
  expect(blocks('Press Ctrl+Shift.', ['S1.1'], texts)).toEqual(['block name-not-in-sources Ctrl+Shift'])
})

test('treats words that are common in table cells as ordinary words', () => {
  const words = 'Yes No None Required Optional Partial Unknown Full Default TBD N/A n/a'.split(' ')
  const rows = [['Ship', 'Cars'], ...words.map((word) => ['Wren', word])]
  expect(check({ kind: 'table', rows }).filter((line) => line.startsWith('block'))).toEqual([])
  expect(check({ kind: 'table', rows: [...rows, ['Wren', 'Curlew']] })).toContain('block name-not-in-sources Curlew')
})

// The source is dated Friday, 24 July 2026.
test.each([
  ['She sails about one week out (Thursday 7:50 AM).', 'She sails on Thursday 30 July.', []],
  ['She sailed Tuesday.', 'She sailed on 14 July 2026.', []],
  ['She sails Thu 7:50.', 'She sails on 30 July.', []],
  ['She sailed yesterday.', 'She sailed on Thursday.', []],
  ['She sails next week.', 'She sails on 28 July.', []],
  ['She sailed last year.', 'She sailed in 2025.', []],
  ['She sailed last year.', 'She sailed in 2024.', ['2024']],
  ['She sailed last year.', 'She sails in 2026.', ['2026']],
  ['She sailed last year.', 'She carried 2,025 cars.', ['2,025']],
  ['She sailed.', 'She sailed in 2025.', ['2025']],
  ['She sailed Tuesday.', 'She sailed on 15 July 2026.', ['15 July 2026']],
  ['She sailed Tuesday.', 'She sailed on 7 July 2026.', ['7 July 2026']],
  ['She sailed last week.', 'She sailed on 2 July 2026.', ['2 July 2026']],
  ['She sailed.', 'She sailed on 14 July 2026.', ['14 July 2026']],
])(
  'questions a date near the source’s date only if the evidence has a weekday, “next week” or “last year”: %s %s',
  (source, claim, wrong) => {
    expect(blocks(claim, ['S1.1'], [source])).toEqual(wrong.map((date) => `block number-not-in-evidence ${date}`))
    expect(asks(claim, ['S1.1'], [source]).includes('date-derived')).toBe(wrong.length === 0)
  },
)

test('blocks a date that is not in the evidence if the source has no date', () => {
  const { draft, sources } = subjectOf({ texts: ['She sails Tuesday.'], blocks: [{ text: 'She sails on 14 July.' }] })
  const undated = sources.map((source) => ({ ...source, date: '' }))
  const { findings } = checkEvidence({ claims: claimsOf(draft), sources: undated })
  const blocking = findings.filter(({ severity }) => severity === 'block')
  expect(blocking.map(({ code }) => code)).toEqual(['number-not-in-evidence'])
})

test('blocks a quotation that does not appear word for word in a single cited unit', () => {
  const from = ['S1.3']
  const whole = 'The hull was too thin to sail another winter'
  expect(check({ kind: 'quote', text: whole, speaker: 'Ada Moss', from })).toEqual([])
  expect(blocks('Moss called the hull “too thin to … another winter”.', from)).toEqual([])
  expect(blocks('Moss called the hull “too old to sail another winter”.', from)).toEqual([
    'block quotation-not-verbatim too old to sail another winter',
  ])
  expect(blocks('Moss called the hull “too thin to sail”.', ['S1.1'])).toEqual([
    'block quotation-not-verbatim too thin to sail',
  ])
})

test('asks the judge about a speaker named in neither the unit nor its paragraph', () => {
  const quote = (speaker: string) =>
    check({ kind: 'quote', text: 'The hull was too thin to sail another winter', speaker, from: ['S1.3'] })
  expect(quote('Bo Lind')).toEqual([
    'ask name-elsewhere Bo Lind',
    'ask speaker-not-in-evidence The hull was too thin to sail another winter',
  ])
  expect(quote('Ada Moss of Tarnhelm Yards').map((line) => line.slice(0, 31))).toContain(
    'ask speaker-not-in-evidence The',
  )
})

test('blocks code that is not a contiguous excerpt of its source', () => {
  const texts = ['Run these lines:\n\n```\nferry sync --all\nferry go\nferry stop\n```\n\nThen call `ferry look`.']
  const code = (text: string, ...from: string[]) => check({ kind: 'code', text, from }, texts)
  expect(code('ferry sync --all\nferry go', 'S1.2', 'S1.3')).toEqual([])
  expect(code('$ ferry go', 'S1.3')).toEqual([])
  expect(code('ferry sync\nferry go', 'S1.2', 'S1.3')).toHaveLength(1)
  expect(code('ferry sync --all\nferry stop', 'S1.2', 'S1.4')).toHaveLength(1)
  expect(blocks('Call `ferry look()`.', ['S1.5'], texts)).toEqual([])
  expect(blocks('Call `ferry jump`.', ['S1.5'], texts)).toEqual(['block code-not-in-evidence ferry jump'])
})

test('blocks a claim that cites no unit, an unknown unit or too many units', () => {
  expect(blocks('It sails.', [])).toEqual(['block no-evidence It sails.'])
  expect(blocks('It sails.', ['S1.99'])).toEqual(['block unknown-evidence S1.99'])
  const from = Array.from({ length: 9 }, (_, index) => `S1.${index + 1}`)
  const texts = [from.map((id) => `Line ${id} is here.`).join('\n\n')]
  const tooMuch = expect.stringContaining('too-much-evidence')
  expect(blocks('It sails.', from.slice(1), texts)).not.toContainEqual(tooMuch)
  expect(blocks('It sails.', from, texts)).toContainEqual(tooMuch)
  expect(check({ kind: 'table', rows: [['a'], ['c']], from }, texts)).not.toContainEqual(tooMuch)
})

test('blocks a number in a heading that the evidence of its section lacks', () => {
  const headed = (text: string) => {
    const sections = [{ heading: said(text), blocks: [blockOf({ text: 'It carries 24 cars.', from: ['S1.2'] })] }]
    const findings = findingsOf({ texts: [NOTICE], draft: { sections } })
    return findings.filter(({ where }) => where.endsWith('heading')).map(({ code }) => code)
  }
  expect(headed('How the port paid')).toEqual([])
  expect(headed('Room for 24 cars')).toEqual([])
  expect(headed('Room for 25 cars')).toEqual(['number-not-in-evidence'])
})

test.each([
  ['It may sail from May.', 'S1.5', 'boundary-differs'],
  ['The port plans to sell the old ferry.', 'S1.5', 'negation-lost'],
  ['The port did not buy the ferry Wren.', 'S1.1', 'negation-added'],
  ['The old ferry sails until May.', 'S1.5', 'doubt-lost'],
  ['The port will buy the ferry Wren.', 'S1.1', 'future-differs'],
  ['The hull was too thin for another winter.', 'S1.3', 'attribution-lost'],
  ['It carries 24 passengers and 140 cars.', 'S1.2', 'exchanged'],
  ['The fishing rights of the northern islands expire.', 'S1.1', 'few-shared-words'],
  ['The votes were 140 cars.', 'S1.2', 'number-of-another-thing'],
  ['It sails at 18 knots.', 'S1.2', 'number-rounded'],
  ['Version 2.6 is safe.', 'S1.4', 'number-rounded'],
  ['Seven ships sail.', 'S1.1', 'counted'],
  ['A third of the workers are welders.', 'S1.6', 'counted'],
])('asks the judge about: %s (%s: %s)', (text, id, code) => {
  expect(blocks(text, [id])).toEqual([])
  expect(asks(text, [id])).toContain(code)
})

test('asks the judge about a superlative in the title that the evidence lacks', () => {
  const findings = findingsOf({ texts: [NOTICE], draft: { title: said('Varnhem buys its largest ferry', 'S1.1') } })
  expect(findings.map(({ code }) => code)).toContain('exaggeration')
})

test('never throws for any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('\0', '\ud800', '\u202e', '\n\u2028', '\u{10ffff}'),
    fc.constantFrom('9'.repeat(400), '1,000,'.repeat(60), 'A1-'.repeat(80), '“'.repeat(90), 'A.B.'.repeat(99)),
    fc.constantFrom('`x`', '12 March ', 'twenty-five hundred thousand ', '1-2-3-4 ', '((1+2)*3', '5 m ', '25:99 p.m.'),
  )
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(' '))
  fc.assert(
    fc.property(text, text, text, (claim, source, compute) => {
      check({ text: claim, from: ['S1.1'] }, [source], compute)
      check({ kind: 'quote', text: claim, speaker: compute, from: ['S1.1'] }, [source])
      check({ kind: 'code', text: claim, from: ['S1.1'] }, [source])
    }),
    { numRuns: 40 },
  )
})

test('returns one result per check, in order, and passes each check without a blocking finding', () => {
  const { findings, results } = checkDraft(subjectOf({ blocks: [{ text: 'It is a game-changer.', from: [] }] }))
  expect(results.map(({ name }) => name)).toEqual([EVIDENCE_NAME, ...CHECKS.map(({ name }) => name)])
  expect(new Set(results.map(({ name }) => name)).size).toBe(results.length)
  expect(results.find(({ name }) => name === EVIDENCE_NAME)?.passed).toBe(false)
  expect(findings.some(({ code, severity }) => code === 'hype' && severity === 'revise')).toBe(true)
  expect(results.find(({ name }) => name === 'Shape and length')?.passed).toBe(true)
  expect(results.every(({ detail }) => detail !== '')).toBe(true)
})
