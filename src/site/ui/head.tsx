import { useConfig } from '#site/config.tsx'

/** The head tags of a page, hoisted into the document's head. `path` is the canonical path; `image` an absolute address. */
export function Head(props: {
  title: string
  description: string
  path: string | null
  image?: string | null
  type?: 'website' | 'article'
}) {
  const { site, siteUrl } = useConfig()
  const canonical = props.path === null ? null : `${siteUrl}${props.path}`
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

/** A block of linked data (schema.org), safe to stand inside a page. */
export function LinkedData({ data }: { data: Record<string, unknown> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
