import { postHref } from '#blog/routes.ts'
import type { Post } from '#blog/post.ts'
import { useConfig } from '#site/config.tsx'
import { Head, pictureOf } from '#site/ui/head.tsx'

// Of the values of https://w3c-cg.github.io/ai-content-disclosure/, `ai-assisted` asserts that a person read this very
// text before it was published. No record holds that, as the journal takes reviews of published texts only: they stand in
// the linked data, with their date, and this value stays.
const AI_DISCLOSURE = 'ai-autonomous'

/** The head tags of an article; what only machines read of it is served beside them (`served-head.tsx`). */
export function ArticleHead(props: { post: Post & { imageUrl?: string }; category: string; id: string }) {
  const { post, category, id } = props
  const config = useConfig()
  return (
    <>
      <Head
        title={`${post.title} — ${config.site.name}`}
        description={post.excerpt || post.title}
        path={postHref({ category, id })}
        image={pictureOf(post, config)}
        type="article"
      />
      <meta name="ai-disclosure" content={AI_DISCLOSURE} />
    </>
  )
}
