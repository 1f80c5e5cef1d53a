import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { hyphenatedCategoryHref, PAGE_SIZE, pageHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { Back } from '#site/components/back.tsx'
import { CardGrid } from '#site/components/cards.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { loadMore } from '#site/components/load-more.ts'
import { Empty, Failure } from '#site/components/message.tsx'
import { CardSkeletons, Lines } from '#site/components/skeletons.tsx'
import { PreviewPicture, SeoHead } from '#site/seo-head.tsx'
import { countOf } from '#site/wording.ts'

const FEEDS = [
  ['rss.xml', 'rss+xml'],
  ['atom.xml', 'atom+xml'],
  ['feed.json', 'feed+json'],
] as const

// More posts load automatically up to this number. After that, readers can reach the footer.
const MAX_AUTOMATIC = 3 * PAGE_SIZE

const SKELETON_CARDS = 6

/** The posts of a category, newest first. Until the list arrives, it shows the posts that the home page has. */
export function CategoryPage({ category, page }: { category: string; page: number }) {
  const { site } = useConfig()
  const { data: list, isError, isPlaceholderData } = useQuery(useQueries().postsOf(category, page))
  const posts = list?.posts ?? []
  const isLoading = !list || isPlaceholderData
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
        {!isError && (
          <p>
            {isLoading ? <Lines count={1} /> : `${countOf(list.total ?? posts.length, 'article')} in this category`}
          </p>
        )}
      </header>
      {isError ? (
        <Failure text="Failed to load category posts. Please try again later." />
      ) : posts.length === 0 && !isLoading ? (
        <Empty title="No articles found" text="There are currently no articles in this category." />
      ) : (
        <>
          {posts.length > 0 && <h2 className="vh">Articles</h2>}
          <CardGrid posts={posts} isFirst>
            {isLoading && <CardSkeletons count={SKELETON_CARDS - posts.length} />}
          </CardGrid>
          <PageLinks path={path} category={category} page={page} shown={posts.length} next={list?.next} />
        </>
      )}
    </>
  )
}

// Links to newer and older posts. After hydration, older posts load into the list.
function PageLinks(props: {
  path: string
  category: string
  page: number
  shown: number
  next: string | null | undefined
}) {
  const { path, category, page, shown, next } = props
  const { morePosts } = useQueries()
  const older = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!next || !older.current) return
    const leaving = new AbortController()
    loadMore(older.current, {
      load: () => morePosts(category, page),
      automatic: shown <= MAX_AUTOMATIC,
      signal: leaving.signal,
    })
    return () => leaving.abort()
  }, [category, page, shown, next, morePosts])
  if (page === 1 && !next) return null
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
