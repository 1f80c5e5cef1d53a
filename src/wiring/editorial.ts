import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { synonymList, type Synonyms } from '#archive/search/synonyms.ts'
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
  return readEditorial('editorial/site.json', siteWords)
}

/** The categories in their order, each with the number of posts that an edition has in it, from `editorial/categories.json`. */
export async function readCategoryList(): Promise<{ id: string; posts: number }[]> {
  return readEditorial('editorial/categories.json', categoryList)
}

/** What readers type, and the names under which articles have it, from `editorial/synonyms.json`. */
export async function readSynonyms(): Promise<Synonyms> {
  return readEditorial('editorial/synonyms.json', synonymList)
}

/** A JSON file of a shape. Throws one sentence for each field that has another: the file, the field, and what is expected. */
export async function readEditorial<T>(file: string, shape: z.ZodType<T>): Promise<T> {
  const { success, data, error } = shape.safeParse(await readJsonFile(file))
  if (success) return data
  const sentences = error.issues.map(({ path, message }) => {
    const field = path.length === 0 ? 'the whole of it' : path.map(String).join('.')
    return `${file} cannot be used: ${field} is not as it should be (${message.replace(/^Invalid input: /, '')}).`
  })
  throw new Error(sentences.join('\n'))
}

async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${file} cannot be read as JSON: ${reason}.`, { cause })
  }
}
