import { Missing } from '#site/components/message.tsx'
import { SeoHead } from '#site/seo-head.tsx'

/** The page for unknown paths. */
export function NotFoundPage() {
  return (
    <>
      <SeoHead title="Page Not Found" description="This page does not exist." path={null} />
      <Missing
        isPage
        title="Page Not Found"
        text="The page you're looking for doesn't exist or has been moved."
        link="Return to Homepage"
      />
    </>
  )
}
