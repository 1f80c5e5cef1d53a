import { stripVTControlCharacters, styleText } from 'node:util'
import { createLogUpdate } from 'log-update'
import stringWidth from 'string-width'

/** Where a slot of an edition has got to; the last five are ends. */
export type SlotState =
  | ('waiting' | 'reading' | 'writing' | 'checking' | 'judging' | 'revising' | 'illustrating' | 'publishing')
  | ('published' | 'held' | 'dropped' | 'elsewhere' | 'failed')

/** What an edition tells of itself while it is made. `slot` is a name such as `cybersecurity-1`; `cost` is in US dollars. */
export type Progress = {
  step(name: string, detail?: string): void
  collecting(done: number, of: number, failures: number): void
  slot(update: { slot: string; state: SlotState; note?: string }): void
  usage(usage: { tokens: number; cost: number | null }): void
  end(summary: string[]): void
}

/** What progress is written to: standard output or error, or any stream; `columns` is asked anew for every frame. */
export type ProgressStream = NodeJS.WritableStream & { columns?: number; rows?: number; isTTY?: boolean }

type Options = { stream: ProgressStream; now: () => Date; unicode?: boolean }
type Format = Parameters<typeof styleText>[0]

// How often a list is drawn at most, in milliseconds.
const FRAME = 100

// The narrowest note that says anything, in columns.
const LEAST_NOTE = 6

const STATE_WIDTH = 'illustrating'.length

const ENDS: Partial<Record<SlotState, { symbol: [unicode: string, ascii: string]; format: Format }>> = {
  published: { symbol: ['✓', '+'], format: 'green' },
  held: { symbol: ['‖', '='], format: 'yellow' },
  dropped: { symbol: ['–', '-'], format: 'yellow' },
  elsewhere: { symbol: ['→', '>'], format: 'yellow' },
  failed: { symbol: ['✗', 'x'], format: 'red' },
}

