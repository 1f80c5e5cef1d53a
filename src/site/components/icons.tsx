import { categoryTone } from '#blog/category.ts'

const LINES = {
  menu: 'M2.5 6.5h15M2.5 13.5h15',
  close: 'm4 4 12 12M16 4 4 16',
  back: 'M17 10H3.5M9 4.5 3.5 10 9 15.5',
  down: 'm5 7.5 5 5 5-5',
  check: 'm4 10.5 4 4 8-9',
  cross: 'm5 5 10 10M15 5 5 15',
}

/** A line icon of 20 units, decoration only. */
export function Icon({ name, className = '' }: { name: keyof typeof LINES; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 20 20" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  )
}

const GLYPHS = {
  ai: 'M1 8a6 6 0 0 1 12 0ZM7 9.5h6a3 3 0 0 1-6 0Z',
  web3: 'M7 .8 12.6 4 7 7.2 1.4 4ZM.9 5.2 6.4 8.4v5L.9 10.2Z',
  security: 'M1 1h12v12H8.2V10.8h2.6V3.2H3.2v7.6h2.6V13H1ZM5.1 7a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 0 0-3.8 0Z',
  software:
    'M2.3 1.6h4.9a1.3 1.3 0 0 1 0 2.6H2.3a1.3 1.3 0 0 1 0-2.6ZM5.3 5.7h6.4a1.3 1.3 0 0 1 0 2.6H5.3a1.3 1.3 0 0 1 0-2.6ZM5.3 9.8h2.4a1.3 1.3 0 0 1 0 2.6H5.3a1.3 1.3 0 0 1 0-2.6Z',
  other:
    'M1 4.4c2-2.4 4-2.4 6 0s4 2.4 6 0v2.6c-2 2.4-4 2.4-6 0s-4-2.4-6 0ZM1 9.4c2-2.4 4-2.4 6 0s4 2.4 6 0V12c-2 2.4-4 2.4-6 0s-4-2.4-6 0Z',
}

// Of the block of web3.
const FAR_SIDE = 'M13.1 5.2 7.6 8.4v5l5.5-3.2Z'

/** The magnifying glass, decoration only. */
export function Glass() {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m12.8 12.8 4.2 4.2" />
    </svg>
  )
}

/** The glyph of a category, 14 units, decoration only. */
export function Glyph({ category }: { category: string }) {
  const tone = categoryTone(category)
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      <path d={GLYPHS[tone]} />
      {tone === 'web3' && <path opacity=".55" d={FAR_SIDE} />}
    </svg>
  )
}
