import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn, hydrated, openSession } from './browser.ts'
import type { WirePost } from './fake-backend.ts'
import { HOSTILE } from './hostile-html.ts'
import { startForeignSite } from './site.ts'

// Tests that no script, handler, `javascript:` URL, style or form in an article has an effect, on load or after a
// navigation. sanitise.test.ts compares how the sanitiser and browsers parse the result.

/** An article's effects on its page. */
type Visit = { name: string; found: string[] }

// Titles and excerpts try to break out of the script elements that contain the page data and the linked data.
const BREAKOUT = `</script><script>window.pwned=1</script><!--<script><img src=x onerror=window.pwned=1>"'`

const { api, site } = await startForeignSite({ posts: HOSTILE.map(({ name }) => post(name)) })
for (const { name, html } of HOSTILE)
  api.contents[name] = {
    title: `Article ${name} ${BREAKOUT}`,
    excerpt: BREAKOUT,
    author: BREAKOUT,
    category: 'hostile',
    date: '2026-10-01T09:00:00Z',
    tags: [BREAKOUT],
    content: html,
  }
const [loaded, navigated] = await Promise.all([visitAll(load), visitAll(navigate)])

test.for([
  ['on load', loaded],
  ['after navigation', navigated],
] as const)('%s no article runs scripts, sends requests, navigates, or covers or imitates the page', ([, visits]) => {
  expect(visits.filter(({ found }) => found.length > 0)).toEqual([])
})

function post(name: string): WirePost {
  return {
    PostId: name,
    Category: 'hostile',
    PostTitle: `Article ${name} ${BREAKOUT}`,
    Prefix: `posts/hostile/${name}/`,
    DateISO: '2026-10-01T09:00:00Z',
    excerpt: BREAKOUT,
  }
}

async function visitAll(go: (page: Page, name: string) => Promise<void>): Promise<Visit[]> {
  const session = await openSession()
  // Sanitised HTML must be safe even without the Content Security Policy.
  const context = await session.context.browser()?.newContext({ bypassCSP: true })
  if (!context) throw new Error('The session has no browser.')
  const page = await context.newPage()
  const events: string[] = []
  page.on('console', (message) => events.push(`said ${message.text()}`))
  page.on('pageerror', (error) => events.push(`threw ${error.message}`))
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => events.push('opened a dialog')))
  page.on('popup', () => events.push('opened a page'))
  page.on('request', (request) => {
    if (![site.url, api.url].includes(new URL(request.url()).origin)) events.push(`requested ${request.url()}`)
  })
  await page.goto(`${site.url}/about`)
  await hydrated(page)
  const visits: Visit[] = []
  for (const { name } of HOSTILE) {
    await go(page, name)
    await page.locator('.prose').waitFor({ state: 'attached' })
    visits.push({ name, found: [...(await tracesIn(page, name)), ...events.splice(0)] })
  }
  await context.close()
  await session.close()
  return visits
}

async function load(page: Page, name: string): Promise<void> {
  await page.goto(`${site.url}/post/hostile/${name}`)
  await hydrated(page)
}

async function navigate(page: Page, name: string): Promise<void> {
  await page.evaluate((path) => history.pushState(null, '', path), `/post/hostile/${name}`)
  await page.getByRole('heading', { level: 1, name: `Article ${name} ` }).waitFor()
  // Wait for the effects of the new text.
  await drawn(page)
}

function tracesIn(page: Page, name: string): Promise<string[]> {
  return page.evaluate((id) => {
    const found: string[] = []
    if ('pwned' in window) found.push('ran')
    if (!location.pathname.endsWith(`/post/hostile/${id}`)) found.push(`went to ${location.href}`)
    const prose = document.querySelector('.prose')
    const forbidden =
      'script,style,link,meta,base,iframe,object,embed,frame,form,input,button,select,textarea,template,noscript,' +
      // This selector matches MathML elements that can contain HTML or links.
      'semantics,annotation,annotation-xml,maction,mglyph,malignmark,ms,:is(mi,mn,mo,mtext) *,math :is([href],[class],[id]),math math,' +
      'video,audio,source,dialog,a[target],use,image,animate,set,foreignObject,[contenteditable],[popover],[data-testid]'
    for (const element of prose?.querySelectorAll(forbidden) ?? []) found.push(`kept <${element.localName}>`)
    for (const element of prose?.querySelectorAll('*') ?? []) {
      for (const { name, value } of element.attributes) {
        if (/^on|^style$|srcset|^ping$|^xlink/i.test(name)) found.push(`kept ${name}`)
        if (/^(?:href|src)$/.test(name) && !/^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/.test(value))
          found.push(`kept ${name}=${value}`)
      }
      const { position } = getComputedStyle(element)
      if (position === 'fixed' || position === 'sticky') found.push(`${element.localName} is ${position}`)
    }
    // Articles must not use the ids of interface elements or cover the interface.
    for (const own of ['root', 'page-data', 'main', 'site-nav', 'tags-heading'])
      if (prose?.querySelector(`[id="${own}"]`)) found.push(`posed as #${own}`)
    const logo = document.querySelector('header .logo')
    scrollTo(0, 0)
    const box = logo?.getBoundingClientRect()
    const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    if (!top || !logo?.contains(top)) found.push(`covered the logo with ${top?.outerHTML.slice(0, 99)}`)
    return found
  }, name)
}
