import { shortDate } from '#blog/date.ts'
import { postHref } from '#blog/routes.ts'
import { Link } from '#site/router.tsx'
import type { CardPost } from '#site/queries/model.ts'
import { Facts } from '#site/components/cards.tsx'
import { Chip } from '#site/components/chip.tsx'
import { Cover } from '#site/components/cover.tsx'
import { HOME_SIZES } from '#site/components/home-sizes.ts'

/** A post in a compact list: text first, a small picture at the end. */
export function Row({ post }: { post: CardPost }) {
  return (
    <article className="row" data-testid="post-card">
      <div>
        <Chip category={post.category} />
        <h3>
          <Link href={postHref(post)}>{post.title}</Link>
        </h3>
        <Facts post={post} date={shortDate(post.date)} />
      </div>
      <Cover post={post} sizes={HOME_SIZES.row} />
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
