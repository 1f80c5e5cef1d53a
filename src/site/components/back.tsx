import { goBack, Link } from '#site/router.tsx'
import { Icon } from '#site/components/icons.tsx'

/** A link to the previous page of this site. If there is none, or without JavaScript, it links to the home page. */
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
