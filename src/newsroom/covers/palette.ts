import { categoryTone } from '#blog/category.ts'
import type { CategoryTone } from '#blog/category.ts'
import { at, hash } from '#newsroom/covers/random.ts'
import type { Random } from '#newsroom/covers/random.ts'

/** The inks of a category: a light ground, a pale step, a middle one, the category's ink, its darkest shade, the accent. */
export type Palette = { paper: string; tint: string; mid: string; spot: string; deep: string; kick: string }

/**
 * The roles of one printing; figures use nothing else. `a` is the main figure, `b` quiet, `c` the strongest contrast,
 * `d` a second figure, `kick` the one marked thing, `hatch` the engraving.
 */
export type Inks = {
  ground: string
  a: string
  b: string
  c: string
  d: string
  kick: string
  hatch: string
  dark: boolean
}

const KNOWN: Record<Exclude<CategoryTone, 'other'>, Palette> = {
  ai: { paper: '#E4E9F6', tint: '#B9C7F0', mid: '#6F8BE3', spot: '#2A49C6', deep: '#111A45', kick: '#F2A93B' },
  web3: { paper: '#F4EBD3', tint: '#EBCF8C', mid: '#DDA93A', spot: '#C98A14', deep: '#35260A', kick: '#1F7A7A' },
  security: { paper: '#F7E5DC', tint: '#F0B8A0', mid: '#E4765A', spot: '#CF3F25', deep: '#3A0F12', kick: '#3F93CC' },
  software: { paper: '#DFEDE5', tint: '#A9D3C0', mid: '#4DA58A', spot: '#12745F', deep: '#062B2B', kick: '#F0703F' },
}

// Slate, plum and moss, in this order: a category's name picks one for good.
const OTHERS: Palette[] = [
  { paper: '#E6EAEC', tint: '#B8C7CF', mid: '#6C8B9B', spot: '#2D5A70', deep: '#0E2430', kick: '#E9623B' },
  { paper: '#F1E6EA', tint: '#DDB7C5', mid: '#B26A86', spot: '#7E2F52', deep: '#2C0D1E', kick: '#E3B23C' },
  { paper: '#ECEEDC', tint: '#CFD59B', mid: '#96A143', spot: '#66721C', deep: '#22280A', kick: '#CF4B2B' },
]

/** The palette of a category; an unknown one gets one of three, always the same. */
export function paletteOf(category: string): Palette {
  const tone = categoryTone(category)
  return tone === 'other' ? at(OTHERS, hash(`palette:${category.toLowerCase()}`)) : KNOWN[tone]
}

/** One of the four ways to print a palette, drawn at random: paper, tint, spot, night. */
export function pickInks(random: Random, palette: Palette): Inks {
  const { paper, tint, mid, spot, deep, kick } = palette
  switch (random.pick(['paper', 'paper', 'tint', 'spot', 'spot', 'night', 'night'])) {
    case 'paper':
      return { ground: paper, a: spot, b: tint, c: deep, d: mid, kick, hatch: spot, dark: false }
    case 'tint':
      return { ground: tint, a: spot, b: paper, c: deep, d: mix(spot, mid, 0.6), kick, hatch: deep, dark: false }
    case 'spot':
      return { ground: spot, a: paper, b: mix(spot, deep, 0.32), c: deep, d: tint, kick, hatch: paper, dark: true }
    default:
      return { ground: deep, a: mid, b: mix(deep, spot, 0.55), c: paper, d: spot, kick, hatch: tint, dark: true }
  }
}

/** The colour between two `#rrggbb` colours: 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const x = parseInt(from.slice(start, start + 2), 16)
    const y = parseInt(to.slice(start, start + 2), 16)
    return Math.round(x + (y - x) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
