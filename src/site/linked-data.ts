import { categoryLabel } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import { disclosure } from '#blog/disclosure.ts'
import type { Correction, Post, Review, Source } from '#blog/post.ts'
import { hyphenatedCategoryHref } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'

type LinkedData = Record<string, unknown>

// In schema.org's own words, which name IPTC's trainedAlgorithmicMedia as their exact match.
const WRITTEN_BY_A_MODEL = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource'

/** What machines read of the home page, in schema.org's vocabulary. */
export function blogData({ site, siteUrl }: SiteConfig): LinkedData[] {
  return [{ '@type': 'Blog', name: site.name, description: site.tagline, url: `${siteUrl}/`, inLanguage: 'en' }].map(
    inContext,
  )
}

/**
 * What machines read of an article, in schema.org's vocabulary: that it was written by a model, from which sources, and
 * what people did to it since. `address` is its page's, `image` its picture's, both absolute.
 */
export function articleData(options: {
  post: Post
  address: string
  image: string | null
  config: SiteConfig
}): LinkedData[] {
  const { post, address, image, config } = options
  const { site, siteUrl } = config
  const { sources = [], reviews = [], corrections = [] } = post.provenance ?? {}
  const home = `${siteUrl}/`
  const publisher = { ...organization(site.name), url: home, publishingPrinciples: `${siteUrl}/about` }
  return [
    {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt || undefined,
      ...datesOf(post),
      author: post.author ? organization(post.author) : publisher,
      publisher,
      image: image ?? undefined,
      url: address,
      mainEntityOfPage: { ...page(address), ...reviewOf(reviews.at(-1)) },
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
      itemListElement: [
        crumb(1, 'Home', home),
        crumb(2, categoryLabel(post.category), `${siteUrl}${hyphenatedCategoryHref(post.category)}`),
        crumb(3, post.title, address),
      ],
    },
  ].map(inContext)
}

/** When a post was published and last corrected, as far as machines can read it. */
export function datesOf({ date, provenance }: Post): { datePublished?: string; dateModified?: string } {
  return { datePublished: isoDate(date), dateModified: isoDate(provenance?.corrections.at(-1)?.date) }
}

function inContext(data: LinkedData): LinkedData {
  return { '@context': 'https://schema.org', ...data }
}

function page(address: string) {
  return { '@type': 'WebPage', '@id': address }
}

function crumb(position: number, name: string, address: string) {
  return { '@type': 'ListItem', position, name, item: page(address) }
}

function organization(name: string) {
  return { '@type': 'Organization', name }
}

function person(name: string) {
  return { '@type': 'Person', name }
}

// A review is of the page, in the vocabulary; it counts with the name of a person and a day, or not at all.
function reviewOf(review: Review | undefined) {
  const date = isoDate(review?.date)
  return review?.by.trim() && date
    ? { lastReviewed: new Date(date).toISOString().slice(0, 10), reviewedBy: person(review.by) }
    : null
}

function citationOf({ title, url, publisher }: Source) {
  return {
    '@type': 'CreativeWork',
    name: title || undefined,
    url: /^https?:\/\//.test(url) ? url : undefined,
    publisher: publisher ? organization(publisher) : undefined,
  }
}

function correctionOf({ note, date, by }: Correction) {
  return {
    '@type': 'CorrectionComment',
    text: note || undefined,
    datePublished: isoDate(date),
    author: by.trim() ? person(by) : undefined,
  }
}

// What is not on record is left out: undefined does not reach the page, and an empty list would.
function listed<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined
}

// A backend may write any text for a date; to a machine, what is not ISO 8601 is none.
function isoDate(text: string | null | undefined): string | undefined {
  const iso = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/
  return text && iso.test(text) && Number.isFinite(timeOf(text)) ? text : undefined
}
