import type { Plot } from './result.ts'
import { cellText } from './show.ts'

const WIDTH = 760
const LABELS = 210
const VALUES = 190
const BAR = 16
const GAP = 5
const BETWEEN_GROUPS = 16
const TOP = 64

// Okabe and Ito: told apart by everybody, on white and on black.
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7']

/** An SVG of horizontal bars, each with a line from its least to its greatest sample; readable on light and dark. */
export function plotSvg({ title, groups }: Plot): string {
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map(({ series }) => series)))]
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ measure }) => measure.max)))
  const scale = most > 0 ? (WIDTH - LABELS - VALUES) / most : 0
  const lines: string[] = []
  let y = TOP
  for (const { name, bars } of groups) {
    const height = bars.length * (BAR + GAP) - GAP
    lines.push(text({ x: LABELS - 10, y: y + height / 2, words: name, more: ' text-anchor="end"' }))
    for (const { series: name, measure } of bars) {
      const { median, min, max } = measure
      const middle = y + BAR / 2
      const colour = COLOURS[series.indexOf(name) % COLOURS.length] ?? ''
      lines.push(
        `<rect x="${LABELS}" y="${y}" width="${round(median * scale)}" height="${BAR}" rx="2" fill="${colour}"/>`,
        `<path class="spread" d="M${round(LABELS + min * scale)} ${middle}H${round(LABELS + max * scale)}"/>`,
        text({ x: round(LABELS + max * scale) + 8, y: middle, words: cellText(measure) }),
      )
      y += BAR + GAP
    }
    y += BETWEEN_GROUPS
  }
  const legend = series.map((name, index) => {
    const x = LABELS + index * 130
    return `<rect x="${x}" y="36" width="12" height="12" rx="2" fill="${COLOURS[index % COLOURS.length]}"/>${text({ x: x + 18, y: 42, words: name })}`
  })
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${escaped(title)}">`,
    `<style>text{font:13px system-ui,sans-serif;fill:#1a1a1a;dominant-baseline:central}.title{font-weight:600;font-size:15px}.spread{stroke:#1a1a1a;stroke-width:1.5}@media(prefers-color-scheme:dark){text{fill:#ededed}.spread{stroke:#ededed}}</style>`,
    `<text class="title" x="0" y="14">${escaped(title)}</text>`,
    ...legend,
    ...lines,
    '</svg>',
  ].join('\n')}\n`
}

function text({ x, y, words, more = '' }: { x: number; y: number; words: string; more?: string }): string {
  return `<text x="${x}" y="${round(y)}"${more}>${escaped(words)}</text>`
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
