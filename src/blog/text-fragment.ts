/**
 * The address of texts within a page, by a text fragment (https://wicg.github.io/scroll-to-text-fragment/): a browser that
 * knows them scrolls to the first and marks them all, others open the page. A row of a table (`Model: X | Price: 4`) stands nowhere so:
 * without another text its page is named alone. Empty where the page has no address.
 */
export function textFragment(url: string, ...texts: string[]): string {
  const found = texts.filter((text) => text !== '' && !text.includes(' | '))
  if (!url || found.length === 0) return url
  return `${url}${url.includes('#') ? '' : '#'}:~:${found.map(directive).join('&')}`
}

function directive(text: string): string {
  const words = text.trim().split(/\s+/)
  // A long run would fail by one character that the page sets otherwise; its ends are enough.
  const parts = words.length > 2 * AT_AN_END ? [words.slice(0, AT_AN_END), words.slice(-AT_AN_END)] : [words]
  return `text=${parts.map(encoded).join()}`
}

const AT_AN_END = 5

// A hyphen would be read as a part of the directive, as `,` and `&` are, which are encoded by themselves.
function encoded(words: string[]): string {
  return encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D')
}
