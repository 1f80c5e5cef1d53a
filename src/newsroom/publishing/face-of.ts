import type { Archive } from '#archive/archive.ts'
import { categorySlug, categoryTone } from '#blog/category.ts'
import { chooseFace, NEIGHBOURS, OTHERS } from '#covers/choose.ts'
import type { Face } from '#covers/cover.ts'
import { numbersOf } from '#covers/facts.ts'
import { CITATION } from '#text/citations.ts'

type Article = {
  id: string
  category: string
  title: string
  excerpt: string
  date: string
  tags: readonly string[]
  markdown: string
}

/**
 * Chooses the design of a post's cover, and finds the numbers in its article. The figure fits the subject. It differs from
 * those of the nine nearest posts of its category and of the two nearest posts of other categories in its tone.
 */
export function faceOf(archive: Archive, article: Article): { face: Face; numbers: string[] } {
  const { id, category, title, excerpt, date, tags, markdown } = article
  const time = Date.parse(date)
  const distance = (post: { date: string }) => Math.abs(Date.parse(post.date) - time)
  // The list is sorted by time, so only the posts before and after this one can be near.
  const nearest = (name: string, count: number) => {
    const posts = archive.posts(name).filter((post) => post.id !== id)
    const older = posts.findIndex((post) => Date.parse(post.date) <= time)
    const place = older === -1 ? posts.length : older
    const near = posts.slice(Math.max(0, place - count), place + count)
    return near.toSorted((a, b) => distance(a) - distance(b)).slice(0, count)
  }
  // Lists of all categories show posts with shared figures next to each other.
  const others = archive
    .categories()
    .filter((name) => categorySlug(name) !== categorySlug(category) && categoryTone(name) === categoryTone(category))
    .flatMap((name) => nearest(name, OTHERS))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, OTHERS)
  const neighbours = [...nearest(category, NEIGHBOURS), ...others].flatMap(({ cover }) => cover ?? [])
  const text = `${title}\n${excerpt}\n${markdown}`
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/\[\d+\]\([^)]*\)|\]\([^)]*\)/g, '')
    .replaceAll(CITATION, '')
  return { face: chooseFace({ id, category, title, tags, neighbours }), numbers: numbersOf(text) }
}
