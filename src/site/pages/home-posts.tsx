import { categoryLabel, categorySlug, categoryTone } from '#blog/category.ts'
import { shortDate } from '#blog/date.ts'
import { categoryHref, postHref } from '#blog/routes.ts'
import { Link } from '#site/router.tsx'
import { homeSections, riverDays, type HomeSection, type RiverDay } from '#site/queries/home.ts'
import type { CardPost } from '#site/queries/model.ts'
import { Card, Facts, SectionHead } from '#site/components/cards.tsx'
import { Chip } from '#site/components/chip.tsx'
import { Glyph } from '#site/components/icons.tsx'
import { Hero } from '#site/components/hero.tsx'
import { Row, TrendingRow } from '#site/components/rows.tsx'
import { HOME_SIZES } from '#site/components/home-sizes.ts'
import { PreviewPicture } from '#site/seo-head.tsx'

// Of the latest articles a phone shows so many with their excerpts; what follows is a row.
const PICTURED = 5

/** What the home page shows of all posts, newest first: hero, latest, category sections, Trending, "Also new", further categories. */
export function HomePosts({ posts, categories }: { posts: readonly CardPost[]; categories: readonly string[] }) {
  const { hero, latest, trending, sections, shelves, river } = homeSections(posts, categories)
  return (
    <div className="home stack">
      {hero && <PreviewPicture post={hero} />}
      {hero && <Hero post={hero} />}
      {latest.length > 0 && (
        <section>
          <SectionHead title="Latest Articles" />
          <div className="latest grid" data-testid="latest">
            {latest.map((post, index) => (
              <Card
                key={`${post.category}/${post.id}`}
                post={post}
                sizes={index < PICTURED ? HOME_SIZES.latest : HOME_SIZES.listed}
              />
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
          {/* On phones what follows has a row for each category: of many, there are fewer of these. */}
          {river.length > 0 && <River days={riverDays(river, shelves.length > 4 ? 3 : 5)} />}
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
              sizes={index > 0 ? HOME_SIZES.follower : posts.length > 1 ? HOME_SIZES.lead : HOME_SIZES.alone}
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
      <SectionHead title="Trending" id="trending-heading" />
      <ol className="trending list">
        {posts.map((post, index) => (
          <TrendingRow key={`${post.category}/${post.id}`} post={post} rank={index + 1} />
        ))}
      </ol>
    </aside>
  )
}

// Posts that stand nowhere else on the page, newest first.
function River({ days }: { days: RiverDay[] }) {
  return (
    <section className="river" aria-labelledby="also-new">
      <SectionHead title="Also new" id="also-new" />
      {days.map(({ day, posts }) => (
        <div key={posts[0]?.post.date} className={posts[0]?.beyond}>
          <h3>{day}</h3>
          <ol className="list">
            {posts.map(({ post, time, beyond }) => (
              <li key={`${post.category}/${post.id}`} className={beyond}>
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

// A further category in one row: its name and its newest titles.
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
            <Facts post={post} date={shortDate(post.date)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
