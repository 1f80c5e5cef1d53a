import DOMPurify from 'dompurify'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  ALLOWED_TAGS,
  DROPPED_TAGS,
  allowedValue,
} from '#blog/html/allow-list.ts'
import { boundedHtml } from '#blog/html/bounds.ts'

const purifier = DOMPurify(window)

purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  const kept = allowedValue(attribute.attrName.toLowerCase(), attribute.attrValue)
  if (kept === null) attribute.keepAttr = false
  else attribute.attrValue = kept
})

/** What `sanitizeHtml` is on the server: article HTML without anything that could run or dress up as the site, bounded. */
export function sanitise(html: string): string {
  return purifier.sanitize(boundedHtml(html), {
    ALLOWED_TAGS: [...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS, '#text'],
    ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES].map((name) => name.toLowerCase()),
    FORBID_CONTENTS: DROPPED_TAGS,
    // Ids are judged by value; any heading may be called "title" or "links", as on the server.
    SANITIZE_DOM: false,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}
