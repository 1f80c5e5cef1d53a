import { parse, stringify } from 'yaml'
import * as z from 'zod'
import type { EditedArticle } from '#desk/review-item.ts'

const line = (name: string) => z.string(`${name} must be text`).trim().min(1, `${name} is empty`)

const source = z.object({
  title: line('a source title'),
  publisher: line('a source publisher'),
  url: z.url({ protocol: /^https?$/, error: 'a source url must be a URL such as https://example.org/' }),
})

const article = {
  text: z.int('text must not be changed').min(0, 'text must not be changed'),
  title: line('title'),
  excerpt: line('excerpt'),
  tags: z.array(line('a tag'), 'tags must be a list'),
  sources: z.array(source, 'sources must be a list'),
  links: z.optional(z.array(source.pick({ url: true }).extend({ text: line('a link text') }), 'links must be a list')),
}

/** Returns the file in which a reviewer edits a post: YAML front matter, then Markdown. */
export function editableFile(item: EditedArticle & { baseVersion: number }): string {
  const { baseVersion, title, excerpt, tags, sources, links = [], markdown } = item
  const hint = '[S1] in the text cites the first source, [S2] the second. Do not change "text", the version number.'
  const yaml = stringify({ text: baseVersion, title, excerpt, tags, sources, links }, { lineWidth: 0 })
  return `---\n# ${hint}\n${yaml}---\n\n${markdown.trim()}\n`
}

/**
 * Parses an edited file. `baseVersion` is the version of the text that was edited. If the file is invalid, returns the
 * reason.
 */
export function readEditable(file: string): { baseVersion: number; edited: EditedArticle } | string {
  const [, head, markdown] =
    /^---\n([\s\S]*?)\n---[ \t]*(?:\n([\s\S]*))?$/.exec(file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')) ?? []
  if (head === undefined)
    return 'The file has no front matter. It must begin with a YAML block between two "---" lines.'
  if (!markdown?.trim()) return 'The article is empty. To remove the post, retract it.'
  const { success, data, error } = z.object(article, 'it is not YAML').safeParse(readYaml(head))
  if (!success) {
    const [{ message, path } = { message: '', path: [] }] = error.issues
    return `The front matter is invalid: ${message}${path.length > 0 ? ` (${path.join('.')})` : ''}.`
  }
  const { text: baseVersion, ...words } = data
  return { baseVersion, edited: { ...words, markdown: markdown.trim() } }
}

function readYaml(head: string): unknown {
  try {
    return parse(head)
  } catch {
    return null
  }
}
