// The only script that a page references. It loads and starts the application when the browser is idle after the load
// event, or on the first input. Until then the page works as plain HTML: the menu is a popover, and search is a link.

const IDLE_TIMEOUT_MS = 1000
const INPUTS = ['pointerdown', 'keydown', 'touchstart'] as const

let application: Promise<void> | null = null

if (document.readyState === 'complete') whenIdle(startOnce)
else addEventListener('load', () => whenIdle(startOnce), { once: true })
for (const input of INPUTS) addEventListener(input, startOnce, { once: true, passive: true, capture: true })

// After a deploy, the files that this script imports may no longer exist. Reload the page once to get the new URLs.
addEventListener('vite:preloadError', (event) => {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload') return
  event.preventDefault()
  location.reload()
})

function startOnce(): void {
  application ??= start().catch(console.error)
}

async function start(): Promise<void> {
  const { startApplication } = await import('#site/entry-browser.tsx')
  // Start in a separate task so that the browser can respond to input between loading and starting.
  whenIdle(startApplication)
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS })
  else setTimeout(act, 200)
}
