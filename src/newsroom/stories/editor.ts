import * as z from 'zod'
import { jsonSchemaOf } from '#newsroom/article/draft-json-schema.ts'
import { figuresIn } from '#newsroom/checks/evidence/read-figures.ts'
import type { Ask, ModelAnswer } from '#newsroom/llm/model.ts'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import { type Entry, independentPublishers } from '#newsroom/sources/entry.ts'
import { plainLine } from '#newsroom/sources/feed/markdown-text.ts'
import { findRepeats, type Published } from '#newsroom/stories/repeats.ts'
import { scoreStories, scoreStory, shortlist } from '#newsroom/stories/score.ts'
import { compareReports, type Comparison } from '#newsroom/stories/similarity.ts'
import { storyOf, type EditedStory, type Story } from '#newsroom/stories/story.ts'
import { sentencesOf, shorten } from '#text/sentences.ts'

type Day = {
  /** All collected entries, as code clustered them. */
  stories: Story[]
  categories: { id: string; posts: number }[]
  /** The posts of the last 30 days, newest first. */
  published: Published[]
  /** The kinds of the sources by id, such as `vendor`. */
  kinds: ReadonlyMap<string, string>
  now: Date
}

// Six stories for each of five categories and the ids of the rest are 2,500 tokens. Some models also count their reasoning.
const MAX_OUTPUT_TOKENS = 8_000

/**
 * Asks an editor in one call, over titles and teasers, which entries report one event, which stories are news, and in
 * which order. Code enforces the rules, and decides if the answer cannot be used or `ask` is null. `remarks` are sentences
 * about the parts of the answer that were not used. Rejects if `ask` rejects.
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
  const published = day.published.slice(0, MAX_PUBLISHED_TITLES).map(({ title }) => title)
  const { output } = await ask({
    instructions: `${prompt}\n\n${rule}`,
    prompt: [
      `Today: ${day.now.toISOString().slice(0, 10)}\nCategories: ${categories.join(', ')}`,
      ...(published.length === 0 ? [] : [`Published before:\n${fence(published)}`]),
      `Entries:\n${fence([...entries].map(([id, entry]) => listed(id, entry, day.kinds)))}`,
      'Choose the stories of this edition.',
    ].join('\n\n'),
    schema: choiceSchema([...entries.keys()], categories),
    schemaName: 'choice',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: 0,
  })
  const choice = readChoice(output, { entries, categories })
  const checked = choice === null ? NOTHING : check(choice, shown, day)
  return { stories: arranged(day, checked), remarks: remarksOn(choice, checked, shown) }
}

// A month at six posts a day.
const MAX_PUBLISHED_TITLES = 180

const MAX_TITLE = 200

// The part of a text that is searched for the date of its event.
const DATED_TEXT = 2_000
const MAX_TEASER = 280

function listed(id: string, { publisher, source, date, title, text }: Entry, kinds: ReadonlyMap<string, string>) {
  const start = plainLine(text.slice(0, 4 * MAX_TEASER))
  // Without a title that begins a sentence, the teaser would be a fragment.
  const rest = start.startsWith(title)
    ? /^(?:[\s.:!?–—-]+(?!\p{Ll})|$)(.*)/u.exec(start.slice(title.length))?.[1]
    : null
  return {
    id,
    publisher,
    kind: kinds.get(source) ?? 'publisher',
    time: date.slice(0, 16),
    title: shorten(title, MAX_TITLE),
    teaser: shorten((rest ?? start).trim(), MAX_TEASER),
    // Without these, a report about an old event looks like news.
    dates: datesIn(`${title}\n${text.slice(0, DATED_TEXT)}`),
  }
}

const MAX_DATES = 3

// The dates with a year that a text names, at most three, as `2026-03-12` or `2026-03`.
function datesIn(text: string): string[] {
  const figures = figuresIn(text).toSorted((one, other) => one.at - other.at)
  const dates = figures.flatMap(({ values }) => /^\d{4}-\d\d(?:-\d\d)?/.exec(String(values[0]))?.[0] ?? [])
  return [...new Set(dates)].slice(0, MAX_DATES)
}

/** The part of a choice that code accepts. `split` is the number of joins that were taken apart. */
type Checked = { chosen: EditedStory[]; notNews: Set<Entry>; split: number }

