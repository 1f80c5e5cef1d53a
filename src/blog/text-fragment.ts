/**
 * The address of a text within a page, by a text fragment (https://wicg.github.io/scroll-to-text-fragment/): a browser that
 * knows them scrolls there and marks it, others open the page. A row of a table (`Model: X | Price: 4`) stands nowhere so:
 * its page is named alone. Empty where the page has no address.
 */
export function textFragment(url: string, text: string): string {
  if (!url || !text || text.includes(' | ')) return url
  const words = text.trim().split(/\s+/)
  // A long run would fail by one character that the page sets otherwise; its ends are enough.
  const parts = words.length > 2 * AT_AN_END ? [words.slice(0, AT_AN_END), words.slice(-AT_AN_END)] : [words]
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${parts.map(encoded).join()}`
}

const AT_AN_END = 5

// A hyphen would be read as a part of the directive, as `,` and `&` are, which are encoded by themselves.
function encoded(words: string[]): string {
  return encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D')
}
