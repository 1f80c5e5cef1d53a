import { useQuery } from '@tanstack/react-query'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { categoryHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { homeSections, type HomeSection } from '#site/queries/home.ts'
import type { CardPost } from '#site/queries/model.ts'
import { Card, CardGrid, Hero, Row, SectionHead, TrendingRow } from '#site/components/cards.tsx'
import { SIZES } from '#site/components/sizes.ts'
import { PageHeading } from '#site/components/scroll-and-focus.tsx'
import { Empty, Failure, HomeSkeleton } from '#site/lazy.tsx'
import { PreviewPicture, SeoHead } from '#site/seo-head.tsx'

/** The home page: hero, latest, three category sections, trending. */
export function HomePage() {
  const { site } = useConfig()
  return (
    <>
      <SeoHead title={null} description={site.tagline} path="/" />
      <PageHeading className="vh">{site.name}</PageHeading>
      <Posts />
    </>
  )
}

function Posts() {
  const queries = useQueries()
  const { data: list, isError } = useQuery(queries.allPosts)
  const { data: categories } = useQuery(queries.categories)
  if (isError) return <Failure text="Failed to load content. Please try again later." />
  if (!list || !categories) return <HomeSkeleton />
  const { hero, latest, trending, sections } = homeSections(list.posts, categories.names)
  if (!hero) return <Empty level="h2" title="No articles found" text="There are currently no articles." />
  return (
    <div className="stack">
      <PreviewPicture post={hero} />
      <Hero post={hero} />
      {latest.length > 0 && (
        <section>
          <SectionHead title="Latest Articles" />
          <CardGrid posts={latest} testId="latest" below />
        </section>
      )}
      <div className="split">
        <div className="split-main stack">
          {sections.map((section) => (
            <CategorySection key={categorySlug(section.category)} section={section} />
          ))}
        </div>
        {trending.length > 0 && <Trending posts={trending} />}
      </div>
    </div>
  )
}

function CategorySection({ section: { category, posts, layout } }: { section: HomeSection }) {
  return (
    <section data-testid="category-section">
      <SectionHead title={categoryLabel(category)} more={categoryHref(category)} />
      <div className={layout}>
        {posts.map((post, index) =>
          layout === 'rows' ? (
            <Row key={post.id} post={post} />
          ) : (
            <Card
              key={post.id}
              post={post}
              sizes={index > 0 ? SIZES.follower : posts.length > 1 ? SIZES.lead : SIZES.alone}
            />
          ),
        )}
      </div>
    </section>
  )
}

function Trending({ posts }: { posts: readonly CardPost[] }) {
  return (
    <aside aria-labelledby="trending-heading" data-testid="trending">
      <SectionHead title="Trending" id="trending-heading" side />
      <ol className="trending list">
        {posts.map((post, index) => (
          <TrendingRow key={`${post.category}/${post.id}`} post={post} rank={index + 1} />
        ))}
      </ol>
    </aside>
  )
}
