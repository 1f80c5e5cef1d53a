import { longDate } from '#blog/date.ts'
import { cutExcerpt } from '#blog/excerpt.ts'
import { postHref } from '#blog/routes.ts'
import { Link } from '#site/router.tsx'
import type { CardPost } from '#site/queries/model.ts'
import { Facts } from '#site/components/cards.tsx'
import { Chip } from '#site/components/chip.tsx'
import { Cover } from '#site/components/cover.tsx'
import { HOME_SIZES } from '#site/components/home-sizes.ts'

/** The first post of the home page. */
export function Hero({ post }: { post: CardPost }) {
  return (
    <article className="hero" data-testid="hero">
      <Cover post={post} sizes={HOME_SIZES.hero} first />
      <div className="hero-text">
        <Chip category={post.category} />
        <h2>
          <Link href={postHref(post)}>{post.title}</Link>
        </h2>
        <p className="excerpt">{cutExcerpt(post.excerpt, 72)}</p>
        <Facts post={post} date={longDate(post.date)} />
      </div>
    </article>
  )
}
