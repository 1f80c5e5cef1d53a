import { categorySlug } from '#blog/category.ts'
import type { Archive } from '#archive/archive.ts'
import { articleOf } from '#newsroom/article.ts'
import type { Finished } from '#newsroom/edition/finished.ts'
import { renderArticle } from '#newsroom/render.ts'
import type { Reference, Story } from '#newsroom/story.ts'
import type { Accepted } from '#newsroom/write-story.ts'

/** Makes a post of an accepted draft: its text set and rendered, its record, an id that no post of its category has had. */
export async function finishPost(options: {
  accepted: Accepted
  story: Story
  references: Reference[]
  category: string
  archive: Archive
  /** Posts that are published or held: their ids are taken too. */
  lately: readonly { category: string; id: string }[]
  author: string
  date: Date
  prompts: string
}): Promise<Finished> {
  const { accepted, story, references, category, archive, lately, author, date, prompts } = options
  const { draft, writer, checks, warnings } = accepted
  const { markdown, sources } = articleOf(draft, references)
  const id = freeId(
    draft.title,
    date,
    (id) =>
      archive.find(category, id) !== null ||
      archive.retraction(category, id) !== null ||
      lately.some((post) => post.category === category && post.id === id),
  )
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
      ...{ id, category, title: title.trim(), excerpt: excerpt.trim(), author, date: date.toISOString() },
      tags: tags.map((tag) => tag.trim()),
      html: await renderArticle(markdown, sources, { links: false }),
      provenance,
    },
    markdown,
    ordinal: archive.posts(category).length,
    pictured: false,
    addresses: story.entries.map(({ url }) => url),
    references: references.map(({ id, publisher, url, title, date, hash }) => ({
      id,
      publisher,
      url,
      title,
      date,
      hash,
    })),
    warnings,
    prompts,
  }
}

// The words of the title; with the day when another post has them, and a number when that is taken too.
function freeId(title: string, date: Date, isTaken: (id: string) => boolean): string {
  const words = categorySlug(title.normalize('NFKD').replaceAll(/[^A-Za-z0-9\s_-]/g, ''))
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 70)
    .replace(/-+$/, '')
  const plain = words === '' ? 'post' : words
  const dated = `${plain}-${date.toISOString().slice(0, 10)}`
  const names = [plain, dated, ...Array.from({ length: 50 }, (_, index) => `${dated}-${index + 2}`)]
  return names.find((name) => !isTaken(name)) ?? dated
}
