import { SKIP, visit } from 'unist-util-visit'
import type { Element, Root } from 'hast'
import type { Options } from 'rehype-sanitize'

const SHAPES = ['g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan']
const DRAWING = new Set(['svg', ...SHAPES])
const TEXT = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption', 'dl', 'dt', 'dd'],
  ...['a', 'strong', 'em', 'b', 'i', 'del', 'kbd', 'sup', 'sub', 'mark', 'abbr'],
]

// The geometry and the strokes of a figure; its colours come from classes alone.
const DRAWN = [
  ...['d', 'points', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'dx', 'dy', 'width', 'height'],
  ...['transform', 'textAnchor', 'strokeWidth', 'strokeDashArray', 'strokeLineCap', 'strokeLineJoin', 'opacity'],
]
const COLOURS = /^(?:f-(?:ink|muted|faint|pencil|red|green|gold|paper)|s-(?:ink|muted|faint|pencil|red|green|gold))$/
const CLASSES: [string, ...(string | RegExp)[]] = ['className', COLOURS, 'small', 'mono']

/** What an article's own markup may consist of. Everything else is dropped, its text kept; the schema adds nothing. */
export const ALLOWED: Options = {
  tagNames: [...TEXT, ...DRAWING],
  attributes: {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, [...DRAWN, CLASSES]])),
    svg: ['viewBox', 'ariaLabel', ['role', 'img'], CLASSES],
    a: ['href'],
    abbr: ['title'],
    ol: ['start'],
    pre: ['dataFile', 'dataLanguage', 'dataOutput'],
    th: [['align', 'left', 'right', 'center']],
    td: [['align', 'left', 'right', 'center']],
  },
  protocols: { href: ['http', 'https'] },
  ancestors: {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, ['svg']])),
    ...Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td', 'caption'].map((part) => [part, ['table']])),
  },
  // Not even the text of these is content.
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title', 'textarea', 'select', 'math'],
}

/** Unwraps links that lead nowhere on the web, and removes from figures whatever is not part of a drawing. */
export function removeForeignMarkup(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (parent === undefined || index === undefined) return undefined
    if (node.tagName === 'svg') {
      keepDrawing(node)
      return SKIP
    }
    if (node.tagName !== 'a' || /^https?:\/\//i.test(String(node.properties.href ?? ''))) return undefined
    parent.children.splice(index, 1, ...node.children)
    return index
  })
}

function keepDrawing(node: Element): void {
  node.children = node.children.filter(
    (child) => child.type === 'text' || (child.type === 'element' && DRAWING.has(child.tagName)),
  )
  for (const child of node.children) if (child.type === 'element') keepDrawing(child)
}
