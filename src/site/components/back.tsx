import { goBack, Link } from '#site/router.tsx'
import { Icon } from '#site/components/icons.tsx'

/** A link back to the previous page of this site. Without one, or without JavaScript, it leads home. */
export function Back() {
  return (
    <Link
      className="back"
      href="/"
      onClick={(event) => {
        if (goBack()) event.preventDefault()
      }}
    >
      <Icon name="back" />
      Back
    </Link>
  )
}
