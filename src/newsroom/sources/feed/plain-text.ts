import { fencedCode } from '#newsroom/sources/feed/fenced-code.ts'
import { layoutOf } from '#newsroom/sources/feed/layout.ts'
import { raised } from '#newsroom/sources/feed/raised.ts'
import { tableLines } from '#newsroom/sources/feed/table.ts'
import { createWriter, type Writer } from '#newsroom/sources/feed/text-writer.ts'
import { walk } from '#newsroom/sources/feed/walk.ts'
import type { DomElement, DomNode } from '#newsroom/sources/feed/dom.ts'

/**
 * The visible text below an element, paragraphs apart by a blank line. What it takes to cite a part of it is written as
 * in Markdown: `## Heading`, `- item` and `2. item`, `a | b` for a row, `> ` before quoted lines, code between fences of
 * backticks that are longer than any within; and `Caption: ` before what stands under a figure.
 */
export function plainTextOf(root: DomElement): string {
  const writer = createWriter()
  // Where a quotation stands, what would be the caption of a figure is its speaker.
  let quoting: DomNode | null = null
  walk(root, {
    text: (data, node) => writer.text(raised(data, node, /\d/.test(writer.last()))),
    enter(element) {
      const { localName: name } = element
      const lines = name === 'pre' ? fencedCode(element) : name === 'table' ? tableLines(element) : null
      if (lines !== null) {
        writer.lines(lines)
        return 'past'
      }
      if (name === 'br') writer.newline()
      else writer.apart(layoutOf(name))
      if (name === 'figcaption' && element.parentNode !== quoting) writer.mark('Caption: ')
      else open(element, writer)
      return 'into'
    },
    leave(element) {
      const { localName: name } = element
      if (name === 'blockquote') quoting = element.parentNode
      close(element, writer)
      if (name !== 'br') writer.apart(layoutOf(name))
    },
  })
  return writer.done()
}

const HEADING = /^h([1-6])$/

function open(element: DomElement, writer: Writer): void {
  const { localName: name } = element
  const level = HEADING.exec(name)?.[1]
  if (level !== undefined) writer.openHeading(Number(level))
  if (name === 'blockquote') writer.openQuote()
  if (name === 'ul' || name === 'dl') writer.openList(null)
  if (name === 'ol') writer.openList(Number.parseInt(element.getAttribute('start') ?? '', 10) || 1)
  if (name === 'li' || name === 'dt') writer.openItem()
  if (name === 'dd') writer.openDefinition()
  if (name === 'q') writer.text('“')
}

function close({ localName: name }: DomElement, writer: Writer): void {
  if (HEADING.test(name)) writer.closeHeading()
  if (name === 'blockquote') writer.closeQuote()
  if (name === 'ul' || name === 'ol' || name === 'dl') writer.closeList()
  if (name === 'li' || name === 'dd') writer.closeItem()
  if (name === 'dt') writer.closeTerm()
  if (name === 'figcaption') writer.mark('')
  if (name === 'q') writer.attach('”')
}
