import { categoryTone } from '#blog/category.ts'
import { createPen } from '#covers/drawing.ts'
import { readFacts } from '#covers/facts.ts'
import { FIGURES } from '#covers/figures.ts'
import { HEIGHT, WIDTH } from '#covers/geometry.ts'
import { inksOf, type Printing } from '#covers/palette.ts'
import { band } from '#covers/svg.ts'
import { createRandom, hash } from '#text/random.ts'

/** A cover's design: the name of its figure, and its printing. */
export type Face = { figure: string; printing: Printing }

/**
 * Returns a post's generative cover as a 1200 × 675 pixel SVG document. The same input always gives the same document.
 * `numbers` are the numbers stated in the article, in order (`37%`, `1,200`). The figure shows one of them as a count
 * or a percentage. The document contains only rect, circle, ellipse, path, g and clipPath elements, because all
 * renderers draw these the same way. Throws if the figure is unknown.
 */
export function cover(post: { id: string; category: string; numbers?: readonly string[] } & Face): string {
  const { id, category, numbers = [], figure, printing } = post
  const drawn = FIGURES.get(figure)
  if (drawn === undefined)
    throw new Error(
      `The cover of ${category}/${id} has an unknown figure: ${figure}. Choose one from src/covers/subjects.ts.`,
    )
  const tone = categoryTone(category)
  // Increasing the number in `stet/2` would change all covers, including those of old posts.
  const seed = hash(`stet/2:${tone}:${id}:${figure}`)
  const random = createRandom(seed)
  const inks = inksOf(tone, printing)
  const pen = createPen(seed.toString(36))
  const flip = random.chance(0.5)
  const shapes = drawn.draw({ random, inks, facts: readFacts(numbers, random), pen })
  const body = flip ? `<g transform="matrix(-1 0 0 1 ${WIDTH} 0)">${shapes}</g>` : shapes
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    pen.clipPaths() +
    band(-10, HEIGHT + 20, inks.ground) +
    body +
    '</svg>'
  )
}
