import * as z from 'zod/mini'
import { PICTURE_FORMATS, type Change, type Post, type PostSummary, type Provenance } from '#blog/post.ts'

// The answers of the three calls, as any backend may give them (specification, sections 3 and 7).
// What a page cannot do without is required; the rest has a harmless default, so that a sparse
// backend still shows. One odd summary in a good list is dropped alone. The larger ones are made when the first answer is read:
// to make all of them at once takes a phone a task in which it answers no press.

const identifier = z.union([z.string().check(z.minLength(1)), z.pipe(z.number(), z.transform(String))])
const text = z.catch(z.string(), '')
const textOrNull = z.catch(z.nullable(z.string()), null)

// A picture's sizes, in pixels: more names no picture.
const width = z.int().check(z.positive(), z.maximum(10_000))

const pictureOnTheWire = z.lazy(() =>
  z.catch(
    z.optional(
      z.pipe(
        z.object({
          widths: z.catch(z.array(width), []),
          formats: z.catch(z.array(z.unknown()), []),
          placeholder: z.catch(z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))), null),
          alt: text,
        }),
        z.transform(({ widths, formats, placeholder, alt }) => ({
          widths: [...new Set(widths)].toSorted((a, b) => a - b),
          formats: widths.length > 0 ? PICTURE_FORMATS.filter((format) => formats.includes(format)) : [],
          placeholder,
          alt,
        })),
      ),
    ),
    undefined,
  ),
)

const marks = z.array(z.tuple([z.int(), z.int()]))

const summaryOnTheWire = z.lazy(() =>
  z.object({
    PostId: z.optional(z.nullable(identifier)),
    id: z.optional(z.nullable(identifier)),
    PostTitle: z.optional(z.nullable(z.string())),
    title: z.optional(z.nullable(z.string())),
    Category: textOrNull,
    Prefix: textOrNull,
    DateISO: textOrNull,
    excerpt: text,
    thumbnail: pictureOnTheWire,
    minutes: z.catch(z.optional(z.int().check(z.positive())), undefined),
    reviewed: z.catch(z.optional(z.boolean()), undefined),
    marks: z.catch(z.optional(marks), undefined),
    snippet: z.catch(
      z.optional(z.object({ text: z.string(), marks, section: z.optional(z.string()), tag: z.optional(z.string()) })),
      undefined,
    ),
  }),
)

