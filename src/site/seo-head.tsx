import type { ReactNode } from 'react'
import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import { bucketHref, postPrefix } from '#blog/keys.ts'
import type { Post } from '#blog/post.ts'
import { postHref } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'
import { pictureHref, type PicturedPost } from '#site/components/cover.tsx'
import { useConfig } from '#site/context.tsx'

/**
 * A page's head tags, which React moves into the document's head. `title` does not include the blog's name, and is null
 * for the home page. `path` is the canonical path. The preview image is the cover of `post`, or the blog's logo.
 */
export function SeoHead(props: {
  title: string | null
  description: string
  path: string | null
  post?: (PicturedPost & { title: string }) | undefined
  type?: 'website' | 'article'
  children?: ReactNode
}) {
  const config = useConfig()
  const { site, siteUrl } = config
  const cover = props.post && previewOf(props.post, config)
  const image = cover ?? { url: `${siteUrl}/preview.png`, height: 630, alt: `The logo of ${site.name}` }
  const canonical = props.path === null ? null : `${siteUrl}${props.path}`
  return (
    <>
      <PageTitle title={props.title} />
      <meta name="description" content={props.description} />
      {canonical && <link rel="canonical" href={canonical} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={props.title ?? site.name} />
      <meta property="og:description" content={props.description} />
      <meta property="og:type" content={props.type ?? 'website'} />
      {canonical && <meta property="og:url" content={canonical} />}
      <meta property="og:image" content={image.url} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {props.children}
    </>
  )
}

/** A page's title with the blog's name. `title` is null for the home page. */
export function PageTitle({ title }: { title: string | null }) {
  const { site } = useConfig()
  return <title>{title === null ? `${site.name} — ${site.description}` : `${title} — ${site.name}`}</title>
}

// Returns null if the post has no image, or only an SVG image, which previews do not support.
function previewOf(post: PicturedPost & { title: string }, config: SiteConfig) {
  const url = pictureOf(post, config)
  if (url === null || url.endsWith('.svg')) return null
  return { url, height: 675, alt: post.picture?.alt || `The cover of “${post.title}”` }
}

// The value `ai-assisted` of https://w3c-cg.github.io/ai-content-disclosure/ would claim that a person read the text
// before publication. Reviews happen after publication, so only the linked data contains them.
const AI_DISCLOSURE = 'ai-autonomous'

/** An article's head tags. */
export function ArticleSeoHead(props: {
  post: Post & { imageUrl?: string }
  postName: { category: string; id: string }
  origin: 'backend' | 'samples'
}) {
  const { post, postName, origin } = props
  const config = useConfig()
  const { datePublished, dateModified } = isoDatesOf(post)
  const key = `${postPrefix(categorySlug(postName.category), postName.id)}post.md`
  return (
    <SeoHead
      title={post.title}
      description={post.excerpt || post.title}
      path={postHref(postName)}
      post={post}
      type="article"
    >
      <meta name="ai-disclosure" content={AI_DISCLOSURE} />
      {datePublished && <meta property="article:published_time" content={datePublished} />}
      {dateModified && <meta property="article:modified_time" content={dateModified} />}
      {/* A remote backend may not store the Markdown. */}
      {origin === 'backend' && config.apiHost === '' && (
        <link rel="alternate" type="text/markdown" href={bucketHref(config.bucketUrl, key)} />
      )}
    </SeoHead>
  )
}

/** Returns the publication date and the date of the latest correction. Omits dates that are not in ISO 8601 format. */
export function isoDatesOf({ date, provenance }: Post): { datePublished?: string; dateModified?: string } {
  return { datePublished: isoDate(date), dateModified: isoDate(provenance?.corrections.at(-1)?.date) }
}

/** Returns `text` if it is an ISO 8601 date, otherwise undefined. Remote backends may send any text as a date. */
export function isoDate(text: string | null | undefined): string | undefined {
  const iso = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/
  return text && iso.test(text) && Number.isFinite(timeOf(text)) ? text : undefined
}

/** Returns the absolute URL of a post's image, or null if the post does not have one. */
export function pictureOf(post: PicturedPost, { bucketUrl, siteUrl }: SiteConfig): string | null {
  const picture = pictureHref(post, bucketUrl)
  return picture === null || /^https?:/.test(picture) ? picture : `${siteUrl}${picture}`
}
