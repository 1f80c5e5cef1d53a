import { useQuery } from '@tanstack/react-query'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { hyphenatedCategoryHref } from '#blog/routes.ts'
import { useConfig } from '#site/config.tsx'
import { useQueries } from '#site/data/context.tsx'
import { Back } from '#site/ui/back.tsx'
import { CardGrid } from '#site/ui/cards.tsx'
import { useRest } from '#site/ui/first-frame.ts'
import { Head } from '#site/ui/head.tsx'
import { Empty, Failure } from '#site/ui/message.tsx'
import { PageHeading } from '#site/ui/page-heading.tsx'
import { CategorySkeleton } from '#site/ui/skeletons.tsx'

/** A category's posts, newest first. */
export function CategoryPage({ category }: { category: string }) {
  const { site } = useConfig()
  const label = categoryLabel(category)
  // The heading, then its posts.
  const rest = useRest()
  return (
    <>
      <Head
        title={`${label} — ${site.name}`}
        description={`Articles about ${label}, newest first. ${site.tagline}`}
        path={hyphenatedCategoryHref(categorySlug(category))}
      />
      <Back />
      <header className="page-head">
        <PageHeading>{label}</PageHeading>
        {rest && <Count category={category} />}
      </header>
      {rest ? <Posts category={category} /> : <div className="first-frame" />}
    </>
  )
}

function Count({ category }: { category: string }) {
  const { data: list, isError } = useQuery(useQueries().postsOf(category))
  return isError ? null : <p>{list ? countLine(list.posts.length) : <span className="skel-text short" />}</p>
}

function Posts({ category }: { category: string }) {
  const { data: list, isError } = useQuery(useQueries().postsOf(category))
  if (isError) return <Failure text="Failed to load category posts. Please try again later." />
  if (!list) return <CategorySkeleton />
  if (list.posts.length === 0)
    return <Empty level="h2" title="No articles found" text="There are currently no articles in this category." />
  return (
    <>
      <h2 className="vh">Articles</h2>
      <CardGrid posts={list.posts} />
    </>
  )
}

function countLine(count: number): string {
  return `${count} ${count === 1 ? 'article' : 'articles'} in this category`
}
