import type { PostToPublish } from '#archive/post-store.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { readStarter } from '#newsroom/publishing/starter.ts'
import { STARTER_FOLDER } from '#wiring/starter.ts'

/** Returns the first edition's posts without images, because drawing the covers takes most of the time. */
export async function starterPosts(): Promise<PostToPublish[]> {
  const articles = await readStarter(STARTER_FOLDER)
  const posts = articles.map(async ({ sources, ...article }) => ({
    ...article,
    html: await renderArticle(article.markdown, sources),
    provenance: { writer: null, note: null, sources, checks: [], reviews: [], corrections: [] },
  }))
  return await Promise.all(posts)
}
