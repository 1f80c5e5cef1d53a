import { SKIP, visit } from 'unist-util-visit'
import type { Root } from 'hast'

/** Unwraps every link: its text stays. */
export function unlink(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'a' || parent === undefined || index === undefined) return undefined
    parent.children.splice(index, 1, ...node.children)
    return [SKIP, index]
  })
}
