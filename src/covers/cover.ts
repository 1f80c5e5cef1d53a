import { categoryTone } from '#blog/category.ts'
import { createPen, HEIGHT, rect, WIDTH } from '#covers/drawing.ts'
import { readFacts } from '#covers/facts.ts'
import { FIGURES } from '#covers/figures.ts'
import { inksOf, type Printing } from '#covers/palette.ts'
import { createRandom, hash } from '#text/random.ts'

/** Which figure a cover shows, by its name, and in which printing. */
export type Face = { figure: string; printing: Printing }

/**
 * The generative cover of a post as an SVG document, 1200 × 675: the same input gives the same text. `numbers` are
 * the numbers of its article, in order (`37%`, `1,200`). The figure shows a count or a share from them. The document
 * contains only rect, circle, ellipse, path, g and clipPath, which every renderer draws alike. Throws if the figure is
 * unknown.
 */
export function cover(post: { id: string; category: string; numbers?: readonly string[] } & Face): string {
  const { id, category, numbers = [], figure, printing } = post
  const drawn = FIGURES.get(figure)
  if (drawn === undefined) throw new Error(`The cover of ${category}/${id} has no figure "${figure}": choose another.`)
  const tone = categoryTone(category)
  // Raising the number makes a new generation of covers; old posts would change their faces.
  const seed = hash(`stet/2:${tone}:${id}:${figure}`)
  const random = createRandom(seed)
  const inks = inksOf(tone, printing)
  const pen = createPen(seed.toString(36))
  const flip = random.chance(0.5)
  const shapes = drawn.draw({ random, inks, facts: readFacts(numbers, random), pen })
  const body = flip ? `<g transform="matrix(-1 0 0 1 ${WIDTH} 0)">${shapes}</g>` : shapes
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    pen.defs() +
    rect(-10, -10, WIDTH + 20, HEIGHT + 20, inks.ground) +
    body +
    '</svg>'
  )
}