const UNICODE = { spinner: [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'], full: '█', empty: '░', more: '…', waiting: '·' }
const ASCII = { spinner: [...'|/-\\'], full: '#', empty: '.', more: '...', waiting: '.' }

/**
 * Shows an edition being made: on a terminal as a list that lives in place, at most ten frames a second, else as plain
 * lines, one for each change. With `unicode: false` both keep to ASCII. Colours are `styleText`'s, so NO_COLOR is heard.
 */
export function createProgress({ isTerminal, ...options }: Options & { isTerminal: boolean }): Progress {
  return isTerminal ? createList(options) : createLines(options)
}

/** Whether a process with these variables may write more than ASCII: its locale is UTF-8, or it names none. */
export function speaksUnicode(environment: Record<string, string | undefined>): boolean {
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || ''
  if (['linux', 'dumb'].includes(environment.TERM ?? '')) return false
  return locale === '' || /utf-?8/i.test(locale)
}

function createLines({ stream, now, unicode = true }: Options): Progress {
  const clock = stopwatch(now)
  const last = new Map<string, string>()
  let account = ''
  let ended = false

  // What is as it was is no event.
  function print(subject: string, text: string): void {
    if (ended || last.get(subject) === text) return
    last.set(subject, text)
    stream.write(`[${clock()}] ${clean(text, unicode)}\n`)
  }

  return {
    step: (name, detail) => print('step', detail ? `${name}: ${detail}` : name),
    collecting(done, of, failures) {
      if (done === of) print('collecting', `Collected from ${of - failures} of ${of} sources`)
    },
    slot: ({ slot, state, note }) => print(`slot ${slot}`, note ? `${slot}: ${state}: ${note}` : `${slot}: ${state}`),
    usage: (spent) => (account = [tokensOf(spent), costOf(spent)].filter((text) => text !== '').join(', ')),
    end(summary) {
      if (account !== '') print('spent', `Spent ${account}`)
      if (!ended) writeSummary(stream, summary, unicode)
      ended = true
    },
  }
}

function createList({ stream, now, unicode = true }: Options): Progress {
  const clock = stopwatch(now)
  const signs = unicode ? UNICODE : ASCII
  const terminal = withSize(stream)
  const list = createLogUpdate(terminal)
  const slots = new Map<string, { state: SlotState; note: string }>()
  let step = { name: '', detail: '' }
  let collected: { done: number; of: number; failures: number } | null = null
  let spent: { tokens: number; cost: number | null } | null = null
  let timer: NodeJS.Timeout | null = null
  let ended = false

  // The first news is drawn at once, whatever follows with the next frame.
  function changed(): void {
    if (ended || timer !== null) return
    // A newsroom that fails must be able to end.
    timer = setInterval(draw, FRAME).unref()
    draw()
  }

  function draw(): void {
    // The last column stays free: some terminals wrap as soon as it is written to.
    const width = terminal.columns - 1
    const lines = [[paint(step.name, 'bold'), paint(` ${step.detail}`, 'dim')]]
    if (collected !== null) lines.push(sources(collected, width))
    for (const [name, { state, note }] of slots) lines.push(slotLine({ name, state, note }, width))
    lines.push(totals(width))
    list(lines.map((parts) => fit(parts, width)).join('\n'))
  }

  function sources({ done, of, failures }: { done: number; of: number; failures: number }, width: number): Part[] {
    const failed = failures === 0 ? '' : `, ${failures} failed`
    return [...bar(done, of, width), paint(` ${done}/${of} sources`), paint(failed, 'red')]
  }

  function slotLine({ name, state, note }: { name: string; state: SlotState; note: string }, width: number): Part[] {
    const end = ENDS[state]
    const spinner = signs.spinner[Math.floor(now().getTime() / FRAME) % signs.spinner.length] ?? ''
    const symbol = end?.symbol[unicode ? 0 : 1] ?? (state === 'waiting' ? signs.waiting : spinner)
    const format = end?.format ?? (state === 'waiting' ? 'dim' : 'cyan')
    const longest = Math.max(...[...slots.keys()].map((slot) => stringWidth(clean(slot, unicode))))
    const room = Math.max(Math.min(longest, width - STATE_WIDTH - 4), 3)
    // The number at the end tells the slots of a category apart.
    const shown = shorten(clean(name, unicode), room, { more: signs.more, tail: 2 })
    const parts = [paint(`${symbol} `, format), paint(pad(shown, room + 1)), paint(pad(state, STATE_WIDTH), format)]
    const rest = width - parts.reduce((sum, { text }) => sum + stringWidth(text), 0)
    return note === '' || rest < LEAST_NOTE ? parts : [...parts, paint(`  ${note}`, 'dim')]
  }

  function totals(width: number): Part[] {
    const all = [...slots.values()]
    const done = all.filter(({ state }) => ENDS[state] !== undefined).length
    const parts = all.length === 0 ? [] : [...bar(done, all.length, width), paint(` ${done}/${all.length} slots  `)]
    // What has no room is left out whole, the least telling first.
    for (const text of [clock(), spent && costOf(spent), spent && tokensOf(spent)]) {
      const used = parts.reduce((sum, part) => sum + stringWidth(part.text), 0)
      if (text && used + text.length <= width) parts.push(paint(`${text}  `, 'dim'))
    }
    return parts
  }

  function bar(done: number, of: number, width: number): Part[] {
    const length = Math.min(24, Math.floor(width / 4))
    const full = of === 0 ? 0 : Math.round((length * Math.min(done, of)) / of)
    return [paint(signs.full.repeat(full), 'green'), paint(signs.empty.repeat(length - full), 'dim')]
  }

  function fit(parts: Part[], width: number): string {
    let room = width
    let line = ''
    for (const { text, format } of parts) {
      const shown = shorten(clean(text, unicode), room, { more: signs.more })
      room -= stringWidth(shown)
      line += format === null || shown === '' ? shown : styleText(format, shown, { stream })
    }
    return line
  }

  return {
    step(name, detail = '') {
      step = { name, detail }
      collected = null
      changed()
    },
    collecting(done, of, failures) {
      collected = { done, of, failures }
      changed()
    },
    slot({ slot, state, note = '' }) {
      slots.set(slot, { state, note })
      changed()
    },
    usage(update) {
      spent = update
      changed()
    },
    end(summary) {
      if (ended) return
      ended = true
      if (timer !== null) {
        clearInterval(timer)
        draw()
      }
      // Leaves the list where it is and gives the cursor back.
      list.done()
      writeSummary(stream, summary, unicode)
    },
  }
}

// A terminal that does not know its size reports 0 by 0.
function withSize(stream: ProgressStream): ProgressStream & { columns: number } {
  return Object.create(stream, {
    columns: { get: () => stream.columns || 80 },
    rows: { get: () => stream.rows || 24 },
    write: { value: stream.write.bind(stream) },
  })
}

// A run of a line's text, and how it is painted once it is known how much of it there is room for.
type Part = { text: string; format: Format | null }

function paint(text: string, format: Format | null = null): Part {
  return { text, format }
}

function writeSummary(stream: ProgressStream, summary: string[], unicode: boolean): void {
  const lines = summary.flatMap((line) => line.split('\n'))
  stream.write(lines.map((line) => `${clean(line, unicode)}\n`).join(''))
}

// Titles come from anywhere: nothing in them may move the cursor or turn the line round.
function clean(text: string, unicode: boolean): string {
  const plain = stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
  if (unicode) return plain.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  const folded = plain.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[‐-―]/g, '-').normalize('NFKD')
  return folded.replace(/\p{M}/gu, '').replace(/[^ -~]/gu, '?')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

// A text in at most `room` columns; of one that is longer, `tail` characters of its end stay too.
function shorten(text: string, room: number, { more, tail = 0 }: { more: string; tail?: number }): string {
  if (stringWidth(text) <= room) return text
  const all = Array.from(graphemes.segment(text), ({ segment }) => segment)
  const end = `${more}${tail === 0 ? '' : all.slice(-tail).join('')}`
  let start = all.slice(0, room)
  while (start.length > 0 && stringWidth(start.join('') + end) > room) start = start.slice(0, -1)
  return stringWidth(end) > room ? '' : `${start.join('')}${end}`
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - stringWidth(text), 0))
}

function stopwatch(now: () => Date): () => string {
  const began = now().getTime()
  return () => {
    const seconds = Math.floor((now().getTime() - began) / 1000)
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
    const rest = String(seconds % 60).padStart(2, '0')
    return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
  }
}

function tokensOf({ tokens }: { tokens: number }): string {
  return `${tokens.toLocaleString('en')} tokens`
}

// Most editions cost less than a dollar.
function costOf({ cost }: { cost: number | null }): string {
  return cost === null ? '' : `$${cost.toFixed(cost < 1 ? 4 : 2)}`
}
