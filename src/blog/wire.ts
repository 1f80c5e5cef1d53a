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

// Parses and builds the API responses described in docs/api.md. Invalid summaries are dropped from lists, because a
// remote backend may send invalid data.

const identifier = z.union([z.string().check(z.minLength(1)), z.pipe(z.number(), z.transform(String))])
const textOrNull = z.catch(z.nullable(z.string()), null)
const optionalPicture = z.catch(z.optional(pictureSchema), undefined)

const summarySchema = z.extend(cardSchema, {
  PostId: z.nullish(identifier),
  id: z.nullish(identifier),
  PostTitle: z.nullish(z.string()),
  title: z.nullish(z.string()),
  Category: textOrNull,
  Prefix: textOrNull,
  DateISO: textOrNull,
  thumbnail: optionalPicture,
})

const postSchema = z.object({
  content: z.extend(articleSchema, { content: z.string() }),
  thumbnail_path: textOrNull,
  thumbnail: optionalPicture,
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

/** Parses a response from `/list-categories` and drops blank names. Throws if it is not a list of names. */
export function parseCategories(response: unknown): string[] {
  return z.parse(z.array(z.string()), response).filter((name) => name.trim() !== '')
}

/**
 * Parses a response from `/list-posts-by-category`. `category` is the default for posts that do not specify one. Throws
 * if `posts` is missing.
 */
export function parsePosts(response: unknown, category: string): PostSummary[] {
  return parseSummaries(z.parse(postList, response).posts, category)
}

/** Parses one page of `/list-posts-by-category`, which only our own backend supports. Throws if it is invalid. */
export function parsePostPage(response: unknown, category: string) {
  const { posts, ...rest } = z.parse(postPage, response)
  return { posts: parseSummaries(posts, category), ...rest }
}

/** Parses a response from `/search-posts`, which only our own backend supports. Throws if it is invalid. */
export function parseFound(response: unknown) {
  const { posts, ...rest } = z.parse(searchResult, response)
  return { posts: parseSummaries(posts, ''), ...rest }
}

/** Parses the retraction in a 404 response from `/get-post-content`. Returns null if there is none. */
export function parseRetraction(response: unknown): Change | null {
  const { success, data } = z.safeParse(z.object({ retraction: retractionSchema }), response)
  return success ? { kind: 'retraction', ...data.retraction } : null
}

/** Parses a response from `/get-post-content`. Throws if the title or the content is missing. */
export function parsePost(response: unknown, category: string): Post {
  const { content, thumbnail_path, thumbnail, related, provenance } = z.parse(postSchema, response)
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

/** Converts a summary to the format of `/list-posts-by-category`. */
export function summaryToWire({ id, category, title, prefix, date, picture, snippet, ...card }: PostSummary) {
  const names = { PostId: id, Category: category, PostTitle: title, Prefix: prefix, DateISO: date }
  return { ...names, ...card, thumbnail: picture, snippet: snippet ?? undefined }
}

/** Converts a post to the format of `/get-post-content`, which is also its format in the bucket. */
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
    const { success, data } = z.safeParse(summarySchema, entry)
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
