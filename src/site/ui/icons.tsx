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
  ai: (
    <>
      <path d="M1 8a6 6 0 0 1 12 0Z" />
      <path d="M7 9.5h6a3 3 0 0 1-6 0Z" />
    </>
  ),
  web3: (
    <>
      <path d="M7 .8 12.6 4 7 7.2 1.4 4Z" />
      <path d="M.9 5.2 6.4 8.4v5L.9 10.2Z" />
      <path opacity=".55" d="M13.1 5.2 7.6 8.4v5l5.5-3.2Z" />
    </>
  ),
  security: (
    <>
      <path fillRule="evenodd" d="M1 1h12v12H8.2V10.8h2.6V3.2H3.2v7.6h2.6V13H1Z" />
      <circle cx="7" cy="7" r="1.9" />
    </>
  ),
  software: (
    <>
      <rect x="1" y="1.6" width="7.5" height="2.6" rx="1.3" />
      <rect x="4" y="5.7" width="9" height="2.6" rx="1.3" />
      <rect x="4" y="9.8" width="5" height="2.6" rx="1.3" />
    </>
  ),
  other: (
    <>
      <path d="M1 4.4c2-2.4 4-2.4 6 0s4 2.4 6 0v2.6c-2 2.4-4 2.4-6 0s-4-2.4-6 0Z" />
      <path d="M1 9.4c2-2.4 4-2.4 6 0s4 2.4 6 0V12c-2 2.4-4 2.4-6 0s-4-2.4-6 0Z" />
    </>
  ),
}

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
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      {GLYPHS[categoryTone(category)]}
    </svg>
  )
}
