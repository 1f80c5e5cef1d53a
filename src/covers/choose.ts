import { categoryTone } from '#blog/category.ts'
import type { Face } from '#covers/cover.ts'
import { FIGURES } from '#covers/figures.ts'
import { PRINTINGS } from '#covers/palette.ts'
import { at, hash } from '#text/random.ts'
import { SUBJECTS } from '#covers/subjects.ts'

/** Number of nearest posts in the same category whose figures a post must not repeat. */
export const NEIGHBOURS = 9

/**
 * Chooses the figure and printing for a post's cover. Picks the figure whose subjects best match the post's tags and
 * title, unless one of the `neighbours` (nearest first, at most nine) already uses it. If no subject matches, chooses
 * by the post's id. The printing always differs from the nearest cover's printing, and the figure's family differs if
 * possible. The same input always gives the same result.
 */
export function chooseFace(post: {
  id: string
  category: string
  title: string
  tags: readonly string[]
  neighbours: readonly { figure: string; printing: string }[]
}): Face {
  const tone = categoryTone(post.category)
  const key = `stet/2:${tone}:${post.id}`
  const neighbours = post.neighbours.slice(0, NEIGHBOURS)
  const [nearest, second] = neighbours
  const family = nearest && FIGURES.get(nearest.figure)?.family

  const rated = Object.entries(SUBJECTS[tone])
    .filter(([figure]) => !neighbours.some((neighbour) => neighbour.figure === figure))
    .map(([figure, subjects]) => {
      const isAkin = FIGURES.get(figure)?.family === family
      const chance = hash(`${key}:${figure}`) / 2 ** 32
      return { figure, rank: fit(subjects, post) * 10 - (isAkin ? 5 : 0) + chance }
    })
  const { figure } = rated.reduce((best, other) => (other.rank > best.rank ? other : best))

  const others = PRINTINGS.filter((printing) => printing !== nearest?.printing)
  const fresh = others.filter((printing) => printing !== second?.printing)
  return { figure, printing: at(fresh, hash(`print:${key}`)) }
}

// Scores how well a figure's subjects match a post: 3 points for each tag that is a subject, 2 for a tag that shares a
// word with a subject, and 1 for each matching word in the title.
function fit(subjects: string, { title, tags }: { title: string; tags: readonly string[] }): number {
  const known = new Set(subjects.split(' ').map((subject) => stems(subject).join(' ')))
  const ofTags = tags.map(stems).reduce((sum, words) => {
    return sum + (known.has(words.join(' ')) ? 3 : words.some((word) => known.has(word)) ? 2 : 0)
  }, 0)
  const words = stems(title)
  return ofTags + words.filter((word, i) => known.has(word) || known.has(`${word} ${words[i + 1]}`)).length
}

function stems(text: string): string[] {
  const words = text.toLowerCase().split(/[^a-z0-9]+/)
  return words.flatMap((word) => (word.length < 2 ? [] : [word.length > 4 ? word.replace(/(?:ies|es|s)$/, '') : word]))
}
