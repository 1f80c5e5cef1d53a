import { goBack, Link } from '#site/router.tsx'
import { Icon } from '#site/components/icons.tsx'

/** Back to the page of this site one came from; to home where there is none, or without JavaScript. */
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
