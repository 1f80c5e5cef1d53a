import { Writable } from 'node:stream'
import { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress, speaksUnicode, type Progress, type SlotState } from '#newsroom/edition/progress.ts'

const ESCAPE = '\u001b'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T06:00:00Z') })
  for (const name of ['NO_COLOR', 'NODE_DISABLE_COLORS', 'FORCE_COLOR', 'CI', 'COLORTERM', 'TMUX'])
    vi.stubEnv(name, undefined)
  vi.stubEnv('TERM', 'xterm-256color')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a log gets one plain line for each change, and none twice', () => {
  const { stream, written } = fakeStream({ isTTY: false })
  const progress = createProgress({ stream, isTerminal: false, now: () => new Date() })
  runEdition(progress)
  expect(written().split('\n')).toEqual([
    '[0:00] Collecting: 3 sources',
    '[0:02] Collected from 2 of 3 sources',
    '[0:02] Writing: qwen',
    '[0:02] cybersecurity-1: waiting',
    '[0:02] technology-1: waiting',
    '[0:02] cybersecurity-1: writing: qwen',
    '[1:05] cybersecurity-1: published: A lock without a key',
    '[1:05] technology-1: failed: no story',
    '[1:05] Spent 12,345 tokens, $0.0123',
    '1 of 2 slots filled.',
    '',
  ])
})

test('no line of a log holds an escape code or a control character, wherever it comes from', () => {
  const evil = fc.string({
    unit: fc.constantFrom('\u001b[2J', '\u001b', '\u0007', '\r', '\n', '\u009b', '\u202e', 'a', 'é'),
  })
  fc.assert(
    fc.property(evil, evil, fc.boolean(), (title, name, unicode) => {
      const { stream, written } = fakeStream({ isTTY: false })
      const progress = createProgress({ stream, isTerminal: false, now: () => new Date(), unicode })
      progress.step(name, title)
      progress.slot({ slot: name, state: 'reading', note: title })
      progress.end([title])
      expect(written().replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
      if (!unicode) expect(written()).toMatch(/^[\n -~]*$/)
      expect(written().split('\n').length).toBe(2 + title.split('\n').length + 1)
    }),
  )
})

test('a terminal shows the step, the sources, a line for each slot and the account', () => {
  const { stream, screen } = fakeStream({ columns: 80 })
  const progress = createProgress({ stream, isTerminal: true, now: () => new Date() })
  progress.step('Collecting', '3 sources')
  progress.collecting(2, 3, 1)
  vi.advanceTimersByTime(1000)
  expect(screen()).toEqual(['Collecting 3 sources', '█████████████░░░░░░ 2/3 sources, 1 failed', '0:01'])
  progress.step('Writing')
  progress.slot({ slot: 'cybersecurity-1', state: 'published', note: 'A lock without a key' })
  progress.slot({ slot: 'technology-1', state: 'judging', note: 'qwen' })
  progress.slot({ slot: 'blockchain-1', state: 'waiting' })
  progress.usage({ tokens: 12_345, cost: 0.0123 })
  vi.advanceTimersByTime(100)
  expect(screen()).toEqual([
    'Writing',
    '✓ cybersecurity-1 published     A lock without a key',
    expect.stringMatching(/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] technology-1 {4}judging {7}qwen$/),
    '· blockchain-1    waiting',
    '██████░░░░░░░░░░░░░ 1/3 slots  0:01  $0.0123  12,345 tokens',
  ])
})

test('the list stays in place, and the summary stands below it', () => {
  const { stream, screen } = fakeStream({ columns: 80 })
  runEdition(createProgress({ stream, isTerminal: true, now: () => new Date() }))
  expect(screen()).toEqual([
    'Writing qwen',
    '✓ cybersecurity-1 published     A lock without a key',
    '✗ technology-1    failed        no story',
    '███████████████████ 2/2 slots  1:05  $0.0123  12,345 tokens',
    '1 of 2 slots filled.',
  ])
})

test('a terminal is drawn on at most ten times a second, and moves by itself', () => {
  const { stream, frames } = fakeStream({ columns: 80 })
  const progress = createProgress({ stream, isTerminal: true, now: () => new Date() })
  for (let index = 0; index < 1000; index++) {
    progress.slot({ slot: 'technology-1', state: 'writing', note: `attempt ${index}` })
    vi.advanceTimersByTime(1)
  }
  expect(frames()).toBeLessThanOrEqual(11)
  expect(frames()).toBeGreaterThanOrEqual(9)
  const before = frames()
  vi.advanceTimersByTime(1000)
  expect(frames() - before).toBe(10)
})

