import type { ReactNode } from 'react'
import { longDate, shortDate } from '#blog/date.ts'
import { postHref } from '#blog/routes.ts'
import { Link } from '#site/router.tsx'
import type { CardPost } from '#site/queries/model.ts'
import { Chip } from '#site/components/icons.tsx'
import { Cover, PHONE_WIDTH } from '#site/components/cover.tsx'

/** The newest post, as the large card at the top of the home page. */
export function Hero({ post }: { post: CardPost }) {
  return (
    <article className="hero" data-testid="hero">
      <Cover post={post} sizes={`(width >= 60rem) 54vw, ${PHONE_WIDTH}`} isFirst />
      <div className="hero-text">
        <Chip category={post.category} />
        <h2>
          <Link href={postHref(post)}>{post.title}</Link>
        </h2>
        <p className="excerpt">{post.excerpt}</p>
        <Facts post={post} date={longDate(post.date)} />
      </div>
    </article>
  )
}

/** A post in a grid. Its image is as wide as the column, or `widthOnPhones` wide on phones. */
export function Card(props: { post: CardPost; isFirst?: boolean; widthOnPhones?: string }) {
  const { post, isFirst = false, widthOnPhones = '6rem' } = props
  return (
    <article className="card" data-testid="post-card">
      <Cover post={post} sizes={`(width >= 64rem) 31vw, (width >= 36rem) 47vw, ${widthOnPhones}`} isFirst={isFirst} />
      <Chip category={post.category} />
      <h3>
        <Link href={postHref(post)}>{post.title}</Link>
      </h3>
      <p className="excerpt">{post.excerpt}</p>
      <Facts post={post} />
    </article>
  )
}

/** A grid of cards. `isFirst` is true for the grid at the top of a page. */
export function CardGrid(props: { posts: readonly CardPost[]; isFirst?: boolean; children?: ReactNode }) {
  const { posts, isFirst, children } = props
  return (
    <div className="grid">
      {posts.map((post, index) => (
        <Card
          key={`${post.category}/${post.id}`}
          post={post}
          isFirst={isFirst && index === 0}
          widthOnPhones={PHONE_WIDTH}
        />
      ))}
      {children}
    </div>
  )
}

/** A post in a compact list: its text, followed by a small image. */
export function Row({ post }: { post: CardPost }) {
  return (
    <article className="row" data-testid="post-card">
      <div>
        <Chip category={post.category} />
        <h3>
          <Link href={postHref(post)}>{post.title}</Link>
        </h3>
        <Facts post={post} />
      </div>
      <Cover post={post} />
    </article>
  )
}

/** A post in the Trending list, with its rank. */
export function TrendingRow({ post, rank }: { post: CardPost; rank: number }) {
  return (
    <li className="row">
      <span className="rank" aria-hidden="true">
        {rank}
      </span>
      <div>
        <h3>
          <Link href={postHref(post)}>{post.title}</Link>
        </h3>
        <p className="meta wraps">
          <Chip category={post.category} />
          <PostDate post={post} />
        </p>
      </div>
      <Cover post={post} />
    </li>
  )
}

/** A section heading. `more` is the URL of an optional link to all posts in the section. */
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

/** A post's date and reading time, followed by four dots if a person has reviewed the post. */
export function Facts({ post, date, children }: { post: CardPost; date?: string | null; children?: ReactNode }) {
  return (
    <p className="meta facts wraps">
      {children}
      <PostDate post={post} date={date} />
      {post.minutes && <span>{`${post.minutes} min read`}</span>}
      {post.reviewed && (
        <span className="reviewed">
          <span className="vh">Reviewed by a person</span>
        </span>
      )}
    </p>
  )
}

/** A post's date, shown as `date` or, by default, in the short format. Renders nothing if the date is invalid. */
export function PostDate({ post, date = shortDate(post.date) }: { post: CardPost; date?: string | null | undefined }) {
  return date && <time dateTime={post.date ?? undefined}>{date}</time>
}