const NOTHING: Checked = { chosen: [], notNews: new Set(), split: 0 }

// If at least this many, and most, of the joins share no words, the model joined at random, so its ranking is not used.
const MANY_LOOSE = 3

// A join of more entries is a topic, not an event.
const MAX_JOIN = 8

const CONNECTED = 0.11

function check({ stories, notNews }: Choice, shown: Entry[], day: Day): Checked {
  const comparison = compareReports(shown)
  const joins = stories.filter(({ entries }) => entries.length > 1)
  const loose = joins.filter(({ entries }) => !isConnected(entries, comparison)).length
  if (loose >= MANY_LOOSE && loose * 2 > joins.length) return { ...NOTHING, split: loose }
  const accepted = stories.filter(({ entries }) => entries.length <= MAX_JOIN)
  return {
    chosen: accepted.flatMap((story) => editedStoryOf(story, day)),
    notNews,
    split: stories.length - accepted.length,
  }
}

// True if all entries are similar, directly or through each other.
function isConnected([first, ...others]: Entry[], { similarity }: Comparison<Entry>): boolean {
  const left = new Set(others)
  const connected = first === undefined ? [] : [first]
  // The loop also visits the entries that it adds.
  for (const one of connected)
    for (const other of left) if (similarity(one, other) >= CONNECTED && left.delete(other)) connected.push(other)
  return left.size === 0
}

function editedStoryOf({ category, entries, event, why, worth }: Chosen, day: Day): EditedStory[] {
  const [first] = entries
  const home = category ?? day.categories.find(({ id }) => first?.categories.includes(id))?.id
  if (home === undefined || first === undefined) return []
  const story = storyOf(entries, event)
  return [{ category: home, story, score: scoreStory(story, day.now), by: 'editor', event, why, worth }]
}

function arranged({ stories, categories, published, kinds, now }: Day, { chosen, notNews }: Checked): EditedStory[] {
  const repeats = findRepeats(stories, published, now)
  const fresh = stories.filter((story) => !repeats.has(story))
  const wanted = categories.filter(({ posts }) => posts > 0).map(({ id }) => id)
  const byCode = { by: 'code', event: '', why: '', worth: null } as const
  const scored = scoreStories(fresh, { categories: wanted, now }).map((story) => ({ ...story, ...byCode }))
  // If no story of the editor can be used, do not use `not_news` either.
  return arrange({ chosen, scored, notNews: chosen.length === 0 ? new Set() : notNews, categories, kinds })
}

function remarksOn(choice: Choice | null, { chosen, notNews, split }: Checked, shown: Entry[]): string[] {
  if (choice === null) return ['The editor’s answer could not be read. The stories are code’s own choice.']
  return [
    chosen.length === 0
      ? 'The editor chose no story that can be used. The stories are code’s own choice.'
      : `The editor chose ${count(chosen.length, 'story', 'stories')} from ${count(shown.length, 'entry', 'entries')} and rejected ${count(notNews.size, 'entry', 'entries')} as not news.`,
    ...(split > 0
      ? [`In ${count(split, 'story', 'stories')} it joined entries that have nothing in common. Code separated them.`]
      : []),
  ]
}

function count(number: number, one: string, more: string): string {
  return `${number} ${number === 1 ? one : more}`
}

// A slot that finds nothing fit to publish in so many stories is left empty.
const MAX_PER_POST = 6

type Options = {
  chosen: EditedStory[]
  scored: EditedStory[]
  notNews: Set<Entry>
  categories: { id: string; posts: number }[]
  kinds: ReadonlyMap<string, string>
}

/**
 * Arranges the stories of an edition, best first within each category: the editor's by their worth, then the other stories
 * by code's score. A story that the editor called no news is used only if a category has no other.
 */
