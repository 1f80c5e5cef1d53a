import { useConfig } from '#site/context.tsx'
import { Missing } from '#site/components/message.tsx'
import { SeoHead } from '#site/seo-head.tsx'

/** Any path that no route names. */
export function NotFoundPage() {
  const { site } = useConfig()
  return (
    <>
      <SeoHead title={`Page Not Found — ${site.name}`} description="This page does not exist." path={null} />
      <Missing
        page
        title="Page Not Found"
        text="The page you're looking for doesn't exist or has been moved."
        link="Return to Homepage"
      />
    </>
  )
}
