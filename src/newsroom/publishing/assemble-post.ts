import { categorySlug } from '#blog/category.ts'
import type { Archive } from '#archive/archive.ts'
import { renderMarkdown } from '#newsroom/drafting/render-markdown.ts'
import type { PendingPost } from '#newsroom/edition/pending-post.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import type { Reference, Story } from '#newsroom/stories/story.ts'
import type { Accepted } from '#newsroom/drafting/write-story.ts'

/** Makes a post of an accepted draft: its text set and rendered, its record, an id that no post of its category has had. */
export async function assemblePost(options: {
  accepted: Accepted
  story: Story
  references: Reference[]
  category: string
  archive: Archive
  /** Whether no other post that is written, published or not, has this id. */
  isFree: (id: string) => Promise<boolean>
  author: string
  date: Date
  prompts: string
}): Promise<PendingPost> {
  const { accepted, story, references, category, archive, isFree, author, date, prompts } = options
  const { draft, writer, checks, warnings } = accepted
  const { markdown, sources } = renderMarkdown(draft, references)
  const id = await freeId(draft.title, date, async (id) => {
    if (archive.find(category, id) !== null || archive.retraction(category, id) !== null) return false
    return await isFree(id)
  })
  const provenance = {
    writer: { model: writer.model, provider: writer.provider },
    note: `Written from the texts of its ${sources.length === 1 ? 'source' : 'sources'} as they stood on ${date.toISOString().slice(0, 10)}.`,
    sources,
    checks,
    reviews: [],
    corrections: [],
  }
  const { title, excerpt, tags } = draft
  return {
    post: {
      id,
      category,
      title: title.trim(),
      excerpt: excerpt.trim(),
      author,
      date: date.toISOString(),
      tags: tags.map((tag) => tag.trim()),
      html: await renderArticle(markdown, sources, { links: false }),
      provenance,
    },
    markdown,
    ordinal: archive.posts(category).length,
    pictured: false,
    addresses: story.entries.map(({ url }) => url),
    references: references.map(({ id, publisher, url, title, date, hash }) => {
      return { id, publisher, url, title, date, hash }
    }),
    warnings,
    prompts,
  }
}

// The words of the title; with the day when another post has them, and a number when that is taken too.
async function freeId(title: string, date: Date, isFree: (id: string) => Promise<boolean>): Promise<string> {
  const words = categorySlug(title.normalize('NFKD').replaceAll(/[^A-Za-z0-9\s_-]/g, ''))
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 70)
    .replace(/-+$/, '')
  const plain = words === '' ? 'post' : words
  const dated = `${plain}-${date.toISOString().slice(0, 10)}`
  if (await isFree(plain)) return plain
  if (await isFree(dated)) return dated
  for (let number = 2; ; number += 1) if (await isFree(`${dated}-${number}`)) return `${dated}-${number}`
}
