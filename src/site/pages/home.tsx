import { useQuery } from '@tanstack/react-query'
import { categoryLabel, categorySlug, categoryTone } from '#blog/category.ts'
import { categoryHref, postHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { Empty, Failure } from '#site/components/message.tsx'
import { CardSkeletons } from '#site/components/skeletons.tsx'
import { Link } from '#site/router.tsx'
import { groupByDay, homeSections, type HomeSection } from '#site/queries/home.ts'
import type { CardPost } from '#site/queries/model.ts'
import { Card, CardGrid, Facts, Hero, Row, SectionHead, TrendingRow } from '#site/components/cards.tsx'
import { Chip, Glyph } from '#site/components/icons.tsx'
import { SeoHead } from '#site/seo-head.tsx'

/** The home page. */
export function HomePage() {
  const { site } = useConfig()
  const queries = useQueries()
  const { data: list, isError } = useQuery(queries.allPosts)
  const { data: categories } = useQuery(queries.categories)
  return (
    <>
      <SeoHead title={null} description={site.tagline} path="/" post={list?.posts[0]} />
      <PageHeading className="vh">{site.name}</PageHeading>
      {isError ? (
        <Failure text="Failed to load content. Please try again later." />
      ) : !list || !categories ? (
        <CardGrid posts={[]}>
          <CardSkeletons count={6} />
        </CardGrid>
      ) : list.posts.length === 0 ? (
        <Empty title="No articles found" text="There are currently no articles." />
      ) : (
        <HomePosts posts={list.posts} categories={categories.names} />
      )}
    </>
  )
}

// The parts of the home page: hero, latest posts, category sections, Trending, "Also new" and the other categories.
function HomePosts({ posts, categories }: { posts: readonly CardPost[]; categories: readonly string[] }) {
  const { hero, latest, trending, sections, shelves, alsoNew } = homeSections(posts, categories)
  return (
    <div className="home stack">
      {hero && <Hero post={hero} />}
      {latest.length > 0 && (
        <section>
          <SectionHead title="Latest Articles" />
          <div className="latest grid" data-testid="latest">
            {latest.map((post) => (
              <Card key={`${post.category}/${post.id}`} post={post} />
            ))}
          </div>
        </section>
      )}
      <div className="split">
        <div className="split-main stack">
          {sections.map((section) => (
            <CategorySection key={categorySlug(section.category)} section={section} />
          ))}
        </div>
        <div className="side">
          {trending.length > 0 && <Trending posts={trending} />}
          {/* Phones show a row for each of the other categories below this list, so show fewer posts here if there
              are many rows. */}
          {alsoNew.length > 0 && <AlsoNew posts={alsoNew} onPhones={shelves.length > 4 ? 3 : 5} />}
        </div>
      </div>
      {shelves.length > 0 && (
        <div className="shelves">
          {shelves.map(({ category, posts: own }) => (
            <Shelf key={categorySlug(category)} category={category} posts={own} />
          ))}
        </div>
      )}
    </div>
  )
}

function CategorySection({ section: { category, posts, layout } }: { section: HomeSection }) {
  const Entry = layout === 'rows' ? Row : Card
  return (
    <section data-testid="category-section">
      <SectionHead title={categoryLabel(category)} more={categoryHref(category)} />
      <div className={layout}>
        {posts.map((post) => (
          <Entry key={post.id} post={post} />
        ))}
      </div>
    </section>
  )
}

function Trending({ posts }: { posts: readonly CardPost[] }) {
  return (
    <aside aria-labelledby="trending-heading" data-testid="trending">
      <SectionHead title="Trending" id="trending-heading" />
      <ol className="trending list">
        {posts.map((post, index) => (
          <TrendingRow key={`${post.category}/${post.id}`} post={post} rank={index + 1} />
        ))}
      </ol>
    </aside>
  )
}

function AlsoNew({ posts, onPhones }: { posts: readonly CardPost[]; onPhones: number }) {
  return (
    <section className="also-new" aria-labelledby="also-new">
      <SectionHead title="Also new" id="also-new" />
      {groupByDay(posts, onPhones).map(({ day, posts: own }) => (
        <div key={own[0]?.post.date} className={own[0]?.className}>
          <h3>{day}</h3>
          <ol className="list">
            {own.map(({ post, time, className }) => (
              <li key={`${post.category}/${post.id}`} className={className}>
                <time dateTime={post.date ?? undefined}>{time}</time>
                <div>
                  <Link href={postHref(post)}>{post.title}</Link>
                  <Chip category={post.category} />
                </div>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

// The newest posts in one of the other categories, in one row.
function Shelf({ category, posts }: { category: string; posts: readonly CardPost[] }) {
  return (
    <section className="shelf" data-cat={categoryTone(category)}>
      <h2>
        <Link href={categoryHref(category)}>
          <Glyph category={category} />
          {categoryLabel(category)}
        </Link>
      </h2>
      <ul className="list">
        {posts.map((post) => (
          <li key={post.id}>
            <Link href={postHref(post)}>{post.title}</Link>
            <Facts post={post} />
          </li>
        ))}
      </ul>
    </section>
  )
}
