import * as z from 'zod'
import { createResponse, errorResponse, OPEN, type CachedResponse } from '#server/http.ts'
import type { Render, Resource } from '#server/response-cache.ts'

/** One of the calls: what its query asks for. */
export type Call = (query: URLSearchParams) => Resource

/** How long a response may be kept that an event makes stale: not for ever, as posts to read next get better with time. */
export const HOUR = 3_600_000

/** A name in a query: given once, not blank, at most 200 characters. */
export const name = z.string('is missing').trim().min(1, 'is empty').max(200, 'is longer than 200 characters')

/** A whole number from 1 to `most` in a query. */
export function wholeNumber(most: number) {
  const rule = `must be a whole number from 1 to ${most}`
  return z.coerce.number(rule).int(rule).min(1, rule).max(most, rule)
}

/** A call: reads its query by a schema and hands it on; where it does not fit, the answer says why. Parameters that the schema does not name are nothing. */
export function createCall<T>(schema: z.ZodType<T>, answer: (asked: T) => Resource): Call {
  return (query) => {
    const given: Record<string, string> = {}
    for (const [key, value] of query) {
      if (Object.hasOwn(given, key)) return refusal(400, `The parameter ${key.slice(0, 100)} is given more than once.`)
      given[key] = value
    }
    const { success, data, error } = schema.safeParse(given)
    if (success) return answer(data)
    const { path, message } = error.issues[0] ?? { path: [], message: 'cannot be read' }
    return refusal(400, `The parameter ${path.join('.')} ${message}.`)
  }
}

/** An answer as JSON, open to every origin. `keepFor` as in `Render`. */
export function jsonAnswer(body: unknown, keepFor: number): Awaited<ReturnType<Render>> {
  const headers = {
    ...OPEN,
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': 'application/json; charset=utf-8',
  }
  return { response: createResponse({ headers, body: JSON.stringify(body) }), keepFor }
}

/** What a call answers that cannot be answered. */
export function refusal(status: 400 | 404, error: string): Resource {
  return always(errorResponse(status, error))
}

/** The refusal of the name of a bucket that is not this one's; null when it is, or is left out. */
export function refuseOtherBucket(given: string | undefined, own: string): Resource | null {
  return given === undefined || given === own ? null : refusal(404, `There is no bucket ${given} here.`)
}

/** A resource that is one response, ready as it is. */
export function always(response: CachedResponse): Resource {
  return { key: null, render: async () => ({ response, keepFor: 0 }) }
}

/** The key of a call: its path and those of its parameters that are given, in this order. */
export function callKey(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${path}?${new URLSearchParams(given)}`
}
