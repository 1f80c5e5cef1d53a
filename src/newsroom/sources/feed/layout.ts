const PARAGRAPHS = new Set(
  'p div section article main header footer aside nav h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure figcaption hr address details form fieldset'.split(
    ' ',
  ),
)
const LINES = new Set(['li', 'tr', 'td', 'th', 'dt', 'dd', 'caption', 'summary', 'legend', 'option', 'br'])

/** Whether an element of this name is a paragraph of its own, at least a line of its own, or stands within a line. */
export function layoutOf(name: string): 'paragraph' | 'line' | 'inline' {
  if (PARAGRAPHS.has(name)) return 'paragraph'
  return LINES.has(name) ? 'line' : 'inline'
}
