import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type MouseEvent } from 'react'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { hyphenatedCategoryHref, PAGE_SIZE, pageHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { CardGrid } from '#site/components/cards.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { Empty, Failure } from '#site/components/message.tsx'
import { CardSkeletons, Lines } from '#site/components/skeletons.tsx'
import { savesData } from '#site/prefetch-visible-links.ts'
import { Back, isPlainClick } from '#site/router.tsx'
import { SeoHead } from '#site/seo-head.tsx'
import { countOf } from '#site/wording.ts'

const FEEDS = [
  ['rss.xml', 'rss+xml'],
  ['atom.xml', 'atom+xml'],
  ['feed.json', 'feed+json'],
] as const

// Maximum number of posts that load automatically. Beyond it, readers can reach the footer.
const MAX_AUTOMATIC = 3 * PAGE_SIZE

// Load the next posts when the link to them is this close to the viewport.
const LOAD_MARGIN = '800px'

const SKELETON_CARDS = 6

/** A category's posts, newest first. Until the list arrives, the page shows the posts that the home page has loaded. */
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
        post={posts[0]}
      >
        {posts.length > 0 &&
          FEEDS.map(([name, type]) => (
            <link key={type} rel="alternate" type={`application/${type}`} href={`${path}/${name}`} />
          ))}
      </SeoHead>
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

// Links to newer and older posts. After hydration, a click appends the older posts to the list. Up to MAX_AUTOMATIC
// posts also load when the link comes into view. If loading fails after a click, the browser follows the link.
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
  // The index of the first new post if it should receive the focus, otherwise null.
  const toFocus = useRef<number | null>(null)

  async function load(link: HTMLAnchorElement, { isClicked }: { isClicked: boolean }): Promise<void> {
    if (link.ariaBusy) return
    link.ariaBusy = 'true'
    try {
      await morePosts(category, page)
      // Move the focus after the posts are rendered, because the link may disappear. Also do so after a click, because
      // some browsers do not focus a clicked link.
      if (isClicked || link === document.activeElement) toFocus.current = shown
    } finally {
      link.ariaBusy = null
    }
  }

  function click(event: MouseEvent<HTMLAnchorElement>): void {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const link = event.currentTarget
    load(link, { isClicked: true }).catch(() => location.assign(link.href))
  }

  const loadInView = useEffectEvent((link: HTMLAnchorElement) => {
    load(link, { isClicked: false }).catch(console.error)
  })
  useEffect(() => {
    const link = older.current
    if (!link || !next || shown > MAX_AUTOMATIC || savesData()) return
    const observer = new IntersectionObserver(([change]) => change?.isIntersecting && loadInView(link), {
      rootMargin: LOAD_MARGIN,
    })
    observer.observe(link)
    return () => observer.disconnect()
  }, [shown, next])

  useEffect(() => {
    const first = toFocus.current
    if (first === null || shown <= first) return
    document.querySelectorAll<HTMLElement>('.card a')[first]?.focus()
    toFocus.current = null
  }, [shown])

  if (page === 1 && !next) return null
  return (
    <nav className="pages wraps" aria-label="Pages">
      {page > 1 && (
        <a className="btn" href={pageHref(path, page - 1)}>
          Newer articles
        </a>
      )}
      {next && (
        <a className="btn" ref={older} href={pageHref(path, page + Math.ceil(shown / PAGE_SIZE))} onClick={click}>
          Older articles
        </a>
      )}
    </nav>
  )
}
