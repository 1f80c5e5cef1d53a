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
  const { data: list, isError } = useQuery(useQueries().postsOf(category))
  // The heading, then the cards.
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
        {!isError && <p>{list ? countLine(list.posts.length) : <span className="skel-text short" />}</p>}
      </header>
      {!rest ? (
        <div className="first-frame" />
      ) : isError ? (
        <Failure text="Failed to load category posts. Please try again later." />
      ) : !list ? (
        <CategorySkeleton />
      ) : list.posts.length === 0 ? (
        <Empty level="h2" title="No articles found" text="There are currently no articles in this category." />
      ) : (
        <>
          <h2 className="vh">Articles</h2>
          <CardGrid posts={list.posts} />
        </>
      )}
    </>
  )
}

function countLine(count: number): string {
  return `${count} ${count === 1 ? 'article' : 'articles'} in this category`
}
