import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import type { Archive } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import type { Check, Source } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { CITATION, citedNumbers } from '#text/citations.ts'
import { runnableBlocks } from '#newsroom/publishing/render/code.ts'
import { faceOf, illustrate } from '#newsroom/publishing/illustrate.ts'
import { setQuotes } from '#newsroom/publishing/render/typography.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { isStarterWanted } from '#newsroom/publishing/starter-wanted.ts'

/** The front matter and the Markdown of an article of the first edition. */
export type StarterArticle = {
  id: string
  category: string
  title: string
  excerpt: string
  author: string
  date: string
  checked?: string | undefined
  tags: string[]
  sources: Source[]
  markdown: string
}

const frontMatter = z.object({
  title: z.string().min(1),
  excerpt: z.string().min(1),
  author: z.string().min(1),
  date: z.union([z.iso.datetime(), z.date().transform((date) => date.toISOString())]),
  /** The day on which its facts were last compared with their sources. */
  checked: z.iso.date().optional(),
  tags: z.array(z.string().min(1)).min(1),
  sources: z.array(z.object({ title: z.string().min(1), publisher: z.string().min(1), url: z.url() })).min(1),
})

const edition = z.object({ writer: z.object({ model: z.string(), provider: z.string() }), note: z.string().nullable() })

/** Reads the articles in a folder, `{category}/{id}.md`, oldest first. Rejects with the file and the field that cannot be used. */
export async function readStarter(folder: string): Promise<StarterArticle[]> {
  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md')).toSorted()
  const articles = await Promise.all(files.map((path) => readArticle(folder, path)))
  return articles.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))
}

/**
 * Publishes the first edition into a bucket without other posts, oldest first, in the same way as later posts. A call after a
 * stop completes it. A bucket with other posts is left alone. Resolves to the number of posts that were published.
 */
export async function publishStarter(options: {
  bucket: Bucket
  archive: Archive
  journal: Journal
  folder: string
}): Promise<number> {
  const { bucket, archive, journal, folder } = options
  if (!(await isStarterWanted(archive, folder))) return 0
  const { writer, note } = edition.parse(JSON.parse(await readFile(join(folder, 'edition.json'), 'utf8')))
  let published = 0
  for (const article of await readStarter(folder)) {
    if (archive.find(article.category, article.id)) continue
    const { face, numbers } = faceOf(archive, article)
    const [html, { files, picture }] = await Promise.all([
      renderArticle(article.markdown, article.sources),
      illustrate({ id: article.id, category: article.category, face, numbers }),
    ])
    const { markdown, sources, checked, ...rest } = article
    const checks = checksOf(markdown, sources)
    const provenance = { writer, note, checked, sources, checks, reviews: [], corrections: [] }
    const post: PostToPublish = { ...rest, markdown, html, picture, cover: face, provenance }
    if (await publishPost({ bucket, journal, archive, post, files })) published += 1
  }
  return published
}

async function readArticle(folder: string, path: string): Promise<StarterArticle> {
  const text = await readFile(join(folder, path), 'utf8')
  const [, head, markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || markdown === undefined)
    throw new Error(`The article ${path} has no front matter: begin it with a block between two lines of "---".`)
  const { success, data, error } = frontMatter.safeParse(parse(head))
  if (!success) throw new Error(`The front matter of the article ${path} cannot be used:\n${z.prettifyError(error)}`)
  const [category = '', name = ''] = path.replaceAll('\\', '/').split('/')
  const [title, excerpt] = [setQuotes(data.title), setQuotes(data.excerpt)]
  return { ...data, title, excerpt, category, id: name.slice(0, -'.md'.length), markdown: markdown.trim() }
}

/** The checks of an article that do not run its code. The tests run its code. */
export function checksOf(markdown: string, sources: readonly Source[]): Check[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```/gm, '')
  const cited = [...text.matchAll(CITATION)].flatMap(([, list = '']) => citedNumbers(list))
  const known = cited.filter((number) => number <= sources.length)
  const used = new Set(known)
  const blocks = runnableBlocks(markdown)
  const checks = [
    { name: 'Every citation names a listed source', done: known.length, of: cited.length, noun: '' },
    { name: 'Every listed source is cited', done: used.size, of: sources.length, noun: '' },
  ]
  if (blocks.length > 0) {
    const done = blocks.filter(({ output }) => output !== null).length
    checks.push({
      name: 'Code executed, its output compared',
      done,
      of: blocks.length,
      noun: blocks.length === 1 ? ' block' : ' blocks',
    })
  }
  return checks.map(({ name, done, of, noun }) => ({ name, passed: done === of, detail: `${done} of ${of}${noun}` }))
}
