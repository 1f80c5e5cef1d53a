import { categoryLabel } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import { disclosure } from '#blog/disclosure.ts'
import { bucketHref } from '#blog/keys.ts'
import { hyphenatedCategoryHref, postHref } from '#blog/routes.ts'
import type { Correction, Post, Review, Source } from '#blog/post.ts'
import { useConfig } from '#site/config.tsx'
import { Head, LinkedData } from '#site/ui/head.tsx'

// In schema.org's own words, which name IPTC's trainedAlgorithmicMedia as their exact match.
const WRITTEN_BY_A_MODEL = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource'

// Of the values of https://w3c-cg.github.io/ai-content-disclosure/, `ai-assisted` asserts that a person read this very
// text before it was published. No record holds that, as the journal takes reviews of published texts only: they stand in
// the linked data, with their date, and this value stays.
const AI_DISCLOSURE = 'ai-autonomous'

/** What machines read of an article: head tags, and linked data that says it was written by a model. */
export function ArticleHead(props: { post: Post & { imageUrl?: string }; category: string; id: string }) {
  const { post, category, id } = props
  const { site, siteUrl, bucketUrl } = useConfig()
  const path = postHref({ category, id })
  const picture = post.imageUrl ?? (post.thumbnail ? bucketHref(bucketUrl, post.thumbnail) : null)
  const image = picture === null ? null : /^https?:/.test(picture) ? picture : `${siteUrl}${picture}`
  const address = `${siteUrl}${path}`
  const { sources = [], reviews = [], corrections = [] } = post.provenance ?? {}
  const published = isoDate(post.date)
  const modified = isoDate(corrections.at(-1)?.date)
  const home = `${siteUrl}/`
  const publisher = { ...organization(site.name), url: home, publishingPrinciples: `${siteUrl}/about` }
  return (
    <>
      <Head
        title={`${post.title} — ${site.name}`}
        description={post.excerpt || post.title}
        path={path}
        image={image}
        type="article"
      />
      <meta name="ai-disclosure" content={AI_DISCLOSURE} />
      {published && <meta property="article:published_time" content={published} />}
      {modified && <meta property="article:modified_time" content={modified} />}
      <LinkedData
        data={{
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.excerpt || undefined,
          datePublished: published,
          dateModified: modified,
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
        }}
      />
      <LinkedData
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: [
            crumb(1, 'Home', home),
            crumb(2, categoryLabel(post.category), `${siteUrl}${hyphenatedCategoryHref(post.category)}`),
            crumb(3, post.title, address),
          ],
        }}
      />
    </>
  )
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
