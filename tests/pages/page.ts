import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseHTML } from 'linkedom'

/** A parsed page as sent by the server. */
export type ServedPage = {
  status: number
  headers: Headers
  html: string
  title: string
  /** All elements that match a selector, in document order. */
  all(selector: string): Element[]
  /** The only element that matches a selector. Throws if there is none, or more than one. */
  one(selector: string): Element
}

/** Requests a page and parses it once. */
export async function getPage(url: string): Promise<ServedPage> {
  const response = await fetch(url)
  const html = await response.text()
  const { document } = parseHTML(html)
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  return {
    status: response.status,
    headers: response.headers,
    html,
    title: document.title,
    all,
    one(selector) {
      const [first, second] = all(selector)
      if (first === undefined || second !== undefined)
        throw new Error(`${url} has ${all(selector).length} elements "${selector}" instead of one.`)
      return first
    },
  }
}

/**
 * Sends a request target unchanged and returns the encoded body. `fetch` would change the target and decode the body.
 */
export function getRaw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) })
    })
      .on('error', reject)
      .end()
  })
}

/** Returns an element's text with white space collapsed. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** Returns the texts of all elements that match a selector. */
export function textsOf(page: ServedPage, selector: string): string[] {
  return page.all(selector).map(textOf)
}

/**
 * Returns an attribute's value for each element that matches a selector. The value is null if the element lacks the
 * attribute.
 */
export function valuesOf(page: ServedPage, selector: string, name: string): (string | null)[] {
  // React writes some names in camel case, such as srcSet, and the parser does not change them.
  return page.all(selector).map((element) => {
    return [...element.attributes].find((attribute) => attribute.name.toLowerCase() === name)?.value ?? null
  })
}

/** Returns an element's texts, one for each descendant that directly contains text. */
export function linesOf(element: Element): string[] {
  if (/^(?:svg|script|style|noscript|template)$/i.test(element.tagName)) return []
  const hasText = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
  return hasText ? [textOf(element)] : [...element.children].flatMap(linesOf)
}

/** A card's content: its texts, the URL that its title links to, and its image URL. */
export type Card = { words: string[]; href: string | null; picture: string | null }

/** Returns the content of a card element. */
export function cardOf(element: Element): Card {
  return {
    words: linesOf(element),
    href: element.querySelector('h2 a, h3 a')?.getAttribute('href') ?? null,
    picture: element.querySelector('img')?.getAttribute('src') ?? null,
  }
}

/** Returns the titles of the cards in all elements that match a selector. */
export function titlesIn(page: ServedPage, selector: string): string[] {
  return page.all(`${selector} :is(h2, h3) a`).map(textOf)
}
