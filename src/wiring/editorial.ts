import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { SiteWords } from '#blog/site.ts'

const siteWords = z.object({
  name: z.string().min(1),
  strapline: z.string(),
  tagline: z.string(),
  description: z.string(),
  address: z.email().nullable(),
  owner: z.string().min(1),
})

const categoryList = z.array(z.object({ id: z.string().min(1), posts: z.int().min(0) }))

/** The blog's own words, from `editorial/site.json`. */
export async function readSiteWords(): Promise<SiteWords> {
  return siteWords.parse(JSON.parse(await readFile('editorial/site.json', 'utf8')))
}

/** The categories in their order, each with the number of posts that an edition has in it, from `editorial/categories.json`. */
export async function readCategoryList(): Promise<{ id: string; posts: number }[]> {
  return categoryList.parse(JSON.parse(await readFile('editorial/categories.json', 'utf8')))
}
