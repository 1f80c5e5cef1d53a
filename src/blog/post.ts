import * as z from 'zod/mini'

// Schemas for posts, and the types inferred from them. Required fields must be valid. All other fields have defaults so
// that an incomplete response from a remote backend can still be shown.

const text = z.catch(z.string(), '')
const textOrNull = z.catch(z.nullable(z.string()), null)
const count = z.int().check(z.nonnegative())

// Makes a field optional. An invalid value counts as missing.
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

/** The picture formats that pages offer, best first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

const MAX_PICTURE_WIDTH_PX = 10_000

const pictureWidth = z.int().check(z.positive(), z.maximum(MAX_PICTURE_WIDTH_PX))

/** Metadata for a post's picture, which exists in all of these widths and formats. A backend may omit it. */
export const pictureSchema = z.pipe(
  z.object({
    /** Widths in pixels, narrowest first. */
    widths: z.catch(z.array(pictureWidth), []),
    /** Formats, best first. */
    formats: z.catch(z.array(z.unknown()), []),
    /** The average colour (`#rrggbb`), which is shown while the picture loads. */
    placeholder: z.catch(z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))), null),
    /** The alternative text. It is empty if the picture is decorative. */
    alt: text,
  }),
  z.transform(({ widths, formats, placeholder, alt }) => ({
    widths: [...new Set(widths)].toSorted((a, b) => a - b),
    formats: widths.length > 0 ? PICTURE_FORMATS.filter((format) => formats.includes(format)) : [],
    placeholder,
    alt,
  })),
)
export type Picture = z.infer<typeof pictureSchema>

const mark = z.tuple([z.int(), z.int()])

/** A range of text in UTF-16 code units: its start (inclusive) and its end (exclusive). */
export type Mark = z.infer<typeof mark>

export const marksSchema = z.array(mark)

/** The card fields that have the same names in `PostSummary` and in API responses. Add new card fields here. */
export const cardSchema = z.object({
  excerpt: text,
  /** The reading time in minutes. */
  minutes: optional(z.int().check(z.positive())),
  /** True if a person's review is on record. */
  reviewed: optional(z.literal(true)),
  /** The matches in the title, in search results only. */
  marks: optional(marksSchema),
  /**
   * In search results whose title does not contain all words in the query, either a passage with matching words and the
   * heading above it, or the excerpt and the tag that contains the words.
   */
  snippet: optional(
    z.nullable(
      z.object({ text: z.string(), marks: marksSchema, section: z.optional(z.string()), tag: z.optional(z.string()) }),
    ),
  ),
})

/** A post as shown in lists. */
export type PostSummary = z.infer<typeof cardSchema> & {
  id: string
  category: string
  title: string
  /** The ISO date, as the backend sent it. */
  date: string | null
  /** The post's folder in the bucket, or null if the backend does not specify one. */
  prefix: string | null
  picture?: Picture
}

