/**
 * Returns the URL of texts in a page, with a text fragment (https://wicg.github.io/scroll-to-text-fragment/). Browsers
 * that support fragments scroll to the first text and highlight all of them. Table rows (`Model: X | Price: 4`) are left
 * out, because the page does not contain them in this form. Returns an empty text if `url` is empty.
 */
export function textFragment(url: string, ...texts: string[]): string {
  const found = texts.filter((text) => text !== '' && !text.includes(' | '))
  if (!url || found.length === 0) return url
  return `${url}${url.includes('#') ? '' : '#'}:~:${found.map(directive).join('&')}`
}

function directive(text: string): string {
  const words = text.trim().split(/\s+/)
  // A long text would not match if the page writes a single character differently, so use only its first and last words.
  const parts =
    words.length > 2 * MAX_WORDS_PER_END
      ? [words.slice(0, MAX_WORDS_PER_END), words.slice(-MAX_WORDS_PER_END)]
      : [words]
  return `text=${parts.map(encoded).join()}`
}

const MAX_WORDS_PER_END = 5

// Hyphens are part of the directive's syntax, but encodeURIComponent does not encode them.
function encoded(words: string[]): string {
  return encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D')
}
