import { Readability } from '@mozilla/readability'
import { isHidden, parseFragment, parsePage } from '#newsroom/feed/dom.ts'
import { textOfElement } from '#newsroom/feed/text.ts'

/** The shortest text that is an article, in UTF-16 units. */
export const SHORTEST_PAGE = 400

/** The article of a page of HTML as plain text; null when there is none of at least 400 characters. */
export function textOfPage(html: string): string | null {
  // The parser adds no body to a page that leaves its tag out, as it may.
  const document = /<body[\s>]/i.test(html) ? parsePage(html) : parseFragment(html).ownerDocument
  // Readability drops the very attributes that hide an element.
  for (const element of document.querySelectorAll(HIDING)) if (isHidden(element)) element.remove()
  const article = new Readability(document, {
    charThreshold: SHORTEST_PAGE,
    maxElemsToParse: MOST_ELEMENTS,
    disableJSONLD: true,
  }).parse()
  const text = article?.content ? textOfElement(parseFragment(article.content)) : ''
  return text.length < SHORTEST_PAGE ? null : text
}

const HIDING = '[hidden], [aria-hidden], [style], noscript, template'
const MOST_ELEMENTS = 50_000
