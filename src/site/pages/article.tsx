import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { longDate } from '#blog/date.ts'
import type { Source } from '#blog/post.ts'
import { postHref } from '#blog/routes.ts'
import { useConfig } from '#site/config.tsx'
import { useQueries } from '#site/data/context.tsx'
import type { Article, CardPost } from '#site/data/model.ts'
import { outline, readingMinutes } from '#site/data/outline.ts'
import { ArticleHead } from '#site/pages/article-head.tsx'
import { Back } from '#site/ui/back.tsx'
import { CardGrid, SectionHead } from '#site/ui/cards.tsx'
import { Chip } from '#site/ui/chip.tsx'
import { Contents } from '#site/ui/contents.tsx'
import { Cover } from '#site/ui/cover.tsx'
import { Head } from '#site/ui/head.tsx'
import { Made } from '#site/ui/made.tsx'
import { Missing } from '#site/ui/message.tsx'
import { PageHeading } from '#site/ui/page-heading.tsx'
import { ArticleSkeleton } from '#site/ui/skeletons.tsx'

// From this many headings on, an article has a contents list.
const CONTENTS_FROM = 3

/** One article, in every state it can be in. */
export function ArticlePage({ category, id }: { category: string; id: string }) {
  const { site } = useConfig()
  const queries = useQueries()
  const query = queries.article(category, id)
  const { data: article, isError } = useQuery(query)
  const [, slug] = query.queryKey

  // Post content is not cached: leaving the page ends the visit.
  useEffect(
    () => () => queries.cache.removeQueries({ queryKey: ['article', slug, id], exact: true }),
    [queries, slug, id],
  )

  if (isError) return <NotFound title="Failed to load post. Please try again later." name={site.name} />
  if (!article)
    return (
      <>
        <Head title={site.name} description={site.tagline} path={postHref({ category, id })} />
        <ArticleSkeleton />
      </>
    )
  if (article.origin === 'missing') return <NotFound title="Post not found" name={site.name} />
  return <Content article={article} category={category} id={id} />
}

function Content(props: { article: Exclude<Article, { origin: 'missing' }>; category: string; id: string }) {
  const { post, related, origin } = props.article
  const sources = post.provenance?.sources ?? []
  const entries = useMemo(() => {
    const headings = outline(post.html)
    return sources.length > 0 ? [...headings, { id: 'sources', level: 2 as const, text: 'Sources' }] : headings
  }, [post.html, sources.length])
  const date = longDate(post.date)
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = text.current
    if (!element || !post.html.includes('code-bar')) return
    // Without the buttons the code can still be selected.
    import('#site/ui/copy-code.ts').then(({ addCopyButtons }) => addCopyButtons(element), console.error)
  }, [post.html])
  return (
    <>
      <ArticleHead post={post} category={props.category} id={props.id} />
      <article className="article">
        <Back />
        <header className="article-head">
          <Chip category={post.category} linked />
          <PageHeading>{post.title}</PageHeading>
          <Made provenance={post.provenance} />
          <p className="byline">
            {post.author && (
              <span>
                By <b>{post.author}</b>
              </span>
            )}
            {date && <time dateTime={post.date ?? undefined}>{date}</time>}
            <span>{readingMinutes(post.html)} min read</span>
          </p>
        </header>
        <div className="article-cover">
          <Cover post={post} sizes="(min-width: 72rem) 61rem, 92vw" first />
        </div>
        {entries.length >= CONTENTS_FROM && <Contents entries={entries} />}
        <div className="article-body">
          {post.excerpt && <p className="lead">{post.excerpt}</p>}
          <div ref={text} className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
          {sources.length > 0 && <Sources sources={sources} html={post.html} />}
          {post.tags.length > 0 && (
            <section className="end-block" aria-labelledby="tags-heading">
              <h2 id="tags-heading">Tags</h2>
              <ul className="tags list">
                {post.tags.map((tag) => (
                  <li className="tag" key={tag}>
                    {tag}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </article>
      {origin === 'samples' && related.length > 0 && <More title="Related Articles" posts={related} />}
      {origin === 'backend' && post.related.length > 0 && <More title="Read next" posts={post.related} />}
    </>
  )
}

function Sources({ sources, html }: { sources: readonly Source[]; html: string }) {
  return (
    <section className="end-block">
      <h2 id="sources">Sources</h2>
      <ol className="sources list">
        {sources.map((source, index) => (
          <li key={source.url} id={`s${index + 1}`}>
            <span>
              <a href={source.url}>{source.title}</a>
              <span className="meta">
                {source.publisher}
                {html.includes(`id="ref-${index + 1}"`) && (
                  <>
                    {' '}
                    <a
                      className="back-reference"
                      href={`#ref-${index + 1}`}
                      aria-label={`Back to citation ${index + 1}`}
                    >
                      ↩
                    </a>
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function More({ title, posts }: { title: string; posts: readonly CardPost[] }) {
  return (
    <section className="related" data-testid="related">
      <SectionHead title={title} />
      <CardGrid posts={posts.slice(0, 3)} />
    </section>
  )
}

function NotFound({ title, name }: { title: string; name: string }) {
  return (
    <>
      <Head
        title={`Post not found — ${name}`}
        description="This article does not exist or has been removed."
        path={null}
      />
      <Back />
      <Missing
        title={title}
        text="The post you're looking for doesn't exist or has been removed."
        link="Return to homepage"
      />
    </>
  )
}
