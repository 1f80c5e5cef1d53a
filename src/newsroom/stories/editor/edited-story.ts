import * as z from 'zod'
import { story } from '#newsroom/stories/story.ts'

/** The schema of a story that an edition may publish, as its plan keeps it. Older plans have no editor. */
export const editedStory = z.object({
  category: z.string(),
  story,
  /** The verdict of code. */
  score: z.number(),
  reasons: z.array(z.string()),
  by: z.enum(['editor', 'code']).default('code'),
  /** The editor's words; empty if code decided. */
  event: z.string().default(''),
  why: z.string().default(''),
  /** The editor's verdict from 1 to 5; null if code decided. */
  worth: z.number().nullable().default(null),
})

/** A story for a category, and who put it together and ranked it. */
export type EditedStory = z.infer<typeof editedStory>
