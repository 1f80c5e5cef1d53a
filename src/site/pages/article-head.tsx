import { categoryLabel } from '#blog/category.ts'
import { bucketHref } from '#blog/keys.ts'
import { hyphenatedCategoryHref, postHref } from '#blog/routes.ts'
import type { Post } from '#blog/post.ts'
import { useConfig } from '#site/config.tsx'
import { Head, LinkedData } from '#site/ui/head.tsx'

const GENERATED = 'https://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

/** What machines read of an article: head tags, and linked data that says it was written by a model. */
export function ArticleHead(props: { post: Post & { imageUrl?: string }; category: string; id: string }) {
  const { post, category, id } = props
  const { site, siteUrl, bucketUrl } = useConfig()
  const path = postHref({ category, id })
  const picture = post.imageUrl ?? (post.thumbnail ? bucketHref(bucketUrl, post.thumbnail) : null)
  const image = picture === null ? null : /^https?:/.test(picture) ? picture : `${siteUrl}${picture}`
  const corrections = post.provenance?.corrections ?? []
  return (
    <>
      <Head
        title={`${post.title} — ${site.name}`}
        description={post.excerpt || post.title}
        path={path}
        image={image}
        type="article"
      />
      <meta name="ai-disclosure" content="ai-generated" />
      {post.date && <meta property="article:published_time" content={post.date} />}
      <LinkedData
        data={{
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.excerpt || undefined,
          datePublished: post.date ?? undefined,
          dateModified: corrections.at(-1)?.date,
          author: { '@type': 'Organization', name: post.author || site.name },
          publisher: { '@type': 'Organization', name: site.name, url: `${siteUrl}/` },
          image: image ?? undefined,
          url: `${siteUrl}${path}`,
          mainEntityOfPage: `${siteUrl}${path}`,
          articleSection: categoryLabel(post.category),
          keywords: post.tags.length > 0 ? post.tags : undefined,
          inLanguage: 'en',
          digitalSourceType: GENERATED,
          citation: post.provenance?.sources.map(({ title, url }) => ({ '@type': 'CreativeWork', name: title, url })),
          correction: corrections.map(({ note, date }) => ({
            '@type': 'CorrectionComment',
            text: note,
            datePublished: date,
          })),
        }}
      />
      <LinkedData
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: `${siteUrl}/` },
            {
              '@type': 'ListItem',
              position: 2,
              name: categoryLabel(post.category),
              item: `${siteUrl}${hyphenatedCategoryHref(post.category)}`,
            },
            { '@type': 'ListItem', position: 3, name: post.title, item: `${siteUrl}${path}` },
          ],
        }}
      />
    </>
  )
}
