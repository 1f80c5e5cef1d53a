import type { BlogClient } from '#blog/client.ts'
import type { Mark } from '#blog/post.ts'
import type { CardPost, Found, PostList } from '#site/queries/model.ts'

/** At most `limit` posts that match some words: by our own backend's search, or among all posts where the backend has none or fails. */
export async function searchPosts(options: {
  words: string
  limit: number
  sources: { client: Pick<BlogClient, 'search'>; ownBackend: boolean; report: (error: unknown) => void }
  all: () => Promise<PostList>
}): Promise<Found> {
  const { words, limit, sources, all } = options
  try {
    if (sources.ownBackend) return { words, ...(await sources.client.search(words, limit)) }
  } catch (error) {
    sources.report(error)
  }
  const found = matching((await all()).posts, words)
  return { words, posts: found.slice(0, limit), total: found.length, meant: null, categories: [], tags: [] }
}

function matching(posts: readonly CardPost[], words: string): CardPost[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return posts
    .filter(({ title, excerpt }) => wanted.every((word) => `${title} ${excerpt}`.toLowerCase().includes(word)))
    .map((post) => ({ ...post, marks: wanted.flatMap((word) => markIn(post.title.toLowerCase(), word)) }))
}

function markIn(text: string, word: string): Mark[] {
  const start = text.indexOf(word)
  return start === -1 ? [] : [[start, start + word.length]]
}
