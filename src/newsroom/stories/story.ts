import * as z from 'zod'
import { entry, type Entry } from '#newsroom/sources/entry.ts'

/** The schema of a story, as an edition's plan keeps it. */
export const story = z.object({ id: z.string(), entries: z.array(entry).min(1) })

/** Entries about one event, newest first; `id` is a hash of their addresses. */
export type Story = z.infer<typeof story>
