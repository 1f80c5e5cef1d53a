/**
 * The address of a text within a page, by a text fragment (https://wicg.github.io/scroll-to-text-fragment/): a browser that
 * knows them scrolls there and marks it, others open the page. Of a row of a table (`Model: X | Price: 4`) its longest cell is
 * looked for. Empty where the page has no address.
 */
export function textFragment(url: string, text: string): string {
  const words = found(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (url === '' || words.length === 0) return url
  // A long run would fail by one character that the page sets otherwise; its ends are enough.
  const parts = words.length <= 2 * AT_AN_END ? [words] : [words.slice(0, AT_AN_END), words.slice(-AT_AN_END)]
  const directive = parts.map((part) => encoded(part.join(' '))).join(',')
  const join = url.includes('#') ? ':~:' : '#:~:'
  return `${url}${join}text=${directive}`
}

const AT_AN_END = 5

// The names of columns stand elsewhere on the page.
function found(text: string): string {
  const cells = text.split(' | ').map((cell) => cell.replace(/^[^:]{1,60}: /, ''))
  return cells.length === 1 ? text : cells.reduce((longest, cell) => (cell.length > longest.length ? cell : longest))
}

// A hyphen would be read as a part of the directive, as `,` and `&` are, which are encoded by themselves.
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D')
}
