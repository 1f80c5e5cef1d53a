import type { Drafting } from '#newsroom/drafting/write-story.ts'
import { BudgetExceeded, type Ledger } from '#newsroom/llm/llm-ledger.ts'
import { ModelFailed } from '#newsroom/llm/model-failed.ts'
import type { Source } from '#newsroom/sources/source-list.ts'
import { editStories } from '#newsroom/stories/editor.ts'
import type { RecentPost } from '#newsroom/stories/repeats.ts'
import type { Story } from '#newsroom/stories/story.ts'

const HOUR_MS = 3600 * 1000

/** Chooses the stories of an edition. The writers are also the editors; if none of them answers, code chooses. */
export async function chooseStories(options: {
  drafting: Drafting
  sources: Source[]
  date: string
  ledger: Ledger
  stories: Story[]
  categories: { id: string; posts: number }[]
  recent: RecentPost[]
  until: Date
}): Promise<Awaited<ReturnType<typeof editStories>>> {
  const { drafting, sources, date, ledger, stories, categories, recent, until } = options
  const day = {
    stories,
    categories,
    published: recent,
    kinds: new Map(sources.map(({ id, kind }) => [id, kind])),
    // Rounded to the hour, so that a run after a kill asks the same question again and does not pay twice.
    now: new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS),
    prompt: drafting.prompts.edit,
    seed: `${date}/editor`,
  }
  const failures: string[] = []
  for (const writer of drafting.writers) {
    try {
      return await editStories({ ...day, ask: (question) => ledger.ask(writer, { ...question, purpose: 'edit' }) })
    } catch (error) {
      if (!(error instanceof ModelFailed) && !(error instanceof BudgetExceeded)) throw error
      failures.push(error.message)
    }
  }
  const chosen = await editStories({ ...day, ask: null })
  return {
    ...chosen,
    remarks: [`No editor model answered (${failures.join(' ')}). The stories are code’s own choice.`],
  }
}
