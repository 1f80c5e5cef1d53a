import { useQuery } from '@tanstack/react-query'
import { useConfig, useQueries } from '#site/context.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { Empty, Failure } from '#site/components/message.tsx'
import { CardSkeletons } from '#site/components/skeletons.tsx'
import { HomePosts } from '#site/pages/home-posts.tsx'
import { SeoHead } from '#site/seo-head.tsx'

/** The home page. */
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
  if (!list || !categories) return <CardSkeletons count={6} isGrid />
  if (list.posts.length === 0) return <Empty title="No articles found" text="There are currently no articles." />
  return <HomePosts posts={list.posts} categories={categories.names} />
}
