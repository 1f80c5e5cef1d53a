import { isHidden, type DomElement, type DomNode } from '#newsroom/sources/feed/dom.ts'

/** What is done on the way through a tree. `enter` says whether to go into the element, past it, or no further at all. */
export type Visitor = {
  text(data: string, node: DomNode): void
  enter(element: DomElement): 'into' | 'past' | 'stop'
  leave(element: DomElement): void
}

/**
 * Goes through all below an element that a reader sees, in reading order and without recursion: a hostile page may be
 * nested deeper than the stack. False when the visitor stopped it.
 */
export function walk(root: DomElement, visitor: Visitor): boolean {
  let node: DomNode | null = root.firstChild
  while (node !== null) {
    const step = isElement(node) ? stepInto(node, visitor) : 'past'
    if (step === 'stop') return false
    if (node.nodeType === TEXT) visitor.text(node.textContent ?? '', node)
    let next: DomNode | null = step === 'into' ? node.firstChild : null
    if (step === 'into' && next === null && isElement(node)) visitor.leave(node)
    while (next === null && node !== null) {
      next = node.nextSibling
      if (next !== null) break
      node = node.parentNode
      if (node === root || node === null) return true
      if (isElement(node)) visitor.leave(node)
    }
    node = next
  }
  return true
}

const TEXT = 3
const ELEMENT = 1

// A comment has no text, and neither has what is hidden.
function stepInto(element: DomElement, visitor: Visitor): 'into' | 'past' | 'stop' {
  return isHidden(element) ? 'past' : visitor.enter(element)
}

function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT
}
