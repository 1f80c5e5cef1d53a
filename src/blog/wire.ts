import * as z from 'zod/mini'
import {
  articleSchema,
  cardSchema,
  marksSchema,
  pictureSchema,
  provenanceSchema,
  retractionSchema,
  type Change,
  type Post,
  type PostSummary,
} from '#blog/post.ts'

// Reads and writes the answers of the API calls, see docs/api.md. Any backend may send them, so an invalid
// summary in a valid list is dropped, and the rest of the list is kept.

const identifier = z.union([z.string().check(z.minLength(1)), z.pipe(z.number(), z.transform(String))])
const textOrNull = z.catch(z.nullable(z.string()), null)
const pictureOnTheWire = z.catch(z.optional(pictureSchema), undefined)

const summaryOnTheWire = z.extend(cardSchema, {
  PostId: z.nullish(identifier),
  id: z.nullish(identifier),
  PostTitle: z.nullish(z.string()),
  title: z.nullish(z.string()),
  Category: textOrNull,
  Prefix: textOrNull,
  DateISO: textOrNull,
  thumbnail: pictureOnTheWire,
})

const postOnTheWire = z.object({
  content: z.extend(articleSchema, { content: z.string() }),
  thumbnail_path: textOrNull,
  thumbnail: pictureOnTheWire,
  related: z.catch(z.array(z.unknown()), []),
  provenance: z.catch(z.nullable(provenanceSchema), null),
})

const count = z.int().check(z.nonnegative())
const postList = z.object({ posts: z.array(z.unknown()) })
const postPage = z.extend(postList, { total: count, next: z.nullable(z.string()) })

const named = z.object({ name: z.string(), posts: count })
const searchResult = z.extend(postList, {
  total: count,
  meant: z.nullable(z.object({ words: z.string(), isShown: z.boolean() })),
  categories: z.array(named),
  tags: z.array(z.extend(named, { marks: marksSchema })),
})

/** Reads the answer of `/list-categories` and drops blank names. Throws if it is not a list of names. */
export function parseCategories(answer: unknown): string[] {
  return z.parse(z.array(z.string()), answer).filter((name) => name.trim() !== '')
}

/** Reads the answer of `/list-posts-by-category`. `category` is the default for summaries without one. Throws if `posts` is missing. */
export function parsePosts(answer: unknown, category: string): PostSummary[] {
  return parseSummaries(z.parse(postList, answer).posts, category)
}

/** Reads a page of `/list-posts-by-category`, which only our own backend supports. Throws if it is invalid. */
export function parsePostPage(answer: unknown, category: string) {
  const { posts, ...rest } = z.parse(postPage, answer)
  return { posts: parseSummaries(posts, category), ...rest }
}

/** Reads the answer of `/search-posts`, which only our own backend supports. Throws if it is invalid. */
export function parseFound(answer: unknown) {
  const { posts, ...rest } = z.parse(searchResult, answer)
  return { posts: parseSummaries(posts, ''), ...rest }
}

/** Reads the retraction in a 404 answer of `/get-post-content`. Null if the answer does not contain one. */
export function parseRetraction(answer: unknown): Change | null {
  const { success, data } = z.safeParse(z.object({ retraction: retractionSchema }), answer)
  return success ? { kind: 'retraction', ...data.retraction } : null
}

/** Reads the answer of `/get-post-content`. Throws if the title or the content is missing. */
export function parsePost(answer: unknown, category: string): Post {
  const { content, thumbnail_path, thumbnail, related, provenance } = z.parse(postOnTheWire, answer)
  const { content: html, ...article } = content
  return {
    ...article,
    html,
    category: article.category === '' ? category : article.category,
    tags: article.tags.filter((tag) => tag.trim() !== ''),
    thumbnail: thumbnail_path,
    ...(thumbnail && { picture: thumbnail }),
    related: parseSummaries(related, category),
    provenance,
  }
}

/** Writes a summary as `/list-posts-by-category` returns it. */
export function summaryToWire({ id, category, title, prefix, date, picture, snippet, ...card }: PostSummary) {
  const names = { PostId: id, Category: category, PostTitle: title, Prefix: prefix, DateISO: date }
  return { ...names, ...card, thumbnail: picture, snippet: snippet ?? undefined }
}

/** Writes a post as the bucket stores it and as `/get-post-content` returns it. */
export function postToWire(post: Omit<Post, 'related'> & { related?: PostSummary[] }) {
  return {
    content: { ...z.parse(articleSchema, post), content: post.html },
    thumbnail_path: post.thumbnail,
    ...(post.picture && { thumbnail: post.picture }),
    ...(post.related && { related: post.related.map(summaryToWire) }),
    provenance: post.provenance,
  }
}

function parseSummaries(list: unknown[], category: string): PostSummary[] {
  return list.flatMap((entry) => {
    const { success, data } = z.safeParse(summaryOnTheWire, entry)
    if (!success) return []
    const { PostId, id = null, PostTitle, title = null, Category, Prefix, DateISO, thumbnail, ...card } = data
    const [ownId, ownTitle] = [PostId ?? id, PostTitle ?? title]
    if (ownId === null || !ownTitle?.trim()) return []
    return [
      {
        ...card,
        id: ownId,
        category: Category?.trim() ? Category : category,
        title: ownTitle,
        date: DateISO,
        prefix: Prefix?.trim() ? Prefix : null,
        ...(thumbnail && { picture: thumbnail }),
      },
    ]
  })
}
