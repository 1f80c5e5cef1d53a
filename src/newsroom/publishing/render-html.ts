import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import {
  ALLOWED_MATH_TAGS,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  DROPPED_TAGS,
  PLAIN_TAGS,
} from '#blog/html/allow-list.ts'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import { linkCitations, linkSources } from '#newsroom/publishing/render/citations.ts'
import { frameCode, keepFence } from '#newsroom/publishing/render/code.ts'
import { nameHeadings, setChanges, setSpeakers } from '#newsroom/publishing/render/sections.ts'
import { frameTables } from '#newsroom/publishing/render/tables.ts'
import { setTypography } from '#newsroom/publishing/render/typography.ts'
import type { Root } from 'hast'
import type { Options } from 'rehype-sanitize'
import type { Source } from '#blog/post.ts'

const SHAPES = ALLOWED_SVG_TAGS.filter((name) => name !== 'svg')

// Attributes for geometry and strokes of a figure, with their names in the tree. Colours come only from classes.
const DRAWN = [...ALLOWED_SVG_ATTRIBUTES, 'width', 'height'].map((name) =>
  name
    .replace('dasharray', 'dash-array')
    .replace(/line(cap|join)/, 'line-$1')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)
const COLOURS = /^(?:f-(?:ink|muted|faint|pencil|red|green|gold|paper)|s-(?:ink|muted|faint|pencil|red|green|gold))$/
const CLASSES: [string, ...(string | RegExp)[]] = ['className', COLOURS, 'small', 'mono']

// The part of the allow-list that an author may use. All other elements are removed, but their text is kept.
const ALLOWED: Options = {
  tagNames: ['h1', ...PLAIN_TAGS, ...ALLOWED_SVG_TAGS],
  attributes: {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, [...DRAWN, CLASSES]])),
    svg: ['viewBox', 'ariaLabel', ['role', 'img'], CLASSES],
    a: ['href'],
    abbr: ['title'],
    ol: ['start'],
    pre: ['dataFile', 'dataLanguage', 'dataOutput', 'dataSpoken'],
    th: [['align', 'left', 'right', 'center']],
    td: [['align', 'left', 'right', 'center']],
  },
  protocols: { href: ['http', 'https'] },
  ancestors: {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, ['svg']])),
    ...Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td', 'caption'].map((part) => [part, ['table']])),
  },
  // Authors write formulas as TeX, so only code may create MathML.
  strip: [...DROPPED_TAGS, ...ALLOWED_MATH_TAGS],
}

// A URL on the web, or another article of this blog: `/post/{category}/{id}`.
const DESTINATION = /^(?:https?:\/\/|\/post\/[^/\\?#]+\/[^/\\?#]+$)/i

// Unwraps links that lead neither to the web nor to another article, or all links if `links` is false.
function removeForeignMarkup(tree: Root, { links }: { links: boolean }): void {
  visit(tree, 'element', (node, index, parent) => {
    if (parent === undefined || index === undefined) return undefined
    if (node.tagName === 'svg') return SKIP
    if (node.tagName !== 'a' || (links && DESTINATION.test(String(node.properties.href ?? '')))) return undefined
    parent.children.splice(index, 1, ...node.children)
    return index
  })
}

const MATH = /^\s*(?:`{3,}|~{3,})\s*math\b/m

// Only articles of the first edition have formulas, so the renderer for TeX is loaded only if it is needed.
async function setFormulas(tree: Root): Promise<void> {
  const formulas = await import('#newsroom/publishing/render/formulas.ts')
  formulas.setFormulas(tree)
}

/**
 * Renders the Markdown of an article as HTML for `.prose`, with highlighted code, linked citations and classes only. Markup in
 * the text is sanitised before our own is added, so that it cannot imitate ours. In an article of the newsroom
 * (`isOfNewsroom`), every sentence has citations. A URL in its text stays text, so that only code creates links.
 */
export async function renderArticle(
  markdown: string,
  sources: Source[],
  { isOfNewsroom = false }: { isOfNewsroom?: boolean } = {},
): Promise<string> {
  const html = await unified()
    .use(remarkParse)
    .use(remarkGfm, { singleTilde: false })
    .use(remarkRehype, { allowDangerousHtml: true, handlers: { code: keepFence } })
    .use(rehypeRaw)
    .use(rehypeSanitize, ALLOWED)
    .use(() => (tree: Root) => removeForeignMarkup(tree, { links: !isOfNewsroom }))
    .use(() => setTypography)
    .use(() => setSpeakers)
    .use(() => nameHeadings)
    .use(() => setChanges)
    .use(() => frameTables)
    .use(() => (MATH.test(markdown) ? setFormulas : undefined))
    .use(() => (sources.length > 1 ? linkSources(sources, { isCited: isOfNewsroom }) : undefined))
    .use(() => linkCitations(sources, { isCited: isOfNewsroom }))
    .use(() => frameCode)
    .use(rehypeStringify)
    .process(markdown)
  // The site serves this HTML unchanged.
  return sanitizeHtml(String(html).trim())
}
