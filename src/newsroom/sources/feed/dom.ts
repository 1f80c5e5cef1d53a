import { parseHTML } from 'linkedom'

/** As much of a DOM node as is read here; the compiler's own DOM belongs to the browser's code. */
export type DomNode = {
  nodeType: number
  localName: string
  textContent: string | null
  firstChild: DomNode | null
  nextSibling: DomNode | null
  parentNode: DomNode | null
}

/** As much of a DOM element as is read here. */
export type DomElement = DomNode & {
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  remove(): void
  ownerDocument: DomDocument
}

/** As much of a DOM document as is read here. */
export type DomDocument = {
  documentElement: DomElement
  body: DomElement
  querySelectorAll(selector: string): Iterable<DomElement>
}

/** Reads a page of HTML. Scripts do not run and nothing is fetched. */
export function parsePage(html: string): DomDocument {
  const { document }: { document: DomDocument } = parseHTML(html)
  return document
}

/** Reads a piece of HTML as the body of a page. */
export function parseFragment(html: string): DomElement {
  return parsePage(`<!doctype html><html><head></head><body>${html}</body></html>`).body
}

/** Whether a reader of the page would never see this element: not text, or hidden by its own attributes. */
export function isHidden(element: DomElement): boolean {
  if (NEVER_TEXT.has(element.localName) || element.hasAttribute('hidden')) return true
  if (element.getAttribute('aria-hidden')?.trim().toLowerCase() === 'true') return true
  const style = element.getAttribute('style')
  return style !== null && HIDING.test(plainStyle(style))
}

const NEVER_TEXT = new Set(
  'script style template noscript head title iframe object embed svg canvas audio video button select textarea input datalist'.split(
    ' ',
  ),
)

// Every way to write nothing: 0, 0px, 0.00em, .0%; `font: 0/0 a` is the shorthand.
const HIDING =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|font-size:[+-]?(?:0+\.?0*|\.0+)(?:[a-z]+|%)?|font:(?:[a-z]+ )*(?:0+\.?0*|\.0+)(?:[a-z]+|%)?(?:\/[^;]*)? [^;]*|opacity:[+-]?(?:0+\.?0*|\.0+)%?)(?:$|;|!)/

function plainStyle(style: string): string {
  return style
    .replace(/\/\*.*?(?:\*\/|$)/gs, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([:;!/]) ?/g, '$1')
    .trim()
}
