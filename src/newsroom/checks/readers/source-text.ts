import type { Passage } from '#newsroom/drafting/draft.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** The references that a passage rests on; names of none are left out, for another check reports them. */
export function ownSources<Source extends Pick<Reference, 'id'>>(passage: Passage, references: Source[]): Source[] {
  return references.filter(({ id }) => passage.sources.includes(id))
}

/** All that a reference says: its title, its publisher, its text. */
export function sourceText({ title, publisher, text }: Reference): string {
  return `${title}\n\n${publisher}\n\n${text}`
}
