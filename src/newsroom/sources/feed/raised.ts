import type { DomNode } from '#newsroom/sources/feed/dom.ts'

/** A text node as its reader sees it: 10<sup>6</sup> is 10^6 and no 106, and the number of a note stands in brackets. */
export function raised(data: string, node: DomNode, isAfterDigit: boolean): string {
  if (!/^\s*(?:[-−+]?\d{1,4}|[a-z*†‡])\s*$/.test(data)) return data
  const around = [node.parentNode?.localName, node.parentNode?.parentNode?.localName]
  if (!around.includes('sup')) return data
  if (around.includes('a')) return `[${data.trim()}]`
  return isAfterDigit && /\d/.test(data) ? `^${data.trim()}` : data
}
