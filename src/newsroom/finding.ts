import * as z from 'zod'

/** The schema of a finding, as the desk keeps it. */
export const finding = z.object({
  code: z.string(),
  level: z.enum(['block', 'warn']),
  where: z.string(),
  message: z.string(),
  evidence: z.string(),
})

/**
 * A check's complaint: `code` is its reason, kebab-case (`number-not-in-sources`); `block` keeps the draft from being
 * published, `warn` is for the desk; `where` is the place in the draft (`title`, `sections.0.blocks.2`); `message` is one
 * sentence that a writer can act on; `evidence` the words complained of, at most 200 characters.
 */
export type Finding = z.infer<typeof finding>
