import { useQuery } from '@tanstack/react-query'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { hyphenatedCategoryHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { Back } from '#site/components/back.tsx'
import { CardGrid } from '#site/components/cards.tsx'
import { Empty, Failure } from '#site/components/message.tsx'
import { PageHeading } from '#site/components/scroll-and-focus.tsx'
import { CardSkeletons, Lines } from '#site/components/skeletons.tsx'
import { SeoHead } from '#site/seo-head.tsx'

const FEEDS = [
  ['rss.xml', 'rss+xml'],
  ['atom.xml', 'atom+xml'],
  ['feed.json', 'feed+json'],
] as const

// How many places for cards a page has while it is not known how many there are.
const PLACES = 6

/** A category's posts, newest first; until its list is there, those of them that other lists have brought. */
export function CategoryPage({ category }: { category: string }) {
  const { site } = useConfig()
  const { data: list, isError, isPlaceholderData } = useQuery(useQueries().postsOf(category))
  const posts = list?.posts ?? []
  const loading = !list || isPlaceholderData
  const label = categoryLabel(category)
  const path = hyphenatedCategoryHref(categorySlug(category))
  return (
    <>
      <SeoHead
        title={`${label} — ${site.name}`}
        description={`Articles about ${label}, newest first. ${site.tagline}`}
        path={path}
      >
        {posts.length > 0 &&
          FEEDS.map(([name, type]) => (
            <link key={type} rel="alternate" type={`application/${type}`} href={`${path}/${name}`} />
          ))}
      </SeoHead>
      <Back />
      <header className="page-head">
        <PageHeading>{label}</PageHeading>
        {!isError && <p>{loading ? <Lines widths="short" /> : countLine(posts.length)}</p>}
      </header>
      {isError ? (
        <Failure text="Failed to load category posts. Please try again later." />
      ) : posts.length === 0 && !loading ? (
        <Empty level="h2" title="No articles found" text="There are currently no articles in this category." />
      ) : (
        <>
          {posts.length > 0 && <h2 className="vh">Articles</h2>}
          <CardGrid posts={posts}>{loading && <CardSkeletons count={PLACES - posts.length} />}</CardGrid>
        </>
      )}
    </>
  )
}

function countLine(count: number): string {
  return `${count} ${count === 1 ? 'article' : 'articles'} in this category`
}
