import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseHTML } from 'linkedom'

/** A page as the server sends it, parsed. */
export type ServedPage = {
  status: number
  headers: Headers
  html: string
  title: string
  /** All elements that match a selector, in the order of the document. */
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

/** Sends a request target unchanged and does not decode the response, as `fetch` would. */
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

/** Text of an element with white space collapsed. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** Texts of all elements that match a selector. */
export function textsOf(page: ServedPage, selector: string): string[] {
  return page.all(selector).map(textOf)
}

/** Values of an attribute of all elements that match a selector; null for an element without it. */
export function valuesOf(page: ServedPage, selector: string, name: string): (string | null)[] {
  // React writes some names in camel case, such as srcSet, and the parser keeps that.
  return page.all(selector).map((element) => {
    return [...element.attributes].find((attribute) => attribute.name.toLowerCase() === name)?.value ?? null
  })
}

/** Texts of an element, one for each descendant that has text of its own. */
export function linesOf(element: Element): string[] {
  if (/^(?:svg|script|style|noscript|template)$/i.test(element.tagName)) return []
  const hasText = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
  return hasText ? [textOf(element)] : [...element.children].flatMap(linesOf)
}

/** The content of a card: its texts, where its title leads, and its picture. */
export type Card = { words: string[]; href: string | null; picture: string | null }

/** Reads a card. */
export function cardOf(element: Element): Card {
  return {
    words: linesOf(element),
    href: element.querySelector('h2 a, h3 a')?.getAttribute('href') ?? null,
    picture: element.querySelector('img')?.getAttribute('src') ?? null,
  }
}

/** Titles of the cards in all elements that match a selector. */
export function titlesIn(page: ServedPage, selector: string): string[] {
  return page.all(`${selector} :is(h2, h3) a`).map(textOf)
}
