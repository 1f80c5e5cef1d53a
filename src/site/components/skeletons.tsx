import type { ReactNode } from 'react'
import { Back } from '#site/router.tsx'

/** Placeholder cards in a grid. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <Loading className="in-grid">
      {Array.from({ length: Math.max(0, count) }, (_, index) => (
        <div className="card" key={index}>
          <div className="skel cover" />
          <Lines count={5} />
        </div>
      ))}
    </Loading>
  )
}

/** Placeholder for an article. */
export function ArticleSkeleton() {
  return (
    <div className="article">
      <Back />
      <div className="article-head">
        <RecordSkeleton />
      </div>
      <div className="article-cover">
        <div className="skel cover" />
      </div>
      <div className="article-body">
        <TextSkeleton />
      </div>
    </div>
  )
}

/**
 * Placeholder for the lines below an article's title. It has the same height as these lines, so that the text does not
 * move.
 */
export function RecordSkeleton() {
  return (
    <>
      <div className="made made-line">
        <span className="made-words wraps">
          <span className="skel skel-text" />
          <span className="skel skel-text" />
        </span>
      </div>
      <p className="byline wraps">
        <span className="skel skel-text" />
      </p>
    </>
  )
}

/** Placeholder for an article's text. */
export function TextSkeleton() {
  return (
    <Loading className="prose">
      <Lines count={12} />
    </Loading>
  )
}

/** Placeholder lines of text. The last one is shorter. */
export function Lines({ count }: { count: number }) {
  return (
    <span className="skel-lines">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skel skel-text" />
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
