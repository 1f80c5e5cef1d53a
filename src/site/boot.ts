// The only script that a page names. Once the page is there and the browser idle, it loads the application and starts it;
// until then the page is plain HTML, and complete.

if (document.readyState === 'complete') whenIdle(load)
else addEventListener('load', () => whenIdle(load), { once: true })

async function load(): Promise<void> {
  const { start } = await import('#site/entry-browser.tsx')
  whenIdle(start)
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 1000 })
  else setTimeout(act, 200)
}
