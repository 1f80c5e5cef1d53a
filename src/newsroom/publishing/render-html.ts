import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import { ALLOWED, removeForeignMarkup, unlink } from '#newsroom/publishing/render/allowed.ts'
import { setChanges } from '#newsroom/publishing/render/changes.ts'
import { linkCitations } from '#newsroom/publishing/render/citations.ts'
import { keepCompounds } from '#newsroom/publishing/render/compounds.ts'
import { frameCode, keepFence } from '#newsroom/publishing/render/code.ts'
import { setFormulas } from '#newsroom/publishing/render/formulas.ts'
import { nameHeadings } from '#newsroom/publishing/render/headings.ts'
import { setSpeakers } from '#newsroom/publishing/render/speakers.ts'
import { frameTables } from '#newsroom/publishing/render/tables.ts'
import { setTypography } from '#newsroom/publishing/render/typography.ts'
import type { Source } from '#blog/post.ts'

/**
 * The HTML of an article's Markdown, ready for `.prose`: highlighted, with linked citations, in classes only. Whatever
 * the text brings along is sanitised before any markup of ours is added, so nothing in it can pass for ours. With
 * `links: false`, an address in the text stays text, and citations are the only links.
 */
export async function renderArticle(
  markdown: string,
  sources: Source[],
  { links = true }: { links?: boolean } = {},
): Promise<string> {
  const html = await unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true, handlers: { code: keepFence } })
    .use(rehypeRaw)
    .use(rehypeSanitize, ALLOWED)
    .use(() => removeForeignMarkup)
    .use(() => (links ? undefined : unlink))
    .use(() => setTypography)
    .use(() => setSpeakers)
    .use(() => nameHeadings)
    .use(() => setChanges)
    .use(() => frameTables)
    .use(() => setFormulas)
    .use(() => linkCitations(sources.length))
    .use(() => keepCompounds)
    .use(() => frameCode)
    .use(rehypeStringify)
    .process(markdown)
  // As readers get it: the site changes nothing of it any more.
  return sanitizeHtml(String(html).trim())
}
