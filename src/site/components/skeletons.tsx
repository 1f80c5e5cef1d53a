import type { ReactNode } from 'react'
import { Back } from '#site/components/back.tsx'

/** Placeholder of the home page. */
export function HomeSkeleton() {
  return (
    <Loading className="home stack">
      <div className="hero">
        <div className="skel cover" />
        <Lines count={5} />
      </div>
      <div className="latest grid">
        <Cards count={6} />
      </div>
    </Loading>
  )
}

/** Placeholder cards in a grid. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <Loading className="contents">
      <Cards count={count} />
    </Loading>
  )
}

/** Placeholder of an article. */
export function ArticleSkeleton() {
  return (
    <div className="article">
      <Back />
      <Loading className="contents">
        <div className="article-head title-skel">
          <Lines count={2} />
          <RecordSkeleton />
        </div>
        <div className="article-cover">
          <div className="skel cover" />
        </div>
        <div className="article-body prose">
          <Lines count={12} />
        </div>
      </Loading>
    </div>
  )
}

/** Placeholder of the lines below the title of an article. */
export function RecordSkeleton() {
  return <div className="skel record-skel" />
}

/** Placeholder of an article's text. */
export function TextSkeleton() {
  return (
    <Loading className="prose">
      <Lines count={12} />
    </Loading>
  )
}

/** Placeholder lines of text. The last of several is shorter. */
export function Lines({ count }: { count: number }) {
  return (
    <span className="skel-lines">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skel-text" />
      ))}
    </span>
  )
}

function Loading({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={`loading ${className}`} data-testid="skeleton" aria-busy="true" role="status" aria-label="Loading">
      {children}
      <noscript>
        <p className="meta">This is taking longer than usual. Please reload the page in a moment.</p>
      </noscript>
    </div>
  )
}

function Cards({ count }: { count: number }) {
  return Array.from({ length: Math.max(0, count) }, (_, index) => (
    <div className="card" key={index}>
      <div className="skel cover" />
      <Lines count={5} />
    </div>
  ))
}
