import { categoryLabel, categoryTone } from '#blog/category.ts'

/** The SVG paths of all line icons, in a 20 × 20 view box. */
export const ICONS = {
  menu: 'M2.5 6.5h15M2.5 13.5h15',
  close: 'm4 4 12 12M16 4 4 16',
  back: 'M17 10H3.5M9 4.5 3.5 10 9 15.5',
  down: 'm5 7.5 5 5 5-5',
  check: 'm4 10.5 4 4 8-9',
  cross: 'm5 5 10 10M15 5 5 15',
  search: 'M3 8.5a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0m9.8 4.3 4.2 4.2',
  copy: 'M7 7h9.5v9.5H7ZM13 4.5V3.5H3.5V13h1',
  listen: 'M3 12.5v-3a7 7 0 0 1 14 0v3M3 12h2.5v5H4.2A1.2 1.2 0 0 1 3 15.8ZM17 12h-2.5v5h1.3a1.2 1.2 0 0 0 1.2-1.2Z',
  save: 'M5 3h10v14l-5-4-5 4Z',
  share: 'M10 12.5V3M6.5 6 10 2.8 13.5 6M4 10v7h12v-7',
  cite: 'M3 14c2.5 0 4-1.5 4-4.5V6H3v4h4M12 14c2.5 0 4-1.5 4-4.5V6h-4v4h4',
  // Proofreading marks: the caret marks a correction, and the dele marks a retraction.
  caret: 'M3 16 10 4l7 12',
  dele: 'M2 13c5-1 11-1 13-5 1-3-3-4-4-1-1 4 3 8 6 8',
}

/** A decorative line icon. */
export function Icon({ name, className = '' }: { name: keyof typeof ICONS; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 20 20" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}

/** Creates a decorative line icon for elements that are built without React. */
export function iconElement(name: keyof typeof ICONS): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`
  return template.content
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

/** A category's decorative glyph. */
export function Glyph({ category }: { category: string }) {
  const tone = categoryTone(category)
  return (
    <svg className="glyph" viewBox="0 0 14 14" aria-hidden="true">
      <path d={GLYPHS[tone]} />
      {tone === 'web3' && <path opacity=".55" d="M13.1 5.2 7.6 8.4v5l5.5-3.2Z" />}
    </svg>
  )
}

/** A category's glyph and name in its colour. */
export function Chip({ category }: { category: string }) {
  return (
    <span className="chip" data-cat={categoryTone(category)}>
      <Glyph category={category} />
      {categoryLabel(category)}
    </span>
  )
}
