import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAnswer } from '#newsroom/llm/read-answer.ts'
import { cluster } from '#newsroom/stories/similarity.ts'
import { editStories } from '#newsroom/stories/editor.ts'
import type { Story } from '#newsroom/stories/story.ts'
import { answerTo, readDays, type Day } from '../../../tests/fixtures/newsroom/days/days.ts'

const days = readDays()
const clustered = new Map(days.map((day) => [day, cluster([...day.entries.values()])]))
const ids = ['artificial-intelligence', 'blockchain', 'cybersecurity', 'web-development', 'technology']
const categories = ids.map((id) => ({ id, posts: 1 }))
const prompt = readFileSync('editorial/prompts/edit.md', 'utf8')

/** Plays the editor: returns the scripted response to a prompt for a given day. */
type Script = (day: Day, prompt: string) => string

const careful: Script = (day, asked) => JSON.stringify(answerTo(day, asked))

// Wraps a careful editor's response in prose, and adds unknown ids and repeated stories.
const untidy: Script = (day, asked) => {
  const { stories, not_news } = answerTo(day, asked)
  const spoilt = stories.map(({ members, ...story }) => ({ ...story, members: [...members, 'E999', 'E0'] }))
  const twice = stories.slice(0, 3).map(({ members, ...story }) => ({ ...story, members: [...members, ...members] }))
  const answer = { stories: [...spoilt, ...twice], not_news: [...not_news, 'E998', stories[0]?.members[0]] }
  return `Here is my choice, {as asked}:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`\nI hope this helps!`
}

const joinsAll: Script = (_, asked) =>
  JSON.stringify({
    stories: [{ category: 'technology', members: idsOf(asked), event: 'News.', why: 'All.', worth: '5' }],
  })

// Joins each pair of neighbours in the list.
const joinsPairs: Script = (_, asked) => {
  const shown = idsOf(asked)
  const stories = Array.from({ length: Math.floor(shown.length / 2) }, (_, index) => ({
    category: ids[index % ids.length],
    members: shown.slice(index * 2, index * 2 + 2),
    event: 'News.',
    why: 'Near.',
    worth: '3',
  }))
  return JSON.stringify({ stories, not_news: [] })
}

const callsNothingNews: Script = (_, asked) => JSON.stringify({ stories: [], not_news: idsOf(asked) })

test('chooses much better with a careful editor than by code alone, and no worse with a careless one', async () => {
  const code = await measure(null)
  const withEditor = await measure(careful)
  expect(withEditor.precision).toBeGreaterThanOrEqual(0.99)
  expect(withEditor.recall).toBeGreaterThanOrEqual(0.9)
  expect(withEditor.first).toBeGreaterThanOrEqual(0.9)
  expect(await measure(untidy)).toEqual(withEditor)
  for (const script of [joinsAll, joinsPairs, callsNothingNews]) expect(await measure(script)).toEqual(code)
})

// Measures the precision and recall of joins, and the fraction of categories in which the best story leads. Also returns
// the plan of each day.
async function measure(script: Script | null) {
  const results = await Promise.all(days.map(async (day) => ({ day, ...(await plan(day, script)) })))
  const right = sum(results.map(({ joined, day }) => joined.intersection(pairsOf(day.labels.settled.together)).size))
  const isFirst = results.flatMap(({ day, made }) =>
    ids.map((id) => {
      const first = made.find(({ category }) => category === id)
      return first !== undefined && idsIn(day, first.story).some((entry) => storyOfBest(day, id).includes(entry))
    }),
  )
  const share = (part: number, all: number) => (all === 0 ? 0 : part / all)
  return {
    precision: share(right, sum(results.map(({ joined }) => joined.size))),
    recall: share(right, sum(days.map(({ labels }) => pairsOf(labels.settled.together).size))),
    first: share(isFirst.filter(Boolean).length, isFirst.length),
    plans: results.map(({ made }) => made.map(({ category, story }) => `${category} ${story.entries[0]?.id}`)),
  }
}

async function plan(day: Day, script: Script | null) {
  const { now, kinds } = day
  const stories = clustered.get(day) ?? []
  const ask: Parameters<typeof editStories>[0]['ask'] = async ({ prompt: asked }) => {
    const text = script?.(day, asked) ?? ''
    return { text, output: parseAnswer(text), finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } }
  }
  const rest = { prompt, stories, categories, published: [], kinds, now, seed: day.date }
  const edition = { ...rest, ask: script === null ? null : ask }
  const made = (await editStories(edition)).stories
  return { made, joined: pairsOf(made.map(({ story }) => idsIn(day, story))) }
}

function storyOfBest({ labels: { settled } }: Day, category: string): string[] {
  const best = settled.best[category] ?? ''
  return settled.together.find((group) => group.includes(best)) ?? [best]
}

function idsIn({ entries }: Day, story: Story): string[] {
  const urls = new Set(story.entries.map(({ url }) => url))
  return [...entries].flatMap(([id, { url }]) => (urls.has(url) ? [id] : []))
}

function idsOf(asked: string): string[] {
  return [...asked.matchAll(/"id":"(E\d+)"/g)].map(([, id = '']) => id)
}

function pairsOf(groups: string[][]): Set<string> {
  return new Set(groups.flatMap((group) => group.flatMap((a) => group.filter((b) => a < b).map((b) => `${a} ${b}`))))
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
