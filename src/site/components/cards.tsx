import type { ReactNode } from 'react'
import { shortDate } from '#blog/date.ts'
import { cutExcerpt } from '#blog/excerpt.ts'
import { postHref } from '#blog/routes.ts'
import { Link } from '#site/router.tsx'
import type { CardPost } from '#site/queries/model.ts'
import { Chip } from '#site/components/chip.tsx'
import { Cover } from '#site/components/cover.tsx'
import { SIZES } from '#site/components/sizes.ts'

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
      <p className="excerpt">{cutExcerpt(post.excerpt, 110)}</p>
      <Facts post={post} date={shortDate(post.date)} />
    </article>
  )
}

/** A grid of cards. Its first picture is the largest thing that a phone shows first, unless the grid is below others. */
export function CardGrid(props: {
  posts: readonly CardPost[]
  below?: boolean
  /** What follows its cards. */
  children?: ReactNode
}) {
  const { posts, below, children } = props
  return (
    <div className="grid">
      {posts.map((post, index) => (
        <Card key={`${post.category}/${post.id}`} post={post} first={!below && index === 0} />
      ))}
      {children}
    </div>
  )
}

/** A section's heading with its leader, and a link to all of it where there is one. */
export function SectionHead({ title, id, more }: { title: string; id?: string; more?: string }) {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      <span className="leader" aria-hidden="true" />
      {more && (
        <Link className="more" href={more} aria-label={`View all ${title}`}>
          View all
        </Link>
      )}
    </div>
  )
}

/** What is known of a post besides its words: date, reading time, four dots where a person's review is on record. */
export function Facts({ post, date }: { post: CardPost; date: string | null }) {
  return (
    <p className="meta facts">
      {date && <time dateTime={post.date ?? undefined}>{date}</time>}
      {post.minutes && <span>{`${post.minutes} min read`}</span>}
      {post.reviewed && (
        <span className="reviewed">
          <span className="vh">Reviewed by a person</span>
        </span>
      )}
    </p>
  )
}
