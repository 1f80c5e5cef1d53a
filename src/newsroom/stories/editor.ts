import * as z from 'zod'
import { jsonSchemaOf } from '#newsroom/article/draft-json-schema.ts'
import { count } from '#newsroom/article/finding.ts'
import { figuresIn } from '#newsroom/checks/evidence/read-figures.ts'
import type { Ask } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { independentPublishers } from '#newsroom/sources/publishers.ts'
import { oneLine, plainLine } from '#newsroom/sources/feed/markdown-text.ts'
import { findRepeats, type Published } from '#newsroom/stories/repeats.ts'
import { scoreStories, scoreStory, shortlist } from '#newsroom/stories/score.ts'
import { storyOf, type EditedStory, type Story } from '#newsroom/stories/story.ts'
import { shorten } from '#text/sentences.ts'

type Day = {
  /** All collected entries, grouped into stories by code. */
  stories: Story[]
  categories: { id: string; posts: number }[]
  /** Posts from the last 30 days, newest first. */
  published: Published[]
  /** The kind of each source, such as `vendor`, by source id. */
  kinds: ReadonlyMap<string, string>
  now: Date
}

// Six stories for each of five categories and the rejected ids are 2,500 tokens. Some models also count reasoning.
const MAX_OUTPUT_TOKENS = 8_000

/**
 * Sends a day's titles and teasers to the editor model in one request. The response says which entries report the same
 * event, which stories are news, and how to rank them. The code then enforces its own rules. If `ask` is null or the
 * response is unusable, code chooses the stories. `remarks` describe the unused parts of the response. Rejects if `ask`
 * rejects.
 */
export async function editStories(
  options: Day & { ask: Ask | null; prompt: string; seed: string },
): Promise<{ stories: EditedStory[]; remarks: string[] }> {
  const { ask, prompt, seed, ...given } = options
  const { published, kinds, now } = given
  const repeats = findRepeats(given.stories, published)
  const day = { ...given, stories: given.stories.filter((story) => !repeats.has(story)) }
  const categories = day.categories.map(({ id }) => id)
  const shown = shortlist(day.stories, { categories, now })
  if (ask === null || shown.length === 0) return { stories: arrange(day, NOTHING), remarks: [] }
  const { fence, rule } = delimitersFor(seed)
  const entries = new Map(shown.map((entry, index) => [`E${index + 1}`, entry]))
  const entry = z.enum([...entries.keys()])
  const titles = published.slice(0, MAX_PUBLISHED_TITLES).map(({ title }) => title)
  const { output } = await ask({
    purpose: 'edit',
    instructions: `${prompt}\n\n${rule}`,
    prompt: [
      `Today: ${now.toISOString().slice(0, 10)}\nCategories: ${categories.join(', ')}`,
      ...(titles.length === 0 ? [] : [`Published before:\n${fence(titles)}`]),
      `Entries:\n${fence([...entries].map(([id, entry]) => listed(id, entry, kinds)))}`,
      'Choose the stories of this edition.',
    ].join('\n\n'),
    schema: jsonSchemaOf(choiceShape({ entry, category: z.enum(categories) }), { entry }),
    schemaName: 'choice',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: 0,
  })
  const choice = readChoice(output, { entries, categories, now })
  const accepted = choice === null ? NOTHING : accept(choice, shown, day.stories)
  return { stories: arrange(day, accepted), remarks: remarksOn(choice, accepted, shown) }
}

// Covers a month with six posts a day.
const MAX_PUBLISHED_TITLES = 180

const MAX_TITLE = 200

const MAX_TEASER = 280

// Number of characters at the start of an entry's text in which to look for dates.
const DATED_TEXT = 2_000

function listed(id: string, { publisher, source, date, title, text }: Entry, kinds: ReadonlyMap<string, string>) {
  return {
    id,
    publisher,
    kind: kinds.get(source) ?? 'publisher',
    time: date.slice(0, 16),
    title: shorten(title, MAX_TITLE),
    teaser: shorten(plainLine(text.slice(0, 4 * MAX_TEASER)).trim(), MAX_TEASER),
    // With these dates, the editor can recognise reports about old events.
    dates: datesIn(`${title}\n${text.slice(0, DATED_TEXT)}`),
  }
}

