import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { withoutCitations } from '#text/citations.ts'
import type { Element, ElementContent, Root } from 'hast'

const CAPTION = /^Table:\s*/

/** Puts each table into a box that scrolls and says what it holds; a paragraph `Table: …` before it becomes its caption. */
export function frameTables(tree: Root): void {
  visit(tree, 'element', (table, index, parent) => {
    if (table.tagName !== 'table' || parent === undefined || index === undefined) return undefined
    visit(table, 'element', setCell)
    for (const head of table.children) if (head.type === 'element' && head.tagName === 'thead') setHead(head)

    const before = previousElement(parent.children, index)
    const paragraph = parent.children[before]
    const caption = paragraph?.type === 'element' ? takeCaption(paragraph) : null
    if (caption !== null) table.children.unshift(caption)
    const start = caption === null ? index : before
    parent.children.splice(start, index - start + 1, box(table))
    return [SKIP, start + 1]
  })
}

function box(table: Element): Element {
  const caption = table.children.find((child) => child.type === 'element' && child.tagName === 'caption')
  const name = caption === undefined ? 'Table' : withoutCitations(toString(caption)).replace(/[.:]$/, '')
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table'], tabIndex: 0, role: 'region', ariaLabel: `${name}, scrollable` },
    children: [table],
  }
}

// Alignment is the style sheet's business; it knows numbers by their class.
function setCell(cell: Element): void {
  if (cell.properties.align === 'right') cell.properties.className = ['num']
  delete cell.properties.align
  if (cell.tagName === 'th') cell.properties.scope = 'row'
}

function setHead(head: Element): void {
  visit(head, 'element', (cell) => {
    if (cell.tagName !== 'th') return
    // A heading without words is none.
    if (toString(cell).trim() === '') {
      cell.tagName = 'td'
      delete cell.properties.scope
    } else {
      cell.properties.scope = 'col'
    }
  })
}

function previousElement(nodes: Root['children'] | ElementContent[], index: number): number {
  let before = index - 1
  for (let node = nodes[before]; node?.type === 'text' && node.value.trim() === ''; node = nodes[before]) before--
  return before
}

function takeCaption(paragraph: Element): Element | null {
  const first = paragraph.children[0]
  if (paragraph.tagName !== 'p' || first?.type !== 'text' || !CAPTION.test(first.value)) return null
  first.value = first.value.replace(CAPTION, '')
  return { type: 'element', tagName: 'caption', properties: {}, children: paragraph.children }
}
