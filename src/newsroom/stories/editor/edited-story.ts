import * as z from 'zod'
import { story } from '#newsroom/stories/story.ts'

/** The schema of a story that an edition may tell, as its plan keeps it; plans of before knew no editor. */
export const editedStory = z.object({
  category: z.string(),
  story,
  score: z.number(),
  reasons: z.array(z.string()),
  by: z.enum(['editor', 'code']).default('code'),
  event: z.string().default(''),
  why: z.string().default(''),
  worth: z.number().nullable().default(null),
})

/**
 * A story for a category, and who put it together and ranked it. `score` and `reasons` are what code found; `event`, `why`
 * and `worth` (1 to 5) are the editor's words, empty and null where code decided.
 */
export type EditedStory = z.infer<typeof editedStory>
