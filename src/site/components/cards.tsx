import type { ReactNode } from 'react'
import { longDate, shortDate } from '#blog/date.ts'
import { postHref } from '#blog/routes.ts'
import { Link } from '#site/router.tsx'
import type { CardPost } from '#site/queries/model.ts'
import { Chip } from '#site/components/chip.tsx'
import { Cover } from '#site/components/cover.tsx'
import { SIZES } from '#site/components/sizes.ts'

/** The first post of the home page. */
export function Hero({ post }: { post: CardPost }) {
  return (
    <article className="hero" data-testid="hero">
      <Cover post={post} sizes={SIZES.hero} first />
      <div className="hero-text">
        <Chip category={post.category} />
        <h2>
          <Link href={postHref(post)}>{post.title}</Link>
        </h2>
        <p className="excerpt clamp-2">{post.excerpt}</p>
        <DateLine iso={post.date} text={longDate(post.date)} />
      </div>
    </article>
  )
}

/** A post in a grid, or where `sizes` says how wide it is: picture, category, title, excerpt of at most three lines. */
export function Card(props: { post: CardPost; first?: boolean; sizes?: string }) {
  const { post, first, sizes = SIZES.card } = props
  return (
    <article className="card" data-testid="post-card">
      <Cover post={post} sizes={sizes} first={first} />
      <Chip category={post.category} />
      <h3>
        <Link href={postHref(post)}>{post.title}</Link>
      </h3>
      <p className="excerpt clamp-3">{post.excerpt}</p>
    </article>
  )
}

/** A grid of cards. Its first picture is the largest thing that a phone shows first, unless the grid is below others. */
export function CardGrid(props: {
  posts: readonly CardPost[]
  testId?: string
  below?: boolean
  /** What follows its cards. */
  children?: ReactNode
}) {
  const { posts, testId, below, children } = props
  return (
    <div className="grid" data-testid={testId}>
      {posts.map((post, index) => (
        <Card key={`${post.category}/${post.id}`} post={post} first={!below && index === 0} />
      ))}
      {children}
    </div>
  )
}

/** A post in a compact list: text first, a small picture at the end. */
export function Row({ post }: { post: CardPost }) {
  return (
    <article className="row" data-testid="post-card">
      <div>
        <Chip category={post.category} />
        <h3>
          <Link href={postHref(post)}>{post.title}</Link>
        </h3>
        <DateLine iso={post.date} text={shortDate(post.date)} />
      </div>
      <Cover post={post} sizes="7.5rem" />
    </article>
  )
}

/** A place in Trending: running number, title, category, date, small picture. */
export function TrendingRow({ post, rank }: { post: CardPost; rank: number }) {
  const date = shortDate(post.date)
  return (
    <li className="row">
      <span className="rank" aria-hidden="true">
        {rank}
      </span>
      <div>
        <h3>
          <Link href={postHref(post)}>{post.title}</Link>
        </h3>
        <p className="meta">
          <Chip category={post.category} />
          {date && <time dateTime={post.date ?? undefined}>{date}</time>}
        </p>
      </div>
      <Cover post={post} sizes="4rem" />
    </li>
  )
}

/** A section's heading with its leader, and a link to all of it where there is one. */
export function SectionHead(props: { title: string; id?: string; more?: string; side?: boolean }) {
  return (
    <div className="section-head">
      <h2 id={props.id} className={props.side ? 'side-head' : undefined}>
        {props.title}
      </h2>
      <span className="leader" aria-hidden="true" />
      {props.more && (
        <Link className="more" href={props.more} aria-label={`View all ${props.title}`}>
          View all
        </Link>
      )}
    </div>
  )
}

function DateLine({ iso, text }: { iso: string | null; text: string | null }) {
  return text === null ? null : (
    <p className="meta">
      <time dateTime={iso ?? undefined}>{text}</time>
    </p>
  )
}
