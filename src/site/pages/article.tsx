import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { longDate } from '#blog/date.ts'
import type { Change, Correction, Post } from '#blog/post.ts'
import { categoryHref, postHref, searchHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { MAX_RELATED, type Article } from '#site/queries/model.ts'
import { CardGrid, SectionHead } from '#site/components/cards.tsx'
import { Chip } from '#site/components/icons.tsx'
import { Contents, FoldedContents, markCurrentHeading } from '#site/article/contents.tsx'
import { Cover, PHONE_WIDTH } from '#site/components/cover.tsx'
import { Corrections, ProvenancePanel } from '#site/article/provenance-panel.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { Sources } from '#site/article/sources.tsx'
import { Tools } from '#site/article/tools.tsx'
import { addCopyButtons } from '#site/article/copy-code.ts'
import { showEvidence } from '#site/article/evidence.ts'
import { RetractionNote } from '#site/article/change.tsx'
import { Missing } from '#site/components/message.tsx'
import { ArticleSkeleton, RecordSkeleton, TextSkeleton } from '#site/components/skeletons.tsx'
import { Back, Link } from '#site/router.tsx'
import { ArticleSeoHead, PageTitle, SeoHead } from '#site/seo-head.tsx'

const MIN_CONTENTS_ENTRIES = 3

// Matches the section "What changes" at the start of an article, including the italic line that may precede it.
const CHANGES = /^(?:<p><em>[^\n]*\n)?<section class="changes">[^]*?<\/section>/

/** An article. Until its text arrives, the page shows the data from the post's card if it is in the cache. */
export function ArticlePage({ category, id }: { category: string; id: string }) {
  const { site } = useConfig()
  const queries = useQueries()
  const query = queries.article(category, id)
  const [placeholderData] = useState(() => queries.articleFromCard(category, id))
  const { data: latest, isError } = useQuery({ ...query, placeholderData })
  // The first frame after a click shows only the card's data, because laying out the whole text takes too long.
  const article = useDeferredValue(latest, placeholderData ?? latest)
  const [, slug] = query.queryKey

  // Remove the article from the cache when the reader leaves, so that each visit fetches it again.
  useEffect(
    () => () => queries.cache.removeQueries({ queryKey: ['article', slug, id], exact: true }),
    [queries, slug, id],
  )

  if (isError) return <NotFound title="Failed to load post. Please try again later." />
  if (!article)
    return (
      <>
        <SeoHead title={null} description={site.tagline} path={postHref({ category, id })} />
        <ArticleSkeleton />
      </>
    )
  if (article.origin === 'missing') return <NotFound title="Post not found" retraction={article.retraction} />
  return <Content article={article} loading={article === placeholderData} postName={{ category, id }} />
}

function Content(props: {
  article: Exclude<Article, { origin: 'missing' }>
  loading: boolean
  postName: { category: string; id: string }
}) {
  const { loading, postName } = props
  const { post, origin, outline, minutes } = props.article
  const { sources = [], corrections = [] } = post.provenance ?? {}
  const entries = [...outline]
  if (corrections.length > 0) entries.push({ id: 'corrections', level: 2, text: 'Corrections' })
  if (sources.length > 0) entries.push({ id: 'sources', level: 2, text: 'Sources' })
  const hasContents = entries.length >= MIN_CONTENTS_ENTRIES
  const [changes = ''] = CHANGES.exec(post.html) ?? []
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (loading || !element.current) return
    const leaving = new AbortController()
    addCopyButtons(element.current)
    markCurrentHeading(element.current, leaving.signal)
    const { evidence = [], sources = [] } = post.provenance ?? {}
    showEvidence(element.current, { evidence, sources, signal: leaving.signal })
    return () => leaving.abort()
  }, [post, loading])
  return (
    <>
      {loading ? <PageTitle title={post.title} /> : <ArticleSeoHead post={post} postName={postName} origin={origin} />}
      <article className="article" ref={element}>
        <Back />
        <header className="article-head">
          <Link href={categoryHref(post.category)}>
            <Chip category={post.category} />
          </Link>
          <PageHeading>{post.title}</PageHeading>
          {loading ? (
            <RecordSkeleton />
          ) : (
            <>
              <ProvenancePanel provenance={post.provenance} date={post.date} />
              <Byline post={post} minutes={minutes} corrected={corrections.at(-1)} />
            </>
          )}
        </header>
        <div className="article-cover">
          <Cover post={post} sizes={`(width >= 80rem) 32rem, (width >= 36rem) 95vw, ${PHONE_WIDTH}`} isFirst />
        </div>
        <div className="rail">
          {hasContents && <Contents entries={entries} />}
          {loading ? <div className="tools" /> : <Tools article={element} postName={postName} post={post} />}
        </div>
        <div className="article-body">
          {post.excerpt && <p className="lead">{post.excerpt}</p>}
          {loading ? (
            <TextSkeleton />
          ) : (
            <>
              {changes && <Prose html={changes} />}
              {hasContents && <FoldedContents entries={entries} sections={outline.length} />}
              <Prose html={post.html.slice(changes.length)} />
              <EndSections post={post} />
            </>
          )}
        </div>
      </article>
      {post.related.length > 0 && (
        <section className="related" data-testid="related">
          <SectionHead title={origin === 'samples' ? 'Related Articles' : 'Read next'} />
          <CardGrid posts={post.related.slice(0, MAX_RELATED)} />
        </section>
      )}
    </>
  )
}

function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

function Byline(props: { post: Post; minutes: number; corrected: Correction | undefined }) {
  const { post, minutes, corrected } = props
  const date = longDate(post.date)
  return (
    <p className="byline wraps">
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
      <span>{`${minutes} min read`}</span>
    </p>
  )
}

function EndSections({ post: { html, tags, provenance } }: { post: Post }) {
  const { sources = [], corrections = [], evidence = [], checked } = provenance ?? {}
  return (
    <>
      {corrections.length > 0 && (
        <EndSection id="corrections" title="Corrections">
          <Corrections corrections={corrections} />
        </EndSection>
      )}
      {sources.length > 0 && (
        <EndSection id="sources" title="Sources">
          {checked && (
            <p className="meta">
              Last checked against these sources: <time dateTime={checked}>{longDate(checked)}</time>
            </p>
          )}
          <Sources sources={sources} evidence={evidence} html={html} />
        </EndSection>
      )}
      {tags.length > 0 && (
        <EndSection id="tags-heading" title="Tags">
          <ul className="tags list wraps">
            {tags.map((tag) => (
              <li className="tag" key={tag}>
                <Link href={searchHref(tag)}>{tag}</Link>
              </li>
            ))}
          </ul>
        </EndSection>
      )}
    </>
  )
}

// A section after the text, whose heading is a link target.
function EndSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="end-block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function NotFound({ title, retraction }: { title: string; retraction?: Change | undefined }) {
  return (
    <>
      <SeoHead title="Post not found" description="This article does not exist or has been removed." path={null} />
      <Back />
      <Missing
        title={title}
        text="The post you're looking for doesn't exist or has been removed."
        link="Return to homepage"
      />
      {retraction && <RetractionNote change={retraction} />}
    </>
  )
}
