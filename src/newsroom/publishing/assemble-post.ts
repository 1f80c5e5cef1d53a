import { categorySlug } from '#blog/category.ts'
import type { Archive } from '#archive/archive.ts'
import { plain } from '#text/prose.ts'
import { renderMarkdown } from '#newsroom/article/render-markdown.ts'
import type { PendingPost } from '#newsroom/publishing/pending-post.ts'
import { setQuotes } from '#newsroom/publishing/render/typography.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import type { Judging } from '#blog/post.ts'
import { countByKind, countPlanted } from '#newsroom/judging/judge.ts'
import type { Model } from '#newsroom/llm/model.ts'
import { keysOf } from '#newsroom/sources/entry.ts'
import type { Story } from '#newsroom/stories/story.ts'
import type { Accepted } from '#newsroom/drafting/write-story.ts'

type Named = Pick<Model, 'provider' | 'model' | 'name'>

/** Makes a post of an accepted draft: its rendered text, its record, and an id that is new in its category. */
export async function assemblePost(options: {
  accepted: Accepted
  story: Story
  judges: readonly Named[]
  category: string
  archive: Archive
  /** True if no other written post has this id. */
  isFree: (id: string) => Promise<boolean>
  author: string
  date: Date
  prompts: string
}): Promise<PendingPost> {
  const { accepted, story, judges, category, archive, isFree, author, date, prompts } = options
  const { draft, writer, checks, warnings, unproved } = accepted
  const { markdown, sources, evidence } = renderMarkdown(draft, accepted.sources)
  const day = date.toISOString().slice(0, 10)
  const title = setQuotes(plain(draft.title.text).trim())
  const id = await freeId(title, date, async (id) => {
    if (archive.find(category, id) !== null || archive.retraction(category, id) !== null) return false
    return await isFree(id)
  })
  const provenance = {
    writer: { model: writer.model, provider: writer.provider },
    note: `Written from the texts of its ${sources.length === 1 ? 'source' : 'sources'} as they stood on ${day}.`,
    sources: sources.map((source) => ({ ...source, read: day })),
    checks,
    evidence: evidence.map(({ text, compute, citation, source, unit, quote }) => {
      return { text, compute, citation, source, unit, quote }
    }),
    judging: judgingOf(accepted, judges),
    reviews: [],
    corrections: [],
  }
  const { excerpt, tags } = draft
  return {
    post: {
      id,
      category,
      title,
      excerpt: setQuotes(excerpt.map(({ text }) => plain(text).trim()).join(' ')),
      author,
      date: date.toISOString(),
      tags: tags.map((tag) => tag.trim()),
      html: await renderArticle(markdown, sources, { isOfNewsroom: true }),
      provenance,
    },
    markdown,
    pictured: false,
    addresses: story.entries.flatMap(keysOf),
    references: accepted.sources.map(({ id, publisher, url, title, date, hash }) => {
      return { id, publisher, url, title, date, hash }
    }),
    warnings,
    isUnproved: unproved.length > 0,
    prompts,
  }
}

// The judge of most sentences comes first. Undefined if no judge's verdict counts.
function judgingOf({ writer, verdicts, planted, cut }: Accepted, judges: readonly Named[]): Judging | undefined {
  const share = (name: string) => verdicts.filter(({ judge }) => judge === name).length
  const [first, ...others] = judges
    .filter(({ name }) => share(name) > 0)
    .toSorted((one, other) => share(other.name) - share(one.name))
    .map(({ provider, model, name }) => {
      const isWriter = name === writer.name
      const own = planted.filter(({ judge }) => judge === name)
      return { model, provider, isWriter, sentences: share(name), ...countPlanted(own), kinds: countByKind(own) }
    })
  if (first === undefined) return undefined
  return { ...first, cut: cut.length, ...(others.length === 0 ? {} : { others }) }
}

// The words of the title, with the day if another post has the same, and a number if that is taken too.
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
