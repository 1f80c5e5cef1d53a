import { categorySlug } from '#blog/category.ts'

/** The route of a category: `/category/` and the lower-cased name, encoded. */
export function categoryHref(name: string): string {
  return `/category/${encodeURIComponent(name.toLowerCase())}`
}

/** The route of a fallback category: the same page, by its hyphenated name. */
export function hyphenatedCategoryHref(name: string): string {
  return `/category/${encodeURIComponent(categorySlug(name))}`
}

/** The route of an article: `/post/{category}/{id}`, the category lower-cased as in its own link. */
export function postHref(post: { category: string; id: string }): string {
  return `/post/${encodeURIComponent(post.category.toLowerCase())}/${encodeURIComponent(post.id)}`
}
