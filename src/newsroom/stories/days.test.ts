import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAnswer } from '#newsroom/llm/read-answer.ts'
import { cluster } from '#newsroom/stories/similarity.ts'
import { editStories } from '#newsroom/stories/editor.ts'
import { modelOf } from '../../../tests/fixtures/newsroom/assignment.ts'
import { answerTo, readDays, type Day } from '../../../tests/fixtures/newsroom/days/days.ts'

const days = readDays()
const clustered = new Map(days.map((day) => [day, cluster([...day.entries.values()])]))
const categories = ['artificial-intelligence', 'blockchain', 'cybersecurity', 'web-development', 'technology']
const prompt = readFileSync('editorial/prompts/edit.md', 'utf8')

/** Plays the editor: returns the response to a prompt for a given day. */
type Script = (day: Day, prompt: string) => unknown

// Wraps a careful editor's response in prose, and adds unknown ids and repeated stories.
const untidy: Script = (day, asked) => {
  const { stories, not_news } = answerTo(day, asked)
  const spoilt = stories.map(({ members, ...story }) => ({ ...story, members: [...members, 'E999', 'E0'] }))
  const twice = stories.slice(0, 3).map(({ members, ...story }) => ({ ...story, members: [...members, ...members] }))
  const answer = { stories: [...spoilt, ...twice], not_news: [...not_news, 'E998', stories[0]?.members[0]] }
  return parseAnswer(
    `Here is my choice, {as asked}:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`\nI hope this helps!`,
  )
}

// Joins each pair of neighbours in the list.
const joinsPairs: Script = (_, asked) => {
  const shown = Array.from(asked.matchAll(/"id":"(E\d+)"/g), ([, id = '']) => id)
  const stories = Array.from({ length: Math.floor(shown.length / 2) }, (_, index) => ({
    category: categories[index % categories.length],
    members: shown.slice(index * 2, index * 2 + 2),
    event: 'News.',
    why: 'Near.',
    worth: '3',
  }))
  return { stories, not_news: [] }
}

test('chooses much better with a careful editor than by code alone, and no worse with a careless one', async () => {
  const careful = await measure(answerTo)
  expect(careful.precision).toBeGreaterThanOrEqual(0.99)
  expect(careful.recall).toBeGreaterThanOrEqual(0.9)
  expect(careful.first).toBeGreaterThanOrEqual(0.9)
  expect(await measure(untidy)).toEqual(careful)
  expect(await measure(joinsPairs)).toEqual(await measure(null))
})

// Measures the precision and recall of joins, and the fraction of categories in which the best story leads. Also returns
// the plan of each day.
async function measure(script: Script | null) {
  const plans = await Promise.all(days.map((day) => plan(day, script)))
  const [joined, labelled] = [new Set<string>(), new Set<string>()]
  let first = 0
  for (const [index, day] of days.entries()) {
    const { together, best } = day.labels
    for (const pair of pairsOf(together)) labelled.add(`${day.date} ${pair}`)
    for (const pair of pairsOf((plans[index] ?? []).map(({ ids }) => ids))) joined.add(`${day.date} ${pair}`)
    for (const category of categories) {
      const leading = plans[index]?.find((story) => story.category === category)?.ids ?? []
      const group = together.find((ids) => ids.includes(best[category] ?? '')) ?? [best[category] ?? '']
      if (leading.some((id) => group.includes(id))) first += 1
    }
  }
  const right = joined.intersection(labelled).size
  return {
    precision: right / joined.size,
    recall: right / labelled.size,
    first: first / (days.length * categories.length),
    plans,
  }
}

// Returns the chosen stories, each as its category and the ids of its entries.
async function plan(day: Day, script: Script | null) {
  const { stories } = await editStories({
    ask: script === null ? null : modelOf('editor', ({ prompt: asked }) => script(day, asked)).ask,
    prompt,
    stories: clustered.get(day) ?? [],
    categories: categories.map((id) => ({ id, posts: 1 })),
    published: [],
    kinds: day.kinds,
    now: day.now,
    seed: day.date,
  })
  return stories.map(({ category, story }) => ({ category, ids: story.entries.map(({ id }) => id) }))
}

function pairsOf(groups: string[][]): string[] {
  return groups.flatMap((group) => group.flatMap((a) => group.filter((b) => a < b).map((b) => `${a} ${b}`)))
}
