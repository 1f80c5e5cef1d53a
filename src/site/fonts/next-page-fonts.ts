/**
 * Loads the fonts that the page did not bring along with the first other page of a visit, once that one has settled: whenever
 * a browser learns of a font, it lays out all of its text anew, and a click must not wait for it.
 */
export function loadFontsForNextPage(): void {
  // The router fires the first.
  for (const event of ['pushState', 'popstate'])
    addEventListener(event, () => setTimeout(loadFonts, SETTLED), { once: true })
}

// How long a page that was opened from another one is left alone, in milliseconds.
const SETTLED = 1500

function loadFonts(): void {
  const text = /<style>([^<]*)/.exec(document.querySelector('noscript')?.textContent ?? '')?.[1]
  if (text) document.head.append(Object.assign(document.createElement('style'), { textContent: text }))
}
