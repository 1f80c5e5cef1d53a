import { plain } from '#text/prose.ts'
import { claimsOf } from '#newsroom/article/draft.ts'
import { renderMarkdown } from '#newsroom/article/render-markdown.ts'
import type { PendingPost } from '#newsroom/publishing/pending-post.ts'
import { slugOf } from '#newsroom/publishing/render/sections.ts'
import { setQuotes } from '#newsroom/publishing/render/typography.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import type { Judging, NamedLink } from '#blog/post.ts'
import { countByKind, countPlanted } from '#newsroom/judging/judge.ts'
import type { Model } from '#newsroom/llm/model.ts'
import { keysOf } from '#newsroom/sources/entry.ts'
import type { Story } from '#newsroom/stories/story.ts'
import type { Accepted } from '#newsroom/drafting/write-story.ts'

const MAX_SLUG_LENGTH = 70

type Named = Pick<Model, 'provider' | 'model' | 'name'>

/**
 * Builds the post for an accepted draft: its rendered text, its record, and an id that is unique within its category.
 */
export async function assemblePost(options: {
  accepted: Accepted
  story: Story
  /** The named links of the pages that were read. */
  links: NamedLink[]
  judges: readonly Named[]
  category: string
  /** Resolves to true if no other post, published, retracted or pending, has this id. */
  isFree: (id: string) => Promise<boolean>
  author: string
  date: Date
}): Promise<PendingPost> {
  const { accepted, story, links: named, judges, category, isFree, author, date } = options
  const { draft, writer, checks, warnings, notesForDesk, unproved } = accepted
  const { markdown, sources, evidence } = renderMarkdown(draft, accepted.sources)
  const text = claimsOf(draft)
    .map((claim) => claim.text.toLowerCase())
    .join('\n')
  const links = named.filter((link) => text.includes(link.text.toLowerCase()))
  const day = date.toISOString().slice(0, 10)
  const title = setQuotes(plain(draft.title.text).trim())
  const id = await freeId(title, day, isFree)
  return {
    post: {
      id,
      category,
      title,
      excerpt: setQuotes(draft.excerpt.map(({ text }) => plain(text).trim()).join(' ')),
      author,
      date: date.toISOString(),
      tags: draft.tags.map((tag) => tag.trim()),
      html: await renderArticle(markdown, sources, { isOfNewsroom: true, links }),
      provenance: {
        writer: { model: writer.model, provider: writer.provider },
        note: `Written from the texts of its ${sources.length === 1 ? 'source' : 'sources'} as of ${day}.`,
        sources: sources.map((source) => ({ ...source, read: day })),
        links,
        checks,
        evidence,
        judging: judgingOf(accepted, judges),
        reviews: [],
        corrections: [],
      },
    },
    markdown,
    addresses: story.entries.flatMap(keysOf),
    references: accepted.sources,
    warnings,
    notes: notesForDesk,
    isUnproved: unproved.length > 0,
  }
}

// Returns the judge of most sentences as the main one, or undefined if no judge returned a trusted verdict.
function judgingOf({ writer, verdicts, planted, cut }: Accepted, judges: readonly Named[]): Judging | undefined {
  const records = judges.map(({ provider, model, name }) => {
    const sentences = verdicts.filter(({ judge }) => judge === name).length
    const own = planted.filter(({ judge }) => judge === name)
    return { model, provider, isWriter: name === writer.name, sentences, ...countPlanted(own), kinds: countByKind(own) }
  })
  const [first, ...others] = records
    .filter(({ sentences }) => sentences > 0)
    .toSorted((one, other) => other.sentences - one.sentences)
  return first && { ...first, cut: cut.length, ...(others.length > 0 && { others }) }
}

// Returns the title as a slug. If that id is taken, appends the day and, if necessary, a number.
async function freeId(title: string, day: string, isFree: (id: string) => Promise<boolean>): Promise<string> {
  const first = slugOf(title).slice(0, MAX_SLUG_LENGTH).replace(/-+$/, '') || 'post'
  for (let count = 0; ; count += 1) {
    const id = [first, `${first}-${day}`][count] ?? `${first}-${day}-${count}`
    if (await isFree(id)) return id
  }
}
