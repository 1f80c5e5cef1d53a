import type { CategoryTone } from '#blog/category.ts'

/**
 * A tone's colours from light to dark (paper, tint, middle, the category's ink and its darkest shade), and its accent.
 */
type Palette = { paper: string; tint: string; mid: string; spot: string; deep: string; kick: string }

/** The names of the four ways to print a palette. */
export const PRINTINGS = ['paper', 'spot', 'tint', 'night'] as const

/** One of the four ways to print a palette. */
export type Printing = (typeof PRINTINGS)[number]

/**
 * A printing's colours. Figures use only these: `a` for the main shape, `b` for the background, `c` for the strongest
 * contrast, `d` for a second shape, and `kick` for the accent. `dark` is true if the ground is dark.
 */
export type Inks = { ground: string; a: string; b: string; c: string; d: string; kick: string; dark: boolean }

// `spot` is the light-theme colour of the category's chip if its contrast on paper is high enough.
const PALETTES: Record<CategoryTone, Palette> = {
  ai: { paper: '#E4E9F6', tint: '#B9C7F0', mid: '#6F8BE3', spot: '#2A49C6', deep: '#111A45', kick: '#F2A93B' },
  web3: { paper: '#F4EBD3', tint: '#EBCF8C', mid: '#DDA93A', spot: '#C98A14', deep: '#35260A', kick: '#1F7A7A' },
  security: { paper: '#F7E5DC', tint: '#F0B8A0', mid: '#E4765A', spot: '#CF3F25', deep: '#3A0F12', kick: '#3F93CC' },
  software: { paper: '#DFEDE5', tint: '#A9D3C0', mid: '#4DA58A', spot: '#12745F', deep: '#062B2B', kick: '#F0703F' },
  other: { paper: '#E6EAEC', tint: '#B8C7CF', mid: '#6C8B9B', spot: '#2D5A70', deep: '#0E2430', kick: '#E9623B' },
}

/** Returns the colours for a tone and a printing. */
export function inksOf(tone: CategoryTone, printing: Printing): Inks {
  const { paper, tint, mid, spot, deep, kick } = PALETTES[tone]
  switch (printing) {
    case 'paper':
      return { ground: paper, a: spot, b: tint, c: deep, d: mid, kick, dark: false }
    case 'tint':
      return { ground: tint, a: spot, b: paper, c: deep, d: mix(spot, mid, 0.6), kick, dark: false }
    case 'spot':
      return { ground: spot, a: paper, b: mix(spot, deep, 0.32), c: deep, d: tint, kick, dark: true }
    case 'night':
      return { ground: deep, a: mid, b: mix(deep, spot, 0.55), c: paper, d: spot, kick, dark: true }
  }
}

/** Mixes two `#rrggbb` colours. A share of 0 returns the first colour and a share of 1 the second. */
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
