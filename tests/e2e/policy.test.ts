import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { publish, startOwnSite } from './site.ts'

// Tests the effect of the Content Security Policy in the browser.

const site = await startOwnSite()
await publish(site, { id: 'one' })

test('injected scripts, handlers, styles, forms, frames and requests to other origins are blocked', async () => {
  const { page } = await openPage(`${site.url}/post/technology/one`)
  const strangers: string[] = []
  await page.route('https://evil.example/**', (route) => route.fulfill({ body: 'window.pwned=1' }))
  page.on('response', (response) => {
    if (response.url().startsWith('https://evil.example')) strangers.push(response.url())
  })
  const outcome = await page.evaluate(async () => {
    const prose = document.querySelector('.prose')
    if (!prose) return null
    prose.innerHTML = `
      <img src="/none.png" onerror="window.pwned=1"><img src="https://evil.example/a.png">
      <p id="styled" style="position:fixed">text</p><style>#styled { position: absolute }</style>
      <link rel="stylesheet" href="https://evil.example/a.css"><iframe src="https://evil.example/"></iframe>
      <iframe srcdoc="<script>parent.pwned=1</script>"></iframe><object data="https://evil.example/b"></object>
      <base href="https://evil.example/"><form action="https://evil.example/c"><button>Send</button></form>
      <a id="click" href="javascript:window.pwned=1">text</a>`
    for (const [name, value] of [
      ['text', 'window.pwned=1'],
      ['src', 'https://evil.example/a.js'],
      ['src', 'data:text/javascript,window.pwned=1'],
    ] as const)
      prose.append(Object.assign(document.createElement('script'), { [name]: value }))
    prose.querySelector<HTMLElement>('#click')?.click()
    prose.querySelector('button')?.click()
    const called = await fetch('https://evil.example/d').then(
      () => 'answered',
      () => 'stopped',
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    return {
      called,
      ran: 'pwned' in window,
      base: document.baseURI === location.href,
      position: getComputedStyle(document.querySelector('#styled') ?? prose).position,
    }
  })
  expect(outcome).toEqual({ called: 'stopped', ran: false, base: true, position: 'static' })
  expect(strangers).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/post/technology/one')
})
