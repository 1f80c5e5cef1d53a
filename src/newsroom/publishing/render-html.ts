import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import { ALLOWED, removeForeignMarkup } from '#newsroom/publishing/render/allowed.ts'
import { linkCitations } from '#newsroom/publishing/render/citations.ts'
import { frameCode, keepFence } from '#newsroom/publishing/render/code.ts'
import { linkNames } from '#newsroom/publishing/render/link-names.ts'
import { nameHeadings, setChanges, setSpeakers } from '#newsroom/publishing/render/sections.ts'
import { frameTables } from '#newsroom/publishing/render/tables.ts'
import { setTypography } from '#newsroom/publishing/render/typography.ts'
import type { Root } from 'hast'
import type { NamedLink, Source } from '#blog/post.ts'

const MATH = /^\s*(?:`{3,}|~{3,})\s*math\b/m

/**
 * Renders an article's Markdown as HTML for `.prose`, with highlighted code and linked citations. Markup in the article
 * is sanitised before our own is added, so that it cannot imitate ours. In a newsroom article (`isOfNewsroom`), every
 * sentence has citations, a URL in the text stays plain text so that only code creates links, identifiers such as
 * `CVE-2026-41877` link to their public record, and the names in `links` to the pages that the sources link.
 */
export async function renderArticle(
  markdown: string,
  sources: Source[],
  { isOfNewsroom = false, links = [] }: { isOfNewsroom?: boolean; links?: NamedLink[] | undefined } = {},
): Promise<string> {
  // Only articles of the first edition contain formulas, so load the TeX renderer only when it is needed.
  const formulas = MATH.test(markdown) ? await import('#newsroom/publishing/render/formulas.ts') : null
  const html = await unified()
    .use(remarkParse)
    .use(remarkGfm, { singleTilde: false })
    .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '', handlers: { code: keepFence } })
    .use(rehypeRaw)
    .use(rehypeSanitize, ALLOWED)
    .use(() => (tree: Root) => removeForeignMarkup(tree, { links: !isOfNewsroom }))
    .use(() => setTypography)
    .use(() => setSpeakers)
    .use(() => nameHeadings)
    .use(() => setChanges)
    .use(() => frameTables)
    .use(() => formulas?.setFormulas)
    .use(() => linkCitations(sources, { isCited: isOfNewsroom }))
    .use(() => (isOfNewsroom ? linkNames(links) : undefined))
    .use(() => frameCode)
    .use(rehypeStringify)
    .process(markdown)
  // Sanitise the result, because the site serves this HTML unchanged.
  return sanitizeHtml(String(html).trim())
}
