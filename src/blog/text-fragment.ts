/**
 * Adds a text fragment (https://wicg.github.io/scroll-to-text-fragment/) for these texts to a page's URL. Browsers that
 * support text fragments scroll to the first text and highlight them all. Skips table rows (`Model: X | Price: 4`),
 * because the page does not contain them in this form. An empty URL stays empty.
 */
export function textFragment(url: string, ...texts: string[]): string {
  const found = texts.filter((text) => text !== '' && !text.includes(' | '))
  if (!url || found.length === 0) return url
  return `${url}${url.includes('#') ? '' : '#'}:~:${found.map(directive).join('&')}`
}

function directive(text: string): string {
  const words = text.trim().split(/\s+/)
  // Use only the first and last words if the text is long, because the browser finds no match if a single character
  // differs.
  const parts =
    words.length > 2 * MAX_WORDS_PER_END
      ? [words.slice(0, MAX_WORDS_PER_END), words.slice(-MAX_WORDS_PER_END)]
      : [words]
  return `text=${parts.map(encoded).join()}`
}

const MAX_WORDS_PER_END = 5

// Also encodes hyphens, because they are part of the directive's syntax.
function encoded(words: string[]): string {
  return encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D')
}
