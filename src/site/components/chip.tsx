import { categoryLabel, categoryTone } from '#blog/category.ts'
import { categoryHref } from '#blog/routes.ts'
import { Link } from '#site/router.tsx'
import { Glyph } from '#site/components/icons.tsx'

/** A category's glyph and name in its colour. If `linked`, it links to the category. */
export function Chip({ category, linked = false }: { category: string; linked?: boolean }) {
  const content = (
    <>
      <Glyph category={category} />
      {categoryLabel(category)}
    </>
  )
  const tone = categoryTone(category)
  return linked ? (
    <Link className="chip" data-cat={tone} href={categoryHref(category)}>
      {content}
    </Link>
  ) : (
    <span className="chip" data-cat={tone}>
      {content}
    </span>
  )
}
