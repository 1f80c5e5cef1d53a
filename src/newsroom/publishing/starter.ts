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
import { citationsOf } from '#newsroom/article/read-markdown.ts'
import { runnableBlocks } from '#newsroom/publishing/render/code.ts'
import { faceOf, illustrate } from '#newsroom/publishing/illustrate.ts'
import { setQuotes } from '#newsroom/publishing/render/typography.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { isStarterWanted } from '#newsroom/publishing/starter-wanted.ts'

const frontMatter = z.object({
  title: z.string().min(1),
  excerpt: z.string().min(1),
  author: z.string().min(1),
  date: z.iso.datetime(),
  /** The day on which the article's facts were last checked against its sources. */
  checked: z.iso.date().optional(),
  tags: z.array(z.string().min(1)).min(1),
  sources: z.array(z.object({ title: z.string().min(1), publisher: z.string().min(1), url: z.url() })).min(1),
})

/** An article in the first edition: its front matter and its Markdown. */
export type StarterArticle = z.infer<typeof frontMatter> & { id: string; category: string; markdown: string }

const edition = z.object({ writer: z.object({ model: z.string(), provider: z.string() }), note: z.string().nullable() })

/**
 * Returns the articles in a folder (`{category}/{id}.md`), oldest first. If an article is invalid, rejects with the
 * file and the field.
 */
export async function readStarter(folder: string): Promise<StarterArticle[]> {
  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md')).toSorted()
  const articles = await Promise.all(files.map((path) => readArticle(folder, path)))
  return articles.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))
}

/**
 * Publishes the first edition into a bucket, oldest article first, in the same way as later posts. Completes an
 * interrupted publication. Does not touch a bucket that contains other posts.
 */
export async function publishStarter(options: {
  bucket: Bucket
  archive: Archive
  journal: Journal
  folder: string
}): Promise<void> {
  const { bucket, archive, journal, folder } = options
  if (!(await isStarterWanted(archive, folder))) return
  const { writer, note } = edition.parse(JSON.parse(await readFile(join(folder, 'edition.json'), 'utf8')))
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
    await publishPost({ bucket, journal, archive, post, files })
  }
}

async function readArticle(folder: string, path: string): Promise<StarterArticle> {
  const text = await readFile(join(folder, path), 'utf8')
  const [, head, markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || markdown === undefined)
    throw new Error(`The article ${path} has no front matter. Begin it with a block delimited by "---" lines.`)
  const { success, data, error } = frontMatter.safeParse(parse(head))
  if (!success) throw new Error(`The front matter of the article ${path} is invalid:\n${z.prettifyError(error)}`)
  const [category = '', name = ''] = path.replaceAll('\\', '/').split('/')
  const [title, excerpt] = [setQuotes(data.title), setQuotes(data.excerpt)]
  return { ...data, title, excerpt, category, id: name.slice(0, -'.md'.length), markdown: markdown.trim() }
}

/** The name of the check that runs an article's code. */
export const CODE_CHECK = 'Code executed, its output compared'

/** Returns an article's check results that do not require running its code. Stet's tests run the code. */
export function checksOf(markdown: string, sources: readonly Source[]): Check[] {
  const cited = citationsOf(markdown)
  const known = cited.filter((number) => number <= sources.length)
  const blocks = runnableBlocks(markdown)
  const compared = blocks.filter(({ output }) => output !== null)
  const result = (name: string, done: number, of: number, noun = '') => {
    return { name, passed: done === of, detail: `${done} of ${of}${noun}` }
  }
  const noun = blocks.length === 1 ? ' block' : ' blocks'
  return [
    result('Every citation names a listed source', known.length, cited.length),
    result('Every listed source is cited', new Set(known).size, sources.length),
    ...(blocks.length === 0 ? [] : [result(CODE_CHECK, compared.length, blocks.length, noun)]),
  ]
}
