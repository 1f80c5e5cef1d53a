import { categoryTone } from '#blog/category.ts'
import type { CategoryTone } from '#blog/category.ts'
import { BARRIERS } from '#newsroom/covers/barriers.ts'
import { CIRCLES } from '#newsroom/covers/circles.ts'
import { CUBES } from '#newsroom/covers/cubes.ts'
import { createPen, HEIGHT, rect, WIDTH } from '#newsroom/covers/drawing.ts'
import type { Figure } from '#newsroom/covers/drawing.ts'
import { LANES } from '#newsroom/covers/lanes.ts'
import { paletteOf, pickInks } from '#newsroom/covers/palette.ts'
import { at, createRandom, hash } from '#newsroom/covers/random.ts'
import { STRATA } from '#newsroom/covers/strata.ts'

// Two-ink prints: one ground, one big figure that bleeds off the sheet, one engraved half-tone,
// and exactly one "kick", the single thing the editor marked. Each category owns a figure language.
const FIGURES: Record<CategoryTone, Figure[]> = {
  ai: CIRCLES,
  web3: CUBES,
  security: BARRIERS,
  software: LANES,
  other: STRATA,
}

/**
 * The generative cover of a post as an SVG document, 1200 × 675: the same id, category and ordinal give the same text.
 * `ordinal` is the post's running number in its category; with it, neighbours never share a composition, without it the
 * composition may repeat by chance. Only rect, circle, path, g and clipPath, so that every renderer draws it alike.
 */
export function cover(post: { id: string; category: string; title?: string; ordinal?: number }): string {
  const { id, category, title = '', ordinal } = post
  const tone = categoryTone(category)
  // Raising the number makes a new generation of covers; old posts would change their faces.
  const seed = hash(`stet/1:${category.toLowerCase()}:${id}`)
  const random = createRandom(seed)
  const inks = pickInks(random, paletteOf(category))
  const pen = createPen(seed.toString(36))
  const figures = FIGURES[tone]
  const picked = random.int(0, figures.length - 1)
  const draw = at(figures, ordinal === undefined ? picked : ordinal * 2 + hash(tone))
  const flip = random.chance(0.5)
  const drawn = draw(random, inks, pen)
  const body = flip ? `<g transform="matrix(-1 0 0 1 ${WIDTH} 0)">${drawn}</g>` : drawn
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">` +
    (title === '' ? '' : `<title>${escapeText(title)}</title>`) +
    pen.defs() +
    rect(0, 0, WIDTH, HEIGHT, inks.ground) +
    body +
    '</svg>'
  )
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
