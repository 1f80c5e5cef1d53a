import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { CITATION, withoutCitations } from '#text/citations.ts'
import type { Element, ElementContent, Root } from 'hast'

/**
 * Separates the speaker from a quotation. A blockquote that ends with a line `— Name, office`, or with `“…” — Name, office`,
 * becomes a figure with the speaker as its caption, the name in bold and the office on its own line.
 */
export function setSpeakers(tree: Root): void {
  visit(tree, 'element', (quote, index, parent) => {
    if (quote.tagName !== 'blockquote' || parent === undefined || index === undefined) return undefined
    const speaker = takeSpeaker(quote)
    if (speaker === null) return undefined
    const figure = element('figure', [quote, element('figcaption', setOffice(speaker))])
    figure.properties.className = ['said']
    parent.children.splice(index, 1, figure)
    return [SKIP, index + 1]
  })
}

// A dash at the start of a line, or after the closing quotation mark.
const DASH = /(^|\n|[”"»])[^\S\n]*(?:[—–]|--)[^\S\n]+(?=\S)/g

// A longer text, or one that ends like a sentence, is not a speaker.
const MAX_SPEAKER = 120

function takeSpeaker(quote: Element): ElementContent[] | null {
  const paragraphs = quote.children.filter((child) => child.type === 'element')
  const last = paragraphs.at(-1)
  if (last?.tagName !== 'p') return null
  const place = last.children.findLastIndex((child) => child.type === 'text' && child.value.search(DASH) >= 0)
  const text = last.children[place]
  const dash = text?.type === 'text' ? [...text.value.matchAll(DASH)].at(-1) : undefined
  if (text?.type !== 'text' || dash === undefined) return null

  const words = text.value.slice(0, dash.index + (dash[1] ?? '').length).trimEnd()
  const first = { type: 'text' as const, value: text.value.slice(dash.index + dash[0].length) }
  const speaker = [first, ...last.children.slice(place + 1)]
  const name = withoutCitations(toString(element('p', speaker)))
  if (/[\n”"»]|[.!?]$/.test(name) || name.length > MAX_SPEAKER) return null
  const isAlone = place === 0 && words === ''
  // A dash before the only words belongs to them. A dash inside a line must follow a quotation mark.
  if (isAlone ? paragraphs.length === 1 : dash[1] === '') return null

  if (isAlone) quote.children.splice(quote.children.indexOf(last), 1)
  else last.children = [...last.children.slice(0, place), { type: 'text', value: words }]
  return speaker
}

function setOffice([first, ...rest]: ElementContent[]): ElementContent[] {
  if (first?.type !== 'text') return rest
  const citation = first.value.search(CITATION)
  const whole = citation < 0 ? first.value : first.value.slice(0, citation)
  const name = whole.split(', ', 1)[0] ?? ''
  const office = first.value.slice(name.length).replace(/^, /, '')
  const isOffice = whole.length > name.length
  return [
    element('b', [{ type: 'text', value: name }]),
    ...(isOffice ? [element('br', [])] : []),
    { type: 'text', value: office },
    ...rest,
  ]
}

function element(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children }
}
