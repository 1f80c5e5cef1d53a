/**
 * Loads the fonts that the page did not bring along, for what it is about to show; a second call does nothing. Not before:
 * whenever a browser learns of a font, it lays out all of its text anew.
 */
export function loadFonts(): void {
  const address = document.querySelector<HTMLElement>('[data-fonts]')?.dataset.fonts
  if (!address || document.querySelector(`link[href="${address}"]`)) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address }))
}

/** Loads them with the first other page of a visit. */
export function loadFontsForNextPage(): void {
  // The first is the router's.
  for (const event of ['pushState', 'popstate']) addEventListener(event, loadFonts, { once: true })
}