const MAX_DATES = 3

// Returns the first three dates in text that include a year, as `2026-03-12` or `2026-03`.
function datesIn(text: string): string[] {
  const figures = figuresIn(text).toSorted((one, other) => one.at - other.at)
  const dates = figures.flatMap(({ values }) => /^\d{4}-\d\d(?:-\d\d)?/.exec(String(values[0]))?.[0] ?? [])
  return [...new Set(dates)].slice(0, MAX_DATES)
}

/** An editor's choice: stories in the editor's order, and the entries that are not news. */
type Choice = { stories: EditedStory[]; notNews: Set<Entry> }

const NOTHING: Choice = { stories: [], notNews: new Set() }

// A larger group of entries shares a topic but does not report the same event.
const MAX_JOIN = 8

// If an editor joined nearly all entries with entries that code does not group with them, it joined them at random, so
// its ranking is equally unreliable. A few entries may all report one event.
const MAX_JOINED_SHARE = 0.8
const MIN_SHOWN = 20

function accept({ stories, notNews }: Choice, shown: Entry[], groups: Story[]): Choice {
  const isGroup = ({ entries }: Story) =>
    groups.some((group) => entries.every((entry) => group.entries.includes(entry)))
  const joins = stories.filter(({ story }) => !isGroup(story)).map(({ story }) => story.entries.length)
  const joined = joins.reduce((sum, length) => sum + length, 0)
  if (shown.length >= MIN_SHOWN && joined > MAX_JOINED_SHARE * shown.length) return NOTHING
  return { stories: stories.filter(({ story }) => story.entries.length <= MAX_JOIN), notNews }
}

function remarksOn(choice: Choice | null, { stories: chosen, notNews }: Choice, shown: Entry[]): string[] {
  if (choice === null) return ['The editor’s response could not be read. Code chose the stories.']
  const ignored = choice.stories.length - chosen.length
  return [
    chosen.length === 0
      ? 'The editor chose no usable story. Code chose the stories.'
      : `The editor chose ${count(chosen.length, 'story', 'stories')} from ${count(shown.length, 'entry', 'entries')} and rejected ${count(notNews.size, 'entry', 'entries')} as not news.`,
    ...(ignored > 0
      ? [`It joined unrelated entries in ${count(ignored, 'story', 'stories')}, which code ignored.`]
      : []),
  ]
}

// If none of this many stories yields an article, the slot stays empty.
const MAX_STORIES_PER_POST = 6

/**
 * Orders an edition's stories, best first within each category: the editor's stories by the worth that the editor
 * assigned, then the other stories by their computed score. A story that the editor rejected as not news is used only
 * if its category has no other.
 */
function arrange({ stories, categories, kinds, now }: Day, { stories: chosen, notNews }: Choice): EditedStory[] {
  const hasAny = ({ story }: EditedStory, entries: Set<Entry>) => story.entries.some((entry) => entries.has(entry))
  const used = new Set(chosen.flatMap(({ story }) => story.entries))
  const scored = scoreStories(stories, { categories: categories.map(({ id }) => id), now })
  const others = scored.filter((candidate) => !hasAny(candidate, used))
  // If none of the editor's stories is usable, ignore the editor's rejections too.
  const rejected = chosen.length === 0 ? new Set<Entry>() : notNews
  const ranked = chosen.toSorted((a, b) => worthOf(b) - worthOf(a) || supportOf(b, kinds) - supportOf(a, kinds))
  const lists = categories.map(({ id, posts }) => {
    const inCategory = (list: EditedStory[]) => list.filter(({ category }) => category === id)
    const own = inCategory(others)
    const news = [...inCategory(ranked), ...own.filter((candidate) => !hasAny(candidate, rejected))]
    return { posts, stories: news.length > 0 ? news : own }
  })
  return limitPublishers(lists, kinds).flatMap((list, index) =>
    list.slice(0, (categories[index]?.posts ?? 0) * MAX_STORIES_PER_POST),
  )
}

