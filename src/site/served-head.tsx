import { categorySlug } from '#blog/category.ts'
import { bucketHref, postPrefix } from '#blog/keys.ts'
import { hyphenatedCategoryHref, postHref } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'
import type { Article } from '#site/data/model.ts'
import { articleData, blogData, datesOf } from '#site/linked-data.ts'
import type { Route } from '#site/routes.ts'
import { pictureOf } from '#site/ui/head.tsx'

/** What a page says of itself to machines; none of it is the browser's work. */
export type Served = { route: Route; config: SiteConfig; article: Article | null; isListed: boolean }

/**
 * The part of a page's head that is only served: other formats, dates, linked data. It is true of the page that was
 * asked for, so it is marked, and taken out when a reader goes on to another (`app.tsx`).
 */
export function ServedHead({ route, config, article, isListed }: Served) {
  if (route.screen === 'home') return blogData(config).map(block)
  if (route.screen === 'category' && isListed)
    return FEEDS.map(([name, type]) => {
      const href = `${hyphenatedCategoryHref(route.category)}/${name}`
      return <link key={type} data-served="" rel="alternate" type={`application/${type}`} href={href} />
    })
  if (route.screen !== 'article' || article === null || article.origin === 'missing') return null
  const { post, origin } = article
  const { datePublished, dateModified } = datesOf(post)
  const address = `${config.siteUrl}${postHref(route)}`
  const key = `${postPrefix(categorySlug(route.category), route.id)}post.md`
  return (
    <>
      {datePublished && <meta data-served="" property="article:published_time" content={datePublished} />}
      {dateModified && <meta data-served="" property="article:modified_time" content={dateModified} />}
      {/* Only our own backend is known to keep it. */}
      {origin === 'backend' && config.apiHost === '' && (
        <link data-served="" rel="alternate" type="text/markdown" href={bucketHref(config.bucketUrl, key)} />
      )}
      {articleData({ post, address, image: pictureOf(post, config), config }).map(block)}
    </>
  )
}

const FEEDS = [
  ['rss.xml', 'rss+xml'],
  ['atom.xml', 'atom+xml'],
  ['feed.json', 'feed+json'],
] as const

// A block of linked data, safe to stand inside a page.
function block(data: Record<string, unknown>) {
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return (
    <script
      key={String(data['@type'])}
      data-served=""
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
