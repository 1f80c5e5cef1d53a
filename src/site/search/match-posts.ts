import type { Mark } from '#blog/post.ts'
import type { CardPost } from '#site/queries/model.ts'

/** Returns the posts with all of the words in title or excerpt. Used for backends without a search. */
export function matchPosts(posts: readonly CardPost[], words: string): CardPost[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return posts
    .filter(({ title, excerpt }) => wanted.every((word) => `${title} ${excerpt}`.toLowerCase().includes(word)))
    .map((post) => ({ ...post, marks: wanted.flatMap((word) => markIn(post.title.toLowerCase(), word)) }))
}

function markIn(text: string, word: string): Mark[] {
  const start = text.indexOf(word)
  return start === -1 ? [] : [[start, start + word.length]]
}
