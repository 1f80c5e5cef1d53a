import { categoryLabel, categoryTone } from '#blog/category.ts'
import { Glyph } from '#site/components/icons.tsx'

/** A category's glyph and name in its colour. */
export function Chip({ category }: { category: string }) {
  return (
    <span className="chip" data-cat={categoryTone(category)}>
      <Glyph category={category} />
      {categoryLabel(category)}
    </span>
  )
}
