import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { longDate } from '#blog/date.ts'
import type { Correction, Post, Source } from '#blog/post.ts'
import { postHref } from '#blog/routes.ts'
import { useConfig } from '#site/config.tsx'
import { useQueries } from '#site/data/context.tsx'
import type { Article, CardPost } from '#site/data/model.ts'
import { ArticleHead } from '#site/pages/article-head.tsx'
import { Back } from '#site/ui/back.tsx'
import { CardGrid, SectionHead } from '#site/ui/cards.tsx'
import { Chip } from '#site/ui/chip.tsx'
import { Contents } from '#site/ui/contents.tsx'
import { Cover } from '#site/ui/cover.tsx'
import { useFrames } from '#site/ui/first-frame.ts'
import { Head } from '#site/ui/head.tsx'
import { Corrections, Made } from '#site/ui/made.tsx'
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
  const { post, related, origin, outline, minutes } = props.article
  const { sources = [], corrections = [] } = post.provenance ?? {}
  const corrected = corrections.at(-1)
  const [isCorrected, isSourced] = [corrections.length > 0, sources.length > 0]
  const entries = useMemo(
    () => [
      ...outline,
      ...(isCorrected ? [{ id: 'corrections', level: 2 as const, text: 'Corrections' }] : []),
      ...(isSourced ? [{ id: 'sources', level: 2 as const, text: 'Sources' }] : []),
    ],
    [outline, isCorrected, isSourced],
  )
  const element = useRef<HTMLElement>(null)
  const [next, setNext] = useState<readonly CardPost[]>(post.related)
  const { id } = props
  // The heading, then its page, then the text.
  const frames = useFrames(2)
  const rest = frames === 2
  useEffect(() => {
    if (!rest) return
    const leaving = new AbortController()
    const visit = { id, post, signal: leaving.signal, onNext: setNext }
    // Without it there is still everything to read.
    import('#site/ui/reading.ts').then(
      ({ accompany }) => element.current && accompany(element.current, visit),
      console.error,
    )
    return () => leaving.abort()
  }, [id, post, rest])
  return (
    <>
      <ArticleHead post={post} category={props.category} id={props.id} />
      <article className={rest ? 'article' : 'article first-frame'} ref={element}>
        <Back />
        <header className="article-head">
          <Chip category={post.category} linked />
          <PageHeading>{post.title}</PageHeading>
          {frames > 0 && <Made provenance={post.provenance} date={post.date} />}
          {frames > 0 && <Byline post={post} minutes={minutes} corrected={corrected} />}
        </header>
        {frames > 0 && (
          <div className="article-cover">
            <Cover post={post} sizes="92vw" first />
          </div>
        )}
        {rest && entries.length >= CONTENTS_FROM && <Contents entries={entries} />}
        <div className="article-body">
          {frames > 0 && post.excerpt && <p className="lead">{post.excerpt}</p>}
          {rest && (
            <>
              <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
              {isCorrected && (
                <End id="corrections" title="Corrections">
                  <Corrections corrections={corrections} />
                </End>
              )}
              {isSourced && (
                <End id="sources" title="Sources">
                  <Sources sources={sources} html={post.html} />
                </End>
              )}
              {post.tags.length > 0 && (
                <End id="tags-heading" title="Tags">
                  <ul className="tags list">
                    {post.tags.map((tag) => (
                      <li className="tag" key={tag}>
                        {tag}
                      </li>
                    ))}
                  </ul>
                </End>
              )}
            </>
          )}
        </div>
      </article>
      {rest && origin === 'samples' && related.length > 0 && <More title="Related Articles" posts={related} />}
      {rest && origin === 'backend' && next.length > 0 && <More title="Read next" posts={next} />}
    </>
  )
}

function Byline(props: { post: Post; minutes: number; corrected: Correction | undefined }) {
  const { post, minutes, corrected } = props
  const date = longDate(post.date)
  return (
    <p className="byline">
      {post.author && (
        <span>
          By <b>{post.author}</b>
        </span>
      )}
      {date && <time dateTime={post.date ?? undefined}>{date}</time>}
      {corrected && (
        <a className="updated" href="#corrections">
          Updated <time dateTime={corrected.date}>{longDate(corrected.date)}</time>
        </a>
      )}
      <span>{minutes} min read</span>
    </p>
  )
}

// What follows the text, under a heading that can be linked to.
function End({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="end-block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Sources({ sources, html }: { sources: readonly Source[]; html: string }) {
  // Every place in the text that cites a source: its id, and the number of the source.
  const citations = [...html.matchAll(/<[^<>]* id="(ref-(\d+)[-\d]*)"/g)]
  return (
    <ol className="sources list">
      {sources.map(({ title, publisher, url }, index) => (
        <li key={index} id={`s${index + 1}`}>
          <span>
            <a href={url}>{title}</a>
            <span className="meta">
              {publisher}
              {citations
                .filter(([, , number]) => Number(number) === index + 1)
                .map(([, id], earlier) => (
                  <a
                    key={earlier}
                    className="back-reference"
                    href={`#${id}`}
                    aria-label={`Back to citation ${index + 1}${earlier ? `, mention ${earlier + 1}` : ''}`}
                  >
                    ↩{earlier > 0 && earlier + 1}
                  </a>
                ))}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function More({ title, posts }: { title: string; posts: readonly CardPost[] }) {
  return (
    <section className="related" data-testid="related">
      <SectionHead title={title} />
      <CardGrid posts={posts.slice(0, 3)} below />
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
