// What an article's HTML may hold, whoever the backend is. One list for the server (parse5) and the browser (DOM).
// Nothing here can run, load code, take input or dress up as a part of the site.

/** Elements of reading matter. */
export const ALLOWED_TAGS = [
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'cite', 'q', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['a', 'em', 'strong', 'b', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sup', 'sub', 'abbr', 'time', 'span'],
  ...['code', 'pre', 'kbd', 'samp', 'var', 'div', 'section', 'figure', 'figcaption', 'img', 'picture'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'details', 'summary'],
]

/** Elements of a drawn figure: shapes and text only, nothing that references or animates. */
export const ALLOWED_SVG_TAGS = [
  ...['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'],
]

/** Elements that go with all that is in them; of any other that is not allowed, the content stays. */
export const DROPPED_TAGS = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'audio', 'video', 'title', 'desc', 'head'],
  ...['textarea', 'select', 'xmp', 'plaintext', 'noembed', 'noframes', 'foreignObject'],
  ...['math', 'annotation-xml', 'mi', 'mn', 'mo', 'ms', 'mtext'],
]

/** Attributes, in the spelling of HTML. `class`, `id`, `role`, `tabindex`, `href` and `src` are judged by value as well. */
export const ALLOWED_ATTRIBUTES = [
  ...['class', 'id', 'role', 'aria-label', 'tabindex', 'title', 'lang', 'dir', 'href', 'src', 'alt', 'width', 'height'],
  ...['colspan', 'rowspan', 'scope', 'start', 'reversed', 'datetime', 'open'],
]

/** Attributes of a drawn figure. */
export const ALLOWED_SVG_ATTRIBUTES = [
  ...['viewBox', 'd', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'dx', 'dy', 'points', 'transform'],
  ...['text-anchor', 'dominant-baseline', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin'],
  ...['opacity', 'fill-opacity'],
]

const CLASSES = /^(?:code|code-bar|table|num|small|mono|tok-[ksnfc]|[fs]-[a-z]+)$/
const RESERVED_ID = /^(?:main|root|page-data|site-nav|(?:toc|tags|trending)-heading|corrections|sources|s\d+)$/

/** The value an attribute may keep, or null to drop it. */
export function allowedValue(name: string, value: string): string | null {
  switch (name) {
    case 'class': {
      const kept = value.split(/\s+/).filter((word) => CLASSES.test(word))
      return kept.length > 0 ? kept.join(' ') : null
    }
    case 'id':
      return /^[a-z][a-z0-9-]*$/.test(value) && !RESERVED_ID.test(value) ? value : null
    case 'role':
      return value === 'img' || value === 'region' ? value : null
    case 'tabindex':
      return value === '0' ? value : null
    case 'href':
      return /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(value) ? value : null
    case 'src':
      return /^(?:https?:\/\/|\/(?![/\\]))/i.test(value) ? value : null
    default:
      return value
  }
}
