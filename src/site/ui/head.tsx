import { bucketHref } from '#blog/keys.ts'
import type { SiteConfig } from '#blog/site.ts'
import { useConfig } from '#site/config.tsx'
import { useRest } from '#site/ui/first-frame.ts'

/** The head tags of a page, hoisted into the document's head. `path` is the canonical path; `image` an absolute address. */
export function Head(props: {
  title: string
  description: string
  path: string | null
  image?: string | null
  type?: 'website' | 'article'
}) {
  const { site, siteUrl } = useConfig()
  const rest = useRest()
  const canonical = props.path === null ? null : `${siteUrl}${props.path}`
  if (!rest) return <title>{props.title}</title>
  return (
    <>
      <title>{props.title}</title>
      <meta name="description" content={props.description} />
      {canonical && <link rel="canonical" href={canonical} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={props.title} />
      <meta property="og:description" content={props.description} />
      <meta property="og:type" content={props.type ?? 'website'} />
      {canonical && <meta property="og:url" content={canonical} />}
      {props.image && <meta property="og:image" content={props.image} />}
      <meta name="twitter:card" content={props.image ? 'summary_large_image' : 'summary'} />
    </>
  )
}

/** The absolute address of a post's picture, or null. */
export function pictureOf(
  post: { imageUrl?: string; thumbnail: string | null },
  { bucketUrl, siteUrl }: Pick<SiteConfig, 'bucketUrl' | 'siteUrl'>,
): string | null {
  const picture = post.imageUrl ?? (post.thumbnail ? bucketHref(bucketUrl, post.thumbnail) : null)
  return picture === null || /^https?:/.test(picture) ? picture : `${siteUrl}${picture}`
}
