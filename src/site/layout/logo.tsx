import { useConfig } from '#site/context.tsx'
import { WORDMARK_ID, WORDMARK_NAME } from '#site/layout/wordmark.ts'
import { Link } from '#site/router.tsx'

/** The wordmark, linked to home; a blog that was renamed shows its name in the reading face. The document holds its outlines, once (`document.tsx`). */
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