function arrange({ chosen, scored, notNews, categories, kinds }: Options): EditedStory[] {
  const hasAny = ({ story }: EditedStory, entries: Set<Entry>) => story.entries.some((entry) => entries.has(entry))
  const used = new Set(chosen.flatMap(({ story }) => story.entries))
  const others = scored.filter((candidate) => !hasAny(candidate, used))
  const ranked = chosen.toSorted((a, b) => worthOf(b) - worthOf(a) || supportOf(b, kinds) - supportOf(a, kinds))
  const lists = categories.map(({ id, posts }) => {
    const inCategory = (list: EditedStory[]) => list.filter(({ category }) => category === id)
    const own = inCategory(others)
    const news = [...inCategory(ranked), ...own.filter((candidate) => !hasAny(candidate, notNews))]
    return { posts, stories: news.length > 0 ? news : own }
  })
  return limitPublishers(lists, kinds).flatMap((stories, index) =>
    stories.slice(0, (categories[index]?.posts ?? 0) * MAX_PER_POST),
  )
}

/**
 * Limits the announcements of vendors: one leads a category, any other only if its worth is at least one point above the
 * alternatives; otherwise it comes after them. A vendor's second announcement and a person's second post are left out.
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

/** A story as an editor put it together. */
type Chosen = {
  /** Null if the editor named none of the edition's categories. */
  category: string | null
  entries: Entry[]
  event: string
  why: string
  /** From 1 to 5. */
  worth: number | null
}

/** An editor's choice, the stories in its order. */
type Choice = { stories: Chosen[]; notNews: Set<Entry> }

/**
 * Reads an editor's answer. Null if it has no list of stories. `entries` are those shown, by id. Unreadable parts, unknown
 * ids and ids that are already in another story are ignored.
 */
export function readChoice(
  answer: unknown,
  { entries, categories }: { entries: ReadonlyMap<string, Entry>; categories: string[] },
): Choice | null {
  const { success, data } = answerShape.safeParse(answer)
  if (!success) return null
  const taken = new Set<Entry>()
  const stories = data.stories.flatMap((raw): Chosen[] => {
    const { success, data: story } = storyShape.safeParse(raw)
    if (!success) return []
    const { category, members, event, why, worth } = story
    const own = [...new Set(known(members)).difference(taken)]
    if (own.length === 0) return []
    for (const entry of own) taken.add(entry)
    const home = categories.find((id) => id === slugOf(category)) ?? null
    return [{ category: home, entries: own, event, why, worth: readWorth(worth) }]
  })
  const notNews = new Set(known(data.not_news).filter((entry) => !taken.has(entry)))
  return { stories, notNews }

  function known(text: string): Entry[] {
    return [...text.matchAll(/\bE0*(\d+)\b/gi)].flatMap(([, number]) => entries.get(`E${number}`) ?? [])
  }
}

/** The JSON Schema of an editor's answer about entries with these ids. */
function choiceSchema(ids: string[], categories: string[]) {
  const [text, entry] = [z.string(), z.enum(ids)]
  const story = z.object({
    category: z.enum(categories),
    members: z.array(entry),
    event: text,
    why: text,
    worth: z.enum(['1', '2', '3', '4', '5']),
  })
  return jsonSchemaOf(z.object({ stories: z.array(story), not_news: z.array(entry) }), { entry })
}

// A list of ids. Some models write it as one text.
const idList = z.union([z.array(z.unknown()), z.string()]).transform((ids) => [ids].flat().join(' '))

const answerShape = z.object({ stories: z.array(z.unknown()), not_news: idList.catch('') })

// The prompt asks for at most 60 and 15 words.
const MAX_EVENT = 600
const MAX_WHY = 240

// A model wrote it after reading untrusted texts, and it is shown at a terminal. Only a first sentence that is too long is cut.
const words = (limit: number) =>
  z
    .string()
    .catch('')
    .transform((text) => {
      const [first = '', ...more] = sentencesOf(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
      return more.reduce(
        (all, next) => (all.length + next.length < limit ? `${all} ${next}` : all),
        shorten(first, limit),
      )
    })

const storyShape = z.object({
  category: z.string().catch(''),
  members: idList,
  event: words(MAX_EVENT),
  why: words(MAX_WHY),
  worth: z.union([z.string(), z.number()]).catch(''),
})

// A model may write the name of a category instead of its id.
function slugOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
}

function readWorth(worth: string | number): number | null {
  const number = Math.round(Number.parseFloat(String(worth)))
  return number >= 1 && number <= 5 ? number : null
}
