import { isOfflineCopy, onNavigation } from '#site/router.tsx'

// The page's side of offline reading.

/** Registers the worker once the page is complete, and has it keep every page that is shown without its help. */
export function keepForOffline(): void {
  // Whoever was quick may have started the application before that.
  const work = () => setTimeout(() => void register(), 200)
  if (document.readyState === 'complete') work()
  else addEventListener('load', work, { once: true })
}

async function register(): Promise<void> {
  // Not everywhere: on an insecure address, or where a browser keeps nothing.
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  onNavigation(() => whenQuiet(keepThisPage))
  // A browser that refuses (a private window, no room) shows the site as it would without.
  const registration = await serviceWorker.register('/service-worker.js').catch(() => null)
  if (registration && isFirst && !isOfflineCopy()) keepThisPage()
}

function keepThisPage(): void {
  const pictures = [...document.images].filter((image) => image.complete && image.naturalWidth > 0)
  const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
  const shown = [...pictures.map((image) => image.currentSrc), ...fonts.map(({ name }) => name)]
  const addresses = [location.pathname, ...shown]
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(addresses, { transfer: [] }))
}

function whenQuiet(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