/**
 * Limits announcements by vendors. The day's best one may lead its category. Any other may lead only if its worth is at
 * least one point above the alternatives. Drops a vendor's second announcement and a person's second post.
 */
function limitPublishers(
  lists: { posts: number; stories: EditedStory[] }[],
  kinds: ReadonlyMap<string, string>,
): EditedStory[][] {
  const isOnly = (kind: string) => (candidate: EditedStory) =>
    candidate.story.entries.every(({ source }) => kinds.get(source) === kind)
  const [isAnnouncement, isPersonal] = [isOnly('vendor'), isOnly('personal')]
  const leading = lists.flatMap(({ stories, posts }) => stories.slice(0, posts)).filter(isAnnouncement)
  const [first] = leading.toSorted((a, b) => worthOf(b) - worthOf(a) || b.score - a.score)
  const seen = new Set(first?.story.entries.map(({ publisher }) => publisher))
  return lists.map(({ stories }) => {
    const alternative = Math.max(0, ...stories.filter((story) => !isAnnouncement(story)).map(worthOf))
    const mayLead = (story: EditedStory) =>
      story === first || !isAnnouncement(story) || worthOf(story) >= alternative + 1
    return [...stories.filter(mayLead), ...stories.filter((story) => !mayLead(story))].filter(isFirstOfPublisher)
  })

  function isFirstOfPublisher(candidate: EditedStory): boolean {
    if (candidate === first || !(isAnnouncement(candidate) || isPersonal(candidate))) return true
    const publishers = candidate.story.entries.map(({ publisher }) => publisher)
    if (publishers.some((publisher) => seen.has(publisher))) return false
    for (const publisher of publishers) seen.add(publisher)
    return true
  }
}

function worthOf({ worth }: EditedStory): number {
  return worth ?? 0
}

const PRIMARY_KINDS = new Set<string | undefined>(['advisory', 'project', 'research'])

// At equal worth, a story with two independent publishers or a primary document comes first.
function supportOf({ story: { entries } }: EditedStory, kinds: ReadonlyMap<string, string>): number {
  const hasPrimary = entries.some(({ source }) => PRIMARY_KINDS.has(kinds.get(source)))
  return hasPrimary || independentPublishers(entries) > 1 ? 1 : 0
}

/**
 * Parses an editor's response. Returns null if it does not have the requested shape. `entries` maps ids to the entries
 * that the editor was shown. Ignores unknown ids, and ids that another story already uses. A story without a known
 * category gets a category of its first entry.
 */
export function readChoice(
  answer: unknown,
  options: { entries: ReadonlyMap<string, Entry>; categories: string[]; now: Date },
): Choice | null {
  const { entries, categories, now } = options
  const { success, data } = choiceShape({ entry: z.string(), category: z.string() }).safeParse(answer)
  if (!success) return null
  const known = (ids: string[]) => ids.flatMap((id) => entries.get(id) ?? [])
  const taken = new Set<Entry>()
  const stories = data.stories.flatMap(({ members, event, why, worth, ...chosen }): EditedStory[] => {
    const own = [...new Set(known(members)).difference(taken)]
    for (const entry of own) taken.add(entry)
    const category = [chosen.category, ...(own[0]?.categories ?? [])].find((id) => categories.includes(id))
    if (own.length === 0 || category === undefined) return []
    const story = storyOf(own)
    const texts = { event: shorten(oneLine(event), MAX_EVENT), why: shorten(oneLine(why), MAX_WHY) }
    return [{ category, story, score: scoreStory(story, now), by: 'editor', ...texts, worth: Number(worth) }]
  })
  return { stories, notNews: new Set(known(data.not_news)).difference(taken) }
}

/** Returns the schema for a choice among these entries and categories. */
function choiceShape({ entry, category }: { entry: z.ZodType<string>; category: z.ZodType<string> }) {
  const text = z.string()
  const worth = z.enum(['1', '2', '3', '4', '5'])
  const story = z.object({ category, members: z.array(entry), event: text, why: text, worth })
  return z.object({ stories: z.array(story), not_news: z.array(entry) })
}

// The prompt asks for at most 60 and 15 words, respectively.
const MAX_EVENT = 600
const MAX_WHY = 240
