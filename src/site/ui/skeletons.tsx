import type { ReactNode } from 'react'
import { Back } from '#site/ui/back.tsx'

/** The home page before its posts are there, in the geometry of what will replace it. */
export function HomeSkeleton() {
  return (
    <Loading>
      <div className="stack">
        <div className="hero">
          <div className="skel cover" />
          <div className="hero-text">
            <ChipLine />
            <h2>
              <Lines widths="full long" />
            </h2>
            <p className="excerpt">
              <Lines widths="full long" />
            </p>
            <p className="meta">
              <Lines widths="short" />
            </p>
          </div>
        </div>
        <CardGridSkeleton count={6} />
      </div>
    </Loading>
  )
}

/** A category's cards before they are there. */
export function CategorySkeleton() {
  return (
    <Loading>
      <CardGridSkeleton count={6} />
    </Loading>
  )
}

/** An article before it is there, in the article's own grid. */
export function ArticleSkeleton() {
  return (
    <div className="article">
      <Back />
      <Loading contents>
        <div className="article-head">
          <ChipLine />
          <p className="title-skel">
            <Lines widths="full half" />
          </p>
          <div className="made made-skel">
            <Lines widths="short" />
          </div>
          <p className="byline">
            <Lines widths="short" />
          </p>
        </div>
        <div className="article-cover">
          <div className="skel cover" />
        </div>
        <div className="article-body">
          <p className="lead">
            <Lines widths="full full long" />
          </p>
          <div className="prose">
            <p>
              <Lines widths="full full full half" />
            </p>
          </div>
        </div>
      </Loading>
    </div>
  )
}

function Loading({ children, contents = false }: { children: ReactNode; contents?: boolean }) {
  return (
    <div
      className={contents ? 'loading contents' : 'loading'}
      data-testid="skeleton"
      aria-busy="true"
      role="status"
      aria-label="Loading"
    >
      {children}
      <noscript>
        <p className="meta">This is taking longer than usual. Please reload the page in a moment.</p>
      </noscript>
    </div>
  )
}

function CardGridSkeleton({ count }: { count: number }) {
  return (
    <div className="grid">
      {Array.from({ length: count }, (_, index) => (
        <div className="card" key={index}>
          <div className="skel cover" />
          <ChipLine />
          <p className="card-title-skel">
            <Lines widths="full half" />
          </p>
          <p className="excerpt">
            <Lines widths="full full half" />
          </p>
        </div>
      ))}
    </div>
  )
}

function ChipLine() {
  return (
    <span className="chip">
      <Lines widths="short" />
    </span>
  )
}

function Lines({ widths }: { widths: string }) {
  return widths.split(' ').map((width, index) => <span key={index} className={`skel-text ${width}`} />)
}
