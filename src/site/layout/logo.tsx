import { useConfig } from '#site/context.tsx'
import { WORDMARK_ID, WORDMARK_NAME } from '#site/layout/wordmark.ts'
import { Link } from '#site/router.tsx'

/** A link to the home page: the wordmark, or the name of a blog that is not called Stet. `document.tsx` holds the outlines. */
export function Logo() {
  const { name } = useConfig().site
  return (
    <Link className="logo" href="/" aria-label={`${name}, home`}>
      {name === WORDMARK_NAME ? (
        <svg viewBox="0 0 1560 750" width="156" height="75" aria-hidden="true">
          <use href={`#${WORDMARK_ID}`} />
        </svg>
      ) : (
        <span className="logo-name">{name}</span>
      )}
    </Link>
  )
}
