/**
 * Loads the fonts that the page did not bring along with the first other page of a visit. Not before: whenever a browser
 * learns of a font, it lays out all of its text anew.
 */
export function loadFontsForNextPage(): void {
  // The router fires the first.
  for (const event of ['pushState', 'popstate']) addEventListener(event, loadFonts, { once: true })
}

function loadFonts(): void {
  const address = document.querySelector<HTMLElement>('[data-fonts]')?.dataset.fonts
  if (!address || document.querySelector(`link[href="${address}"]`)) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address }))
}
