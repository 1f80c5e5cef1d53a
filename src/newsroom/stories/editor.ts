import type { Ask, ModelAnswer } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import { shorten } from '#text/shorten.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { Published } from '#newsroom/stories/dedupe.ts'
import { arrange } from '#newsroom/stories/editor/arrange.ts'
import { choiceSchema, readChoice, type Choice, type Chosen } from '#newsroom/stories/editor/choice.ts'
import type { EditedStory } from '#newsroom/stories/editor/edited-story.ts'
import { joinCheck } from '#newsroom/stories/editor/joins.ts'
import { shortlist } from '#newsroom/stories/editor/shortlist.ts'
import { rankStories } from '#newsroom/stories/rank.ts'
import { scoreStory } from '#newsroom/stories/score.ts'
import { storyOf } from '#newsroom/stories/story-of.ts'
import type { Story } from '#newsroom/stories/story.ts'

type Day = {
  /** Everything that came in, as code clustered it. */
  stories: Story[]
  categories: { id: string; posts: number }[]
  /** The posts of the last 30 days, newest first. */
  published: Published[]
  /** What each source is, by its id, as `vendor`. */
  kinds: ReadonlyMap<string, string>
  now: Date
}

// Six stories for each of five categories and the ids of the rest are 2,500 tokens; models that think first count that as well.
const MOST_TOKENS = 8_000

/**
 * Has an editor choose, in one call over titles and teasers, which stories an edition may tell: what tells of one event,
 * what is news, and in which order. Code keeps the rules, and decides by itself where the answer cannot be used or `ask`
 * is null. `remarks` say in sentences what was not taken as it was answered. Rejects with whatever `ask` rejects with.
 */
export async function editStories(
  options: Day & {
    ask: ((question: Omit<Parameters<Ask>[0], 'purpose'>) => Promise<ModelAnswer>) | null
    prompt: string
    seed: string
  },
): Promise<{ stories: EditedStory[]; remarks: string[] }> {
  const { ask, prompt, seed, ...day } = options
  const shown = shortlist(day)
  if (ask === null || shown.length === 0) return { stories: arranged(day, NOTHING), remarks: [] }
  const { fence, rule } = delimitersFor(seed)
  const entries = new Map(shown.map((entry, index) => [`E${index + 1}`, entry]))
  const categories = day.categories.filter(({ posts }) => posts > 0).map(({ id }) => id)
  const told = day.published.slice(0, MOST_TOLD).map(({ title }) => title)
  const { output } = await ask({
    instructions: `${prompt}\n\n${rule}`,
    prompt: [
      `Today: ${day.now.toISOString().slice(0, 10)}\nCategories: ${categories.join(', ')}`,
      ...(told.length === 0 ? [] : [`Told before:\n${fence(told)}`]),
      `Entries:\n${fence([...entries].map(([id, entry]) => listed(id, entry, day.kinds)))}`,
      'Choose the stories of this edition.',
    ].join('\n\n'),
    schema: choiceSchema([...entries.keys()], categories),
    schemaName: 'choice',
    maxOutputTokens: MOST_TOKENS,
    temperature: 0,
  })
  const choice = readChoice(output, { entries, categories })
  const checked = choice === null ? NOTHING : check(choice, shown, day)
  return { stories: arranged(day, checked), remarks: remarksOn(choice, checked, shown) }
}

// A month of the newest, at six posts a day.
const MOST_TOLD = 180

const LONGEST_TITLE = 200
const LONGEST_TEASER = 280

function listed(id: string, { publisher, source, date, title, text }: Entry, kinds: ReadonlyMap<string, string>) {
  const start = text.slice(0, 4 * LONGEST_TEASER).trim()
  const teaser = start.startsWith(title) ? start.slice(title.length) : start
  return {
    id,
    publisher,
    kind: kinds.get(source) ?? 'publisher',
    time: date.slice(0, 16),
    title: shorten(title, LONGEST_TITLE),
    teaser: shorten(teaser.replaceAll(/\s+/g, ' ').trim(), LONGEST_TEASER),
  }
}

/** What code leaves of a choice; `split` is the number of joins that it took apart. */
type Checked = { chosen: EditedStory[]; notNews: Set<Entry>; split: number }

const NOTHING: Checked = { chosen: [], notNews: new Set(), split: 0 }

// Whoever joins at random ranks at random: from so many joins on that have nothing in common, when they are the most.
const MANY_LOOSE = 3

function check({ stories, notNews }: Choice, shown: Entry[], day: Day): Checked {
  const { believed, hangsTogether } = joinCheck(shown)
  const joins = stories.filter(({ entries }) => entries.length > 1)
  const loose = joins.filter(({ entries }) => !hangsTogether(entries)).length
  if (loose >= MANY_LOOSE && loose * 2 > joins.length) return { ...NOTHING, split: loose }
  const parts = stories.map((story) => ({ ...story, entries: believed(story.entries) }))
  return {
    chosen: parts.flatMap((story) => editedStoryOf(story, day)),
    notNews,
    split: parts.filter(({ entries }, index) => entries.length < (stories[index]?.entries.length ?? 0)).length,
  }
}

function editedStoryOf({ category, entries, event, why, worth }: Chosen, day: Day): EditedStory[] {
  const [first] = entries
  const home = category ?? day.categories.find(({ id }) => first?.categories.includes(id))?.id
  if (home === undefined || first === undefined) return []
  const story = storyOf(entries)
  const { score, reasons } = scoreStory(story, day.published, day.now)
  return [{ category: home, story, score, reasons, by: 'editor', event, why, worth }]
}

function arranged({ stories, categories, published, kinds, now }: Day, { chosen, notNews }: Checked): EditedStory[] {
  const byCode = { by: 'code', event: '', why: '', worth: null } as const
  const ranked = rankStories({ stories, categories, published, now }).map((candidate) => ({ ...candidate, ...byCode }))
  // Without any story of the editor's, its word on the others is worth nothing either.
  return arrange({ chosen, ranked, notNews: chosen.length === 0 ? new Set() : notNews, categories, kinds })
}

function remarksOn(choice: Choice | null, { chosen, notNews, split }: Checked, shown: Entry[]): string[] {
  if (choice === null) return ['The editor’s answer could not be read: the stories are code’s own choice.']
  const { unknown, doubled } = choice
  return [
    chosen.length === 0
      ? 'The editor chose nothing that can be told: the stories are code’s own choice.'
      : `The editor chose ${count(chosen.length, 'story', 'stories')} from ${count(shown.length, 'entry', 'entries')} and called ${notNews.size} no news.`,
    ...(unknown > 0 ? [`It named ${count(unknown, 'entry', 'entries')} that it was not shown.`] : []),
    ...(doubled > 0 ? [`It put ${count(doubled, 'entry', 'entries')} into a second story; the first has them.`] : []),
    ...(split > 0
      ? [`In ${count(split, 'story', 'stories')} it joined entries that have nothing in common: code took them apart.`]
      : []),
  ]
}

function count(number: number, one: string, more: string): string {
  return `${number} ${number === 1 ? one : more}`
}
