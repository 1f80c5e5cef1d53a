import { categoryLabel } from '#blog/category.ts'
import { isoDay } from '#blog/date.ts'
import { disclosure } from '#blog/disclosure.ts'
import type { Correction, Post, Review, Source } from '#blog/post.ts'
import { hyphenatedCategoryHref, postHref, type Route } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'
import type { Article } from '#site/queries/model.ts'
import { isoDatesOf, isoDate, pictureOf } from '#site/seo-head.tsx'

type LinkedData = Record<string, unknown>

// Schema.org defines this as the equivalent of IPTC's trainedAlgorithmicMedia.
const WRITTEN_BY_A_MODEL = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource'

/** Returns a page's JSON-LD in the schema.org vocabulary. `article` is the article that the page shows, if any. */
export function linkedData(options: { route: Route; config: SiteConfig; article: Article | undefined }): LinkedData[] {
  const { route, config, article } = options
  const { site, siteUrl } = config
  if (route.screen === 'home') {
    const { name, tagline: description } = site
    return [inContext({ '@type': 'Blog', name, description, url: `${siteUrl}/`, inLanguage: 'en' })]
  }
  if (route.screen !== 'article' || !article || article.origin === 'missing') return []
  return articleData(article.post, { address: `${siteUrl}${postHref(route)}`, config })
}

function articleData(
  post: Post & { imageUrl?: string },
  { address, config }: { address: string; config: SiteConfig },
): LinkedData[] {
  const { site, siteUrl } = config
  const { sources = [], reviews = [], corrections = [] } = post.provenance ?? {}
  const home = `${siteUrl}/`
  const publisher = { ...named('Organization', site.name), url: home, publishingPrinciples: `${siteUrl}/about` }
  const trail = [
    ['Home', home],
    [categoryLabel(post.category), `${siteUrl}${hyphenatedCategoryHref(post.category)}`],
    [post.title, address],
  ]
  return [
    {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt || undefined,
      ...isoDatesOf(post),
      author: post.author ? named('Organization', post.author) : publisher,
      publisher,
      image: pictureOf(post, config) ?? undefined,
      url: address,
      mainEntityOfPage: { '@type': 'WebPage', '@id': address, ...reviewOf(reviews.at(-1)) },
      articleSection: categoryLabel(post.category),
      keywords: listed(post.tags),
      inLanguage: 'en',
      digitalSourceType: WRITTEN_BY_A_MODEL,
      creditText: disclosure(post.provenance),
      citation: listed(sources.map(citationOf)),
      correction: listed(corrections.map(correctionOf)),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: trail.map(([name, id], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: { '@type': 'WebPage', '@id': id },
      })),
    },
  ].map(inContext)
}

function inContext(data: LinkedData): LinkedData {
  return { '@context': 'https://schema.org', ...data }
}

function named(type: 'Organization' | 'Person', name: string) {
  return { '@type': type, name }
}

// Returns the properties of the page that describe a review, because schema.org attaches reviews to the page instead of
// the article. Returns null if the review has no name or date.
function reviewOf(review: Review | undefined) {
  const date = isoDate(review?.date)
  return review?.by.trim() && date ? { lastReviewed: isoDay(date), reviewedBy: named('Person', review.by) } : null
}

function citationOf({ title, url, publisher }: Source) {
  return {
    '@type': 'CreativeWork',
    name: title || undefined,
    url: url || undefined,
    publisher: publisher ? named('Organization', publisher) : undefined,
  }
}

function correctionOf({ note, date, by }: Correction) {
  return {
    '@type': 'CorrectionComment',
    text: note || undefined,
    datePublished: isoDate(date),
    author: by.trim() ? named('Person', by) : undefined,
  }
}

// Replaces an empty list with undefined, because JSON omits undefined values but not empty lists.
function listed<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined
}
