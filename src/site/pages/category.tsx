import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { hyphenatedCategoryHref, PAGE_SIZE, pageHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { Back } from '#site/components/back.tsx'
import { CardGrid } from '#site/components/cards.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { Lines } from '#site/components/lines.tsx'
import { loadMore } from '#site/components/load-more.ts'
import { Empty, Failure } from '#site/components/message.tsx'
import { CardSkeletons } from '#site/components/skeletons.tsx'
import { PreviewPicture, SeoHead } from '#site/seo-head.tsx'

const FEEDS = [
  ['rss.xml', 'rss+xml'],
  ['atom.xml', 'atom+xml'],
  ['feed.json', 'feed+json'],
] as const

// So many posts come by themselves; beyond that a reader may want what stands below the list.
const BY_ITSELF = 3 * PAGE_SIZE

// How many places for cards a page has while it is not known how many there are.
const PLACES = 6

/** A category's posts, newest first; until its list is there, those of them that other lists have brought. */
export function CategoryPage({ category, page }: { category: string; page: number }) {
  const { site } = useConfig()
  const { data: list, isError, isPlaceholderData } = useQuery(useQueries().postsOf(category, page))
  const posts = list?.posts ?? []
  const loading = !list || isPlaceholderData
  const label = categoryLabel(category)
  const path = hyphenatedCategoryHref(categorySlug(category))
  return (
    <>
      <SeoHead
        title={`${label}${page > 1 ? `, page ${page}` : ''}`}
        description={`Articles about ${label}, newest first. ${site.tagline}`}
        path={pageHref(path, page)}
      >
        {posts.length > 0 &&
          FEEDS.map(([name, type]) => (
            <link key={type} rel="alternate" type={`application/${type}`} href={`${path}/${name}`} />
          ))}
      </SeoHead>
      {posts[0] && <PreviewPicture post={posts[0]} />}
      <Back />
      <header className="page-head">
        <PageHeading>{label}</PageHeading>
        {!isError && <p>{loading ? <Lines widths="short" /> : countLine(list.total ?? posts.length)}</p>}
      </header>
      {isError ? (
        <Failure text="Failed to load category posts. Please try again later." />
      ) : posts.length === 0 && !loading ? (
        <Empty level="h2" title="No articles found" text="There are currently no articles in this category." />
      ) : (
        <>
          {posts.length > 0 && <h2 className="vh">Articles</h2>}
          <CardGrid posts={posts}>
            {loading && <CardSkeletons count={PLACES - posts.length} />}
          </CardGrid>
          <Pages category={category} page={page} shown={posts.length} next={list?.next} />
        </>
      )}
    </>
  )
}

// The way to newer and older posts. What follows comes by itself as one scrolls, once the page is alive.
function Pages(props: { category: string; page: number; shown: number; next: string | null | undefined }) {
  const { category, page, shown, next } = props
  const { morePosts } = useQueries()
  const older = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!next || !older.current) return
    const leaving = new AbortController()
    loadMore(older.current, {
      load: () => morePosts(category, page),
      automatic: shown <= BY_ITSELF,
      signal: leaving.signal,
    })
    return () => leaving.abort()
  }, [category, page, shown, next, morePosts])
  if (page === 1 && !next) return null
  const path = hyphenatedCategoryHref(categorySlug(category))
  return (
    <nav className="pages" aria-label="Pages">
      {page > 1 && (
        <a className="btn" href={pageHref(path, page - 1)}>
          Newer articles
        </a>
      )}
      {next && (
        <a className="btn" ref={older} href={pageHref(path, page + Math.ceil(shown / PAGE_SIZE))}>
          Older articles
        </a>
      )}
    </nav>
  )
}

function countLine(count: number): string {
  return `${count} ${count === 1 ? 'article' : 'articles'} in this category`
}
