import type { ReactNode } from 'react'
import { Back } from '#site/components/back.tsx'
import { Lines } from '#site/components/lines.tsx'

// What is not there yet, in the geometry of what will replace it.

// Where the last lines of texts end: no two neighbours at the same place.
const ENDS = ['half', 'long', 'short']

/** The home page before its posts are there. */
export function HomeSkeleton() {
  return (
    <Loading>
      <div className="home stack">
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
        <div className="latest grid">
          <Cards count={6} />
        </div>
      </div>
    </Loading>
  )
}

/** The places of cards in a grid. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <Loading contents>
      <Cards count={count} />
    </Loading>
  )
}

/** An article of which nothing is known yet, in the article's own grid. */
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
          <RecordSkeleton />
        </div>
        <div className="article-cover">
          <div className="skel cover" />
        </div>
        <div className="article-body">
          <p className="lead">
            <Lines widths="full full long" />
          </p>
          <Paragraphs />
        </div>
      </Loading>
    </div>
  )
}

/** The lines below the title of an article. */
export function RecordSkeleton() {
  return (
    <>
      <div className="made made-line">
        <span className="made-words">
          <Lines widths="line short" />
        </span>
      </div>
      <p className="byline">
        <Lines widths="short short short" />
      </p>
    </>
  )
}

/** The text of an article. */
export function TextSkeleton() {
  return (
    <Loading>
      <Paragraphs />
    </Loading>
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

function Cards({ count }: { count: number }) {
  return Array.from({ length: Math.max(0, count) }, (_, index) => (
    <div className="card" key={index}>
      <div className="skel cover" />
      <ChipLine />
      <p className="card-title-skel">
        <Lines widths={`full ${ENDS[index % ENDS.length]}`} />
      </p>
      <p className="excerpt">
        <Lines widths={`full full ${ENDS[(index + 1) % ENDS.length]}`} />
      </p>
      <p className="meta facts">
        <Lines widths="short" />
      </p>
    </div>
  ))
}

function Paragraphs() {
  return (
    <div className="prose">
      {['full full full half', 'full full full full long', 'full full short'].map((widths) => (
        <p key={widths}>
          <Lines widths={widths} />
        </p>
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
