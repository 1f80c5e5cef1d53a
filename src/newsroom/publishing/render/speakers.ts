import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { CITATION, withoutCitations } from '#text/citations.ts'
import type { Element, ElementContent, Root } from 'hast'

/**
 * Sets apart who said a quotation: a blockquote that ends in a line `— Name, office`, or whose last words are
 * `“…” — Name, office`, becomes a figure with the speaker as its caption, the name in bold and the rest on a line of its own.
 * Any other blockquote stays as it is.
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

// A dash that begins a line, or that follows the mark that closes a quotation.
const DASH = /(^|\n|[”"»])[^\S\n]*(?:[—–]|--)[^\S\n]+(?=\S)/g

// In characters: what is longer, or ends as a sentence does, is no speaker.
const LONGEST = 120

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
  if (/[\n”"»]|[.!?]$/.test(name) || name.length > LONGEST) return null
  const isAlone = place === 0 && words === ''
  // A dash before the first words of all belongs to them; one amid a line follows no mark.
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
