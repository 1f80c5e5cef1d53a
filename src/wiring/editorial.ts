import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { synonymList, type Synonyms } from '#archive/search/synonyms.ts'
import type { SiteWords } from '#blog/site.ts'
import { messageOf } from './command-line.ts'

const siteWords = z.object({
  name: z.string().min(1),
  strapline: z.string(),
  tagline: z.string(),
  description: z.string(),
  address: z.email().nullable(),
  owner: z.string().min(1),
  zone: z.string().refine(isZone, 'expected a time zone such as Europe/Vienna').default('UTC'),
})

const categoryList = z.array(z.object({ id: z.string().min(1), posts: z.int().min(0) }))

/** Reads the blog's name, owner and other text from `editorial/site.json`. */
export async function readSiteWords(): Promise<SiteWords> {
  return readEditorial('editorial/site.json', siteWords)
}

/**
 * Reads the blog's time zone from `editorial/site.json`. Returns UTC if the file is invalid, because `readSiteWords`
 * reports the error.
 */
export function readZone(): string {
  try {
    return siteWords.parse(JSON.parse(readFileSync('editorial/site.json', 'utf8'))).zone
  } catch {
    return 'UTC'
  }
}

/** Reads the categories and the number of posts per edition in each from `editorial/categories.json`. */
export async function readCategoryList(): Promise<{ id: string; posts: number }[]> {
  return readEditorial('editorial/categories.json', categoryList)
}

/** Reads the synonyms for searches from `editorial/synonyms.json`. */
export async function readSynonyms(): Promise<Synonyms> {
  return readEditorial('editorial/synonyms.json', synonymList)
}

/** Reads and validates a JSON file. Rejects with an error that contains one line for each invalid field. */
export async function readEditorial<T>(file: string, shape: z.ZodType<T>): Promise<T> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} cannot be read as JSON: ${messageOf(cause)}. Correct the file.`, { cause })
  }
  const { success, data, error } = shape.safeParse(json)
  if (success) return data
  const sentences = error.issues.map(({ path, message }) => {
    const field = path.length === 0 ? 'the top level' : path.map(String).join('.')
    return `${file} is invalid: ${field} (${message.replace(/^Invalid input: /, '')}). Correct the file.`
  })
  throw new Error(sentences.join('\n'))
}

/** True if the runtime supports a time zone with this name. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
