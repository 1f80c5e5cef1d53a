import { useConfig } from '#site/config.tsx'
import { Head } from '#site/ui/head.tsx'
import { Missing } from '#site/ui/message.tsx'

/** Any path that no route names. */
export function NotFoundPage() {
  const { site } = useConfig()
  return (
    <>
      <Head title={`Page Not Found — ${site.name}`} description="This page does not exist." path={null} />
      <Missing
        page
        title="Page Not Found"
        text="The page you're looking for doesn't exist or has been moved."
        link="Return to Homepage"
      />
    </>
  )
}