test('ended, it draws no more, holds no timer and gives the cursor back', () => {
  const cursor: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => cursor.push(String(text)) > 0)
  const isTTY = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  try {
    const { stream, frames } = fakeStream({ columns: 80 })
    const progress = createProgress({ stream, isTerminal: true, now: () => new Date() })
    runEdition(progress)
    const after = frames()
    progress.slot({ slot: 'technology-1', state: 'writing' })
    progress.end(['again'])
    vi.advanceTimersByTime(10_000)
    expect([frames(), vi.getTimerCount()]).toEqual([after, 0])
    expect([cursor[0], cursor.at(-1)]).toEqual([`${ESCAPE}[?25l`, `${ESCAPE}[?25h`])
  } finally {
    if (isTTY === undefined) Reflect.deleteProperty(process.stderr, 'isTTY')
    else Object.defineProperty(process.stderr, 'isTTY', isTTY)
  }
})

test('no line is wider than the terminal, whatever it says, from 40 columns on', () => {
  const states: SlotState[] = ['waiting', 'illustrating', 'published', 'failed']
  const word = fc.string({
    unit: fc.constantFrom('a', 'W', ' ', 'é', 'e\u0301', '日', '한', '🎉', '👩‍💻', '\t', '—'),
    maxLength: 100,
    size: 'max',
  })
  const update = fc.record({ slot: word, state: fc.constantFrom(...states), note: fc.option(word, { nil: undefined }) })
  const columns = fc.integer({ min: 40, max: 120 })
  fc.assert(
    fc.property(
      columns,
      fc.array(update, { minLength: 1, maxLength: 4 }),
      word,
      fc.boolean(),
      (columns, updates, step, unicode) => {
        const { stream, screen } = fakeStream({ columns })
        const progress = createProgress({ stream, isTerminal: true, now: () => new Date(), unicode })
        for (const update of updates) progress.slot(update)
        progress.step(step, step)
        progress.collecting(3, 40, 2)
        progress.usage({ tokens: 123_456_789, cost: 12.5 })
        vi.advanceTimersByTime(100)
        const lines = screen()
        expect(lines.length).toBeLessThanOrEqual(3 + new Set(updates.map(({ slot }) => slot)).size)
        for (const line of lines) {
          expect(cellsOf(line), JSON.stringify(line)).toBeLessThan(columns)
          if (!unicode) expect(line).toMatch(/^[ -~]*$/)
        }
        progress.end([])
      },
    ),
  )
})

test('at 40 columns a slot keeps its number and its state, and the account its cost', () => {
  const { stream, screen } = fakeStream({ columns: 40 })
  const progress = createProgress({ stream, isTerminal: true, now: () => new Date() })
  progress.slot({ slot: 'artificial-intelligence-1', state: 'published', note: 'A title' })
  progress.slot({ slot: 'artificial-intelligence-2', state: 'illustrating', note: 'Another title' })
  progress.usage({ tokens: 12_345, cost: 0.0123 })
  vi.advanceTimersByTime(100)
  expect(screen().slice(1)).toEqual([
    '✓ artificial-intellige…-1 published',
    expect.stringMatching(/^. artificial-intellige…-2 illustrating$/),
    '█████░░░░ 1/2 slots  0:00  $0.0123',
  ])
})

test('a terminal that is made narrower is drawn anew in its width', () => {
  const { stream, screen } = fakeStream({ columns: 120 })
  const progress = createProgress({ stream, isTerminal: true, now: () => new Date() })
  progress.slot({ slot: 'technology-1', state: 'published', note: 'x'.repeat(200) })
  stream.columns = 50
  vi.advanceTimersByTime(100)
  expect(
    screen()
      .map((line) => line.length)
      .filter((length) => length > 49),
  ).toEqual([])
})

test('a terminal that reports no size at all is drawn on as one of 80 columns', () => {
  const [unknown, usual] = [
    { columns: 0, rows: 0 },
    { columns: 80, rows: 24 },
  ].map((size) => {
    const { stream, screen } = fakeStream(size)
    runEdition(createProgress({ stream, isTerminal: true, now: () => new Date() }))
    return screen()
  })
  expect(unknown).toEqual(usual)
  expect(unknown?.[1]).toBe('✓ cybersecurity-1 published     A lock without a key')
})

test('colours are shown on a terminal, and none with NO_COLOR', () => {
  const show = () => {
    const { stream, written } = fakeStream({ columns: 80 })
    createProgress({ stream, isTerminal: true, now: () => new Date() }).slot({ slot: 'a', state: 'failed', note: 'b' })
    return written()
  }
  expect(show()).toContain(`${ESCAPE}[31m✗`)
  vi.stubEnv('NO_COLOR', '1')
  expect(show()).not.toMatch(new RegExp(`${ESCAPE}\\[[0-9;]*m`))
})

