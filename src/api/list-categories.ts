import * as z from 'zod'
import { categorySlug } from '#blog/category.ts'
import type { Archive } from '#archive/archive.ts'
import { answer } from '#api/answer.ts'
import { name, readQuery, refuseOtherBucket } from '#api/query.ts'

const query = z.object({ bucket_name: name.optional(), prefix: z.literal('posts', 'must be "posts"').optional() })

/** `GET /list-categories?bucket_name&prefix`: the names of the categories that have a post, in editorial order. */
export function listCategories(options: { archive: Archive; bucketName: string; order: readonly string[] }) {
  const { archive, bucketName, order } = options
  return async (request: Request): Promise<Response> => {
    const asked = readQuery(request, query)
    if (asked instanceof Response) return asked
    const refusal = refuseOtherBucket(asked.bucket_name, bucketName)
    return refusal ?? answer(request, inOrder(archive.categories(), order))
  }
}

// Categories that the editorial order does not name follow it, by name.
function inOrder(categories: readonly string[], order: readonly string[]): string[] {
  const places = new Map(order.map((category, place) => [categorySlug(category), place]))
  const placeOf = (category: string) => places.get(categorySlug(category)) ?? order.length
  return categories.toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
}
