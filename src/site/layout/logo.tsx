import wordmark from '#site/layout/wordmark.svg'
import { useConfig } from '#site/context.tsx'
import { Link } from '#site/router.tsx'

/** The wordmark, linked to home; a blog that was renamed shows its name in the reading face. Its outlines are a file, fetched once for all pages. */
export function Logo() {
  const { name } = useConfig().site
  return (
    <Link className="logo" href="/" aria-label={`${name}, home`}>
      {name === 'Stet' ? (
        <svg viewBox="0 0 156 75" width="156" height="75" aria-hidden="true">
          <use href={`${wordmark}#wordmark`} />
          <g className="dots">
            {[21, 60, 99, 138].map((x) => (
              <circle key={x} cx={x} cy="70" r="4.4" />
            ))}
          </g>
        </svg>
      ) : (
        <span className="logo-name">{name}</span>
      )}
    </Link>
  )
}
