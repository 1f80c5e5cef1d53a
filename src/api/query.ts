import * as z from 'zod'
import { refuse } from '#api/answer.ts'

/** A name in a query: given once, not blank, at most 200 characters. */
export const name = z.string('is missing').trim().min(1, 'is empty').max(200, 'is longer than 200 characters')

/** Reads a call's query by a schema; a Response that says what is wrong where it does not fit. */
export function readQuery<T>(request: Request, schema: z.ZodType<T>): T | Response {
  const { searchParams } = new URL(request.url)
  const given: Record<string, string> = {}
  for (const [key, value] of searchParams) {
    if (key in given) return refuse(400, `The parameter ${key} is given more than once.`)
    given[key] = value
  }
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  const { path, message } = error.issues[0] ?? { path: [], message: 'cannot be read' }
  return refuse(400, `The parameter ${path.join('.')} ${message}.`)
}

/** A Response for the name of a bucket that is not this one's; null when it is, or is left out. */
export function refuseOtherBucket(given: string | undefined, own: string): Response | null {
  return given === undefined || given === own ? null : refuse(404, `There is no bucket ${given} here.`)
}