test('without Unicode all is ASCII', () => {
  const { stream, written } = fakeStream({ columns: 80 })
  runEdition(createProgress({ stream, isTerminal: true, now: () => new Date(), unicode: false }))
  expect(stripVTControlCharacters(written())).toMatch(/^[\n\r -~]*$/)
  const ended = fakeStream({ columns: 80 })
  const progress = createProgress({ stream: ended.stream, isTerminal: true, now: () => new Date(), unicode: false })
  progress.slot({ slot: 'technology-1', state: 'published', note: '“Élan” – it’s done 日' })
  expect(ended.screen()[1]).toBe('+ technology-1 published     "Elan" - it\'s done ?')
})

test('what a locale says of Unicode is believed, the most specific first', () => {
  for (const [environment, expected] of [
    [{}, true],
    [{ LANG: 'de_AT.UTF-8' }, true],
    [{ LANG: 'de_AT.utf8' }, true],
    [{ LANG: 'de_AT.ISO-8859-1' }, false],
    [{ LANG: 'C' }, false],
    [{ LANG: 'de_AT.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, true],
    [{ LANG: 'de_AT.UTF-8', LC_ALL: '' }, true],
    [{ LANG: 'de_AT.UTF-8', TERM: 'linux' }, false],
  ] as const)
    expect(speaksUnicode(environment), JSON.stringify(environment)).toBe(expected)
})

function runEdition(progress: Progress): void {
  progress.step('Collecting', '3 sources')
  progress.collecting(1, 3, 0)
  vi.advanceTimersByTime(2000)
  progress.collecting(3, 3, 1)
  progress.step('Writing', 'qwen')
  progress.slot({ slot: 'cybersecurity-1', state: 'waiting' })
  progress.slot({ slot: 'technology-1', state: 'waiting' })
  progress.slot({ slot: 'cybersecurity-1', state: 'writing', note: 'qwen' })
  progress.slot({ slot: 'cybersecurity-1', state: 'writing', note: 'qwen' })
  progress.usage({ tokens: 300, cost: 0.0003 })
  vi.advanceTimersByTime(63_000)
  progress.usage({ tokens: 12_345, cost: 0.0123 })
  progress.slot({ slot: 'cybersecurity-1', state: 'published', note: 'A lock without a key' })
  progress.slot({ slot: 'technology-1', state: 'failed', note: 'no story' })
  progress.end(['1 of 2 slots filled.'])
}

// A stream that is a terminal or not, with what was written to it and, of a terminal, what stands on its screen.
function fakeStream({ columns = 80, rows = 40, isTTY = true }: { columns?: number; rows?: number; isTTY?: boolean }) {
  const chunks: string[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  const { getColorDepth } = WriteStream.prototype
  const stream = Object.assign(sink, { columns, rows, isTTY, getColorDepth })
  const written = () => chunks.join('')
  return { stream, written, frames: () => chunks.length, screen: () => screenOf(written()) }
}

// As much of a terminal as a list in place needs. A character is one cell here; how wide it is drawn is cellsOf's matter.
function screenOf(written: string): string[] {
  const rows: string[] = ['']
  let [row, column] = [0, 0]
  const plain = written.replace(new RegExp(`${ESCAPE}\\[(?:[?][0-9]+[hl]|[0-9;]*m)`, 'g'), '')
  const tokens = new RegExp(`${ESCAPE}\\[([0-9]*)([ABGK])|[^${ESCAPE}]`, 'gu')
  for (const [token, count = '', move] of plain.matchAll(tokens)) {
    const line = rows[row] ?? ''
    if (move === 'A') row -= Number(count || 1)
    else if (move === 'B') row += Number(count || 1)
    else if (move === 'G') column = 0
    else if (move === 'K') rows[row] = count === '2' ? '' : line.slice(0, column)
    else if (token === '\n') [row, column] = [row + 1, 0]
    else {
      rows[row] = line.padEnd(column).slice(0, column) + token + line.slice(column + token.length)
      column += token.length
    }
  }
  return Array.from(rows, (line) => (line ?? '').trimEnd()).slice(0, rows.findLastIndex((line) => line !== '') + 1)
}

// Widths of the characters that the tests use, as terminals draw them.
function cellsOf(line: string): number {
  const single = line.replace(/👩‍💻|🎉|日|한/gu, '..').replace(/\u0301/g, '')
  return single.length
}