// Replaces a URL with an empty string if its scheme is not http or https, because pages would link to it. The source
// stays in the list, because citations refer to sources by position.
const webAddress = z.pipe(
  z.string(),
  z.transform((url) => (/^https?:\/\//i.test(url) ? url : '')),
)

/** A source that an article cites. Citations refer to it by its position in the list of sources. */
const source = z.object({
  title: z.string(),
  publisher: text,
  /** An http or https URL, or an empty string. */
  url: webAddress,
  /** The publication date stated by the publisher (`YYYY-MM-DD`), or null. */
  date: optional(z.nullable(z.string())),
  /** The day on which the newsroom read the source. */
  read: optional(z.string()),
})
export type Source = z.infer<typeof source>

const namedLink = z.object({ text: z.string(), url: webAddress })
/** A link in a source, whose text also occurs in the article. */
export type NamedLink = z.infer<typeof namedLink>

const check = z.object({ name: z.string(), passed: z.boolean(), detail: text })
/** The result of one check of a draft, explained in `detail`. */
export type Check = z.infer<typeof check>

/** A unit of a source that supports a sentence in an article. */
const evidence = z.object({
  /** The sentence in the article. */
  text,
  /** The calculation behind the sentence, or an empty string. */
  compute: text,
  /** The number of the citation link, counted from 1 in reading order, or null for a title, lead or heading. */
  citation: z.catch(z.nullable(count), null),
  /** The source's index in the article's list of sources. */
  source: count,
  /** The unit's id, such as `S2.14` for unit 14 of source 2. */
  unit: text,
  /** The unit's text, truncated to 300 characters. */
  quote: z.string().check(z.minLength(1)),
})
export type Evidence = z.infer<typeof evidence>

const judgeRecord = z.object({
  model: z.string(),
  provider: z.string(),
  /** True if the model also wrote the draft. */
  isWriter: z.boolean(),
  /** Number of sentences that the model judged. */
  sentences: count,
  /** Number of errors that were planted to test the judge, and how many of them the judge found. */
  planted: count,
  found: count,
  /** The same numbers for each kind of error, such as `lost negation`. Older posts do not have them. */
  kinds: optional(z.array(z.object({ kind: z.string(), planted: count, found: count }))),
})
/** The results from one model that judged a draft. */
export type JudgeRecord = z.infer<typeof judgeRecord>

const judging = z.extend(judgeRecord, {
  /** Number of sentences that failed and were removed. */
  cut: count,
  others: z.optional(z.array(judgeRecord)),
})
/** The results from the model that judged most of a draft, and from the others. */
export type Judging = z.infer<typeof judging>

const review = z.object({ by: z.string().check(z.regex(/\S/)), date: z.string(), note: text })
/** A person's decision to keep a post. */
export type Review = z.infer<typeof review>

const correction = z.object({ by: text, date: z.string(), note: z.string() })
/** A change after publication: who made it, when, and a note about it. */
export type Correction = z.infer<typeof correction>

/**
 * The record of how a post was written and checked. Everything that the post's page says about this comes from this
 * record.
 */
export const provenanceSchema = z.object({
  /** The model that wrote the text, or null if it was not recorded. */
  writer: z.catch(z.nullable(z.object({ model: z.string(), provider: z.string() })), null),
  /** A sentence about how the post was written, or null. */
  note: textOrNull,
  /** The day on which the facts in the text were last compared with their sources. */
  checked: optional(z.string()),
  sources: z.catch(z.array(source), []),
  /** Posts that were published before links were recorded do not have this field. */
  links: optional(z.array(namedLink)),
  checks: z.catch(z.array(check), []),
  /** Posts published before evidence was recorded do not have this field. */
  evidence: optional(z.array(evidence)),
  /** Absent if no model judged the post. */
  judging: optional(judging),
  /** The reviews, newest last. */
  reviews: z.catch(z.readonly(z.array(review)), []),
  /** The corrections, newest last. */
  corrections: z.catch(z.readonly(z.array(correction)), []),
})
export type Provenance = z.infer<typeof provenanceSchema>

/** The article fields that have the same names in `Post` and in API responses. */
export const articleSchema = z.object({
  title: z.string().check(z.minLength(1)),
  excerpt: text,
  author: text,
  date: textOrNull,
  category: text,
  tags: z.catch(z.array(z.string()), []),
})

/** A post as shown on its own page. */
export type Post = z.infer<typeof articleSchema> & {
  /** The HTML that the backend sent. It must be sanitised before a page shows it. */
  html: string
  /** The picture's bucket key or absolute URL. */
  thumbnail: string | null
  picture?: Picture
  /** Posts to read next. Only our own backend returns them. */
  related: PostSummary[]
  /** How the post was written and checked, or null if the backend has no such record. */
  provenance: Provenance | null
}

/** Schema for the retraction in a response from our own backend. */
export const retractionSchema = z.object({
  category: z.string(),
  id: z.string(),
  title: z.string(),
  /** The post's publication date. */
  published: z.string(),
  date: z.string(),
  by: z.string(),
  /** The description of the change, or the reason for the retraction. */
  note: z.string(),
})

/**
 * A row on the corrections page. `mark` is the number of the note in the article (`#correction-1`), if there is one.
 */
export type Change = z.infer<typeof retractionSchema> & { kind: 'correction' | 'retraction'; mark?: number }
