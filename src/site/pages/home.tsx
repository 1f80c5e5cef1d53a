import { useQuery } from '@tanstack/react-query'
import { useConfig, useQueries } from '#site/context.tsx'
import { HomeSections } from '#site/lazy.tsx'
import { LATEST } from '#site/queries/model.ts'
import { Card, Hero, SectionHead } from '#site/components/cards.tsx'
import { Empty, Failure } from '#site/components/message.tsx'
import { PageHeading } from '#site/components/scroll-and-focus.tsx'
import { SIZES } from '#site/components/sizes.ts'
import { HomeSkeleton } from '#site/components/skeletons.tsx'
import { PreviewPicture, SeoHead } from '#site/seo-head.tsx'

// Of the latest articles a phone shows so many with their excerpts; what follows is a row.
const PICTURED = 5

/** The home page: hero, latest, and what stands below them (`HomeSections`). */
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
  const [hero, ...latest] = list.posts.slice(0, LATEST)
  if (!hero) return <Empty level="h2" title="No articles found" text="There are currently no articles." />
  return (
    <div className="home stack">
      <PreviewPicture post={hero} />
      <Hero post={hero} />
      {latest.length > 0 && (
        <section>
          <SectionHead title="Latest Articles" />
          <div className="latest grid" data-testid="latest">
            {latest.map((post, index) => (
              <Card
                key={`${post.category}/${post.id}`}
                post={post}
                sizes={index < PICTURED ? SIZES.latest : SIZES.listed}
              />
            ))}
          </div>
        </section>
      )}
      <HomeSections posts={list.posts} categories={categories.names} />
    </div>
  )
}