// Of any other kind, an address is none: it would be a link. The source stays, as citations go by its number.
const webAddress = z.pipe(
  z.string(),
  z.transform((url) => (/^https?:\/\//i.test(url) ? url : '')),
)

const count = z.int().check(z.nonnegative())

const judge = z.object({
  model: z.string(),
  provider: z.string(),
  isWriter: z.boolean(),
  sentences: count,
  planted: count,
  found: count,
})

const provenanceOnTheWire = z.lazy(() =>
  z.object({
    writer: z.catch(z.nullable(z.object({ model: z.string(), provider: z.string() })), null),
    note: textOrNull,
    sources: z.catch(
      z.array(
        z.object({
          title: z.string(),
          publisher: text,
          url: webAddress,
          date: z.catch(z.optional(z.nullable(z.string())), undefined),
          read: z.catch(z.optional(z.string()), undefined),
        }),
      ),
      [],
    ),
    checks: z.catch(z.array(z.object({ name: z.string(), passed: z.boolean(), detail: text })), []),
    evidence: z.catch(
      z.optional(
        z.array(
          z.object({
            text,
            compute: text,
            citation: z.catch(z.nullable(count), null),
            source: count,
            unit: text,
            quote: z.string().check(z.minLength(1)),
          }),
        ),
      ),
      undefined,
    ),
    judging: z.catch(z.optional(z.extend(judge, { cut: count, others: z.optional(z.array(judge)) })), undefined),
    // Who reviewed is what a review says: without a name there is none.
    reviews: z.catch(z.array(z.object({ by: z.string().check(z.regex(/\S/)), date: z.string(), note: text })), []),
    corrections: z.catch(z.array(z.object({ by: text, date: z.string(), note: z.string() })), []),
  }),
)

const postOnTheWire = z.lazy(() =>
  z.object({
    content: z.object({
      title: z.string().check(z.minLength(1)),
      excerpt: text,
      content: z.string(),
      author: text,
      date: textOrNull,
      category: text,
      tags: z.catch(z.array(z.string()), []),
    }),
    thumbnail_path: textOrNull,
    thumbnail: pictureOnTheWire,
    related: z.catch(z.array(z.unknown()), []),
    provenance: z.catch(z.nullable(provenanceOnTheWire), null),
  }),
)

const categoriesAnswer = z.array(z.string())
const postsAnswer = z.object({ posts: z.array(z.unknown()) })
const pageAnswer = z.object({ posts: z.array(z.unknown()), total: count, next: z.nullable(z.string()) })

const named = z.object({ name: z.string(), posts: count })

const foundAnswer = z.lazy(() =>
  z.object({
    posts: z.array(z.unknown()),
    total: count,
    meant: z.nullable(z.object({ words: z.string(), isShown: z.boolean() })),
    categories: z.array(named),
    tags: z.array(z.extend(named, { marks })),
  }),
)
const missingAnswer = z.lazy(() =>
  z.object({
    retraction: z.object({
      category: z.string(),
      id: z.string(),
      title: z.string(),
      published: z.string(),
      date: z.string(),
      by: z.string(),
      note: z.string(),
    }),
  }),
)

/** Reads the answer of `/list-categories`; blank names are dropped. Throws when it is not a list of names. */
export function readCategories(answer: unknown): string[] {
  return z.parse(categoriesAnswer, answer).filter((name) => name.trim() !== '')
}

/** Reads the answer of `/list-posts-by-category`; `category` stands in where a summary names none. Throws without a `posts` list. */
export function readPosts(answer: unknown, category: string): PostSummary[] {
  return readSummaries(z.parse(postsAnswer, answer).posts, category)
}

/** Reads a page of the answer of `/list-posts-by-category`, as only our own backend gives it. Throws when it is none. */
export function readPostPage(answer: unknown, category: string) {
  const { posts, total, next } = z.parse(pageAnswer, answer)
  return { posts: readSummaries(posts, category), total, next }
}

/** Reads the answer of `/search-posts`, as only our own backend gives it. Throws when it is none. */
export function readFound(answer: unknown) {
  const { posts, ...rest } = z.parse(foundAnswer, answer)
  return { posts: readSummaries(posts, ''), ...rest }
}

/** Reads from the answer of `/get-post-content` for a post that is not there how it was taken back; null where it does not say. */
export function readRetraction(answer: unknown): Change | null {
  const { success, data } = z.safeParse(missingAnswer, answer)
  return success ? { kind: 'retraction', ...data.retraction } : null
}

/** Reads the answer of `/get-post-content`. Throws when title or content is missing. */
export function readPost(answer: unknown, category: string): Post {
  const { content, thumbnail_path, thumbnail, related, provenance } = z.parse(postOnTheWire, answer)
  return {
    title: content.title,
    excerpt: content.excerpt,
    html: content.content,
    author: content.author,
    date: content.date,
    category: content.category === '' ? category : content.category,
    tags: content.tags.filter((tag) => tag.trim() !== ''),
    thumbnail: thumbnail_path,
    ...(thumbnail && { picture: thumbnail }),
    related: readSummaries(related, category),
    provenance,
  }
}

/** A summary in the words of the contract, as our own API lists it. */
export function summaryToWire(post: PostSummary) {
  return {
    PostId: post.id,
    Category: post.category,
    PostTitle: post.title,
    Prefix: post.prefix,
    DateISO: post.date,
    excerpt: post.excerpt,
    ...(post.picture && { thumbnail: post.picture }),
    ...(post.minutes && { minutes: post.minutes }),
    ...(post.reviewed && { reviewed: true }),
    ...(post.marks && { marks: post.marks }),
    ...(post.snippet && { snippet: post.snippet }),
  }
}

/** A post in the words of the contract, as it is stored and as our own API answers. */
export function postToWire(
  post: Omit<Post, 'related' | 'provenance'> & { related?: PostSummary[]; provenance: Provenance | null },
) {
  return {
    content: {
      title: post.title,
      excerpt: post.excerpt,
      content: post.html,
      author: post.author,
      date: post.date,
      category: post.category,
      tags: post.tags,
    },
    thumbnail_path: post.thumbnail,
    ...(post.picture && { thumbnail: post.picture }),
    ...(post.related === undefined ? {} : { related: post.related.map(summaryToWire) }),
    provenance: post.provenance,
  }
}

function readSummaries(list: unknown[], category: string): PostSummary[] {
  return list.flatMap((entry) => {
    const { success, data } = z.safeParse(summaryOnTheWire, entry)
    const id = success ? (data.PostId ?? data.id) : null
    const title = success ? (data.PostTitle ?? data.title) : null
    if (!success || id === null || id === undefined || !title?.trim()) return []
    return [
      {
        id,
        category: data.Category?.trim() ? data.Category : category,
        title,
        excerpt: data.excerpt,
        date: data.DateISO,
        prefix: data.Prefix?.trim() ? data.Prefix : null,
        ...(data.thumbnail && { picture: data.thumbnail }),
        ...(data.minutes && { minutes: data.minutes }),
        ...(data.reviewed && { reviewed: true }),
        ...(data.marks && { marks: data.marks }),
        ...(data.snippet && { snippet: data.snippet }),
      },
    ]
  })
}
