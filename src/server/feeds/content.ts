import type { Element, Root, Text } from 'hast'
import { toString } from 'hast-util-to-string'
import rehypeParse from 'rehype-parse'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { longDate } from '#blog/date.ts'
import { WRITTEN_BY_AI } from '#blog/disclosure.ts'
import { DROPPED_TAGS, PLAIN_TAGS } from '#blog/html/allow-list.ts'
import type { Correction, Source } from '#blog/post.ts'
import { clean, xml } from '#server/feeds/xml.ts'

/**
 * Converts an article's sanitised HTML for feed readers, which do not load our styles. Puts the disclosure above the
 * text, and corrections and sources below it. All URLs are absolute. Citations become links such as `[1]` to the list
 * of sources.
 */
export async function readerHtml(article: {
  address: string
  disclosure: string
  excerpt: string
  html: string
  corrections: readonly Correction[]
  sources: readonly Source[]
}): Promise<string> {
  const { address, disclosure, excerpt, html, corrections, sources } = article
  const text = String(await pipeline.process({ value: clean(html), data: { address } })).trim()
  return [
    `<p><strong>${WRITTEN_BY_AI}</strong>${xml(disclosure.slice(WRITTEN_BY_AI.length))}</p>`,
    ...(excerpt.trim() === '' ? [] : [`<p><em>${xml(excerpt.trim())}</em></p>`]),
    text,
    ...section('Corrections', 'ul', corrections.map(correctionLine).toReversed()),
    ...section('Sources', 'ol', sources.map(sourceLine), 's'),
  ].join('\n')
}

// The allowed elements and attributes. Classes and ids are left out, because they have no effect without our styles and
// scripts.
const READABLE = {
  tagNames: [...PLAIN_TAGS, 'img'],
  attributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'], abbr: ['title'], ol: ['start'], th: ['scope'] },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: DROPPED_TAGS,
}

const pipeline = unified()
  .use(rehypeParse, { fragment: true })
  .use(() => (tree: Root, file) => {
    const address = String(file.data.address)
    visit(tree, 'element', (node) => forReaders(node, address))
  })
  .use(rehypeSanitize, READABLE)
  .use(rehypeStringify)
  .freeze()

function forReaders(node: Element, address: string): void {
  const { href, src, ariaLabel } = node.properties
  if (typeof href === 'string') node.properties.href = URL.parse(href, address)?.href
  if (node.tagName === 'sup' && node.children.some(isCitation)) {
    const links = node.children.filter(isCitation).map((one) => ({ ...one, children: [words(`[${toString(one)}]`)] }))
    Object.assign(node, { tagName: 'span', children: links.flatMap((link) => [words(' '), link]) })
  }
  // Remove the links from citations without a number, because these links have no text.
  if (hasClass(node, 'quiet')) node.children = []
  if (typeof src === 'string') node.properties.src = URL.parse(src, address)?.href
  if (node.tagName === 'img' && !/^https?:/.test(String(node.properties.src))) node.tagName = 'span'
  // Replace SVG figures with a link, because they would be black shapes without our styles.
  if (node.tagName === 'svg') {
    const label = typeof ariaLabel === 'string' ? ariaLabel : 'a drawing on the page of the article'
    Object.assign(node, element('p', [linkTo(address, `Figure: ${label}`)]))
  }
  // Replace formulas with a link, because few feed readers support MathML, and a formula without its layout would be
  // wrong.
  if (node.tagName === 'math') {
    const label = typeof ariaLabel === 'string' ? ariaLabel : 'on the page of the article'
    Object.assign(node, linkTo(address, `Formula: ${label}`))
  }
  if (node.tagName === 'div' && hasClass(node, 'formula')) node.tagName = 'p'
  if (hasClass(node, 'no')) node.children = []
  // This element is the title bar of a code block.
  if (node.tagName === 'div' && hasClass(node, 'code-bar')) {
    Object.assign(node, element('p', [element('em', node.children)]))
  }
}

function isCitation(node: Element['children'][number]): node is Element {
  return node.type === 'element' && node.tagName === 'a' && String(node.properties.id).startsWith('ref-')
}

function words(value: string): Text {
  return { type: 'text', value }
}

function linkTo(address: string, label: string): Element {
  return { ...element('a', [words(label)]), properties: { href: address } }
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name)
}

function element(tagName: string, children: Element['children']): Element {
  return { type: 'element', tagName, properties: {}, children }
}

function section(heading: string, list: 'ul' | 'ol', items: readonly string[], id = ''): string[] {
  if (items.length === 0) return []
  const lines = items.map((item, index) => `<li${id && ` id="${id}${index + 1}"`}>${item}</li>`)
  return [`<h2>${heading}</h2>`, `<${list}>`, ...lines, `</${list}>`]
}

function correctionLine({ by, date, note }: Correction): string {
  const head = [longDate(date), by && `by ${by}`].filter(Boolean).join(', ')
  return xml(head ? `${head}: ${note}` : note)
}

function sourceLine({ title, publisher, url }: Source): string {
  const name = /^https?:\/\//i.test(url) && URL.canParse(url) ? `<a href="${xml(url)}">${xml(title)}</a>` : xml(title)
  return publisher.trim() === '' ? name : `${name}, ${xml(publisher)}`
}
