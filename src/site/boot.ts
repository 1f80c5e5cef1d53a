// The first and only script of a page: it fetches the application once the page is there and quiet, or at the
// reader's first input, whichever comes first. Until then the page is plain HTML, and complete.

import { SPECULATION_RULES } from '#blog/speculation-rules.ts'
import { loadPart } from '#site/load-part.ts'
import { isSearchKey } from '#site/search/search-key.ts'

const INPUTS = ['pointerdown', 'keydown', 'touchstart', 'focusin'] as const

// Until the application is there a link loads a page whole.
const rules = Object.assign(document.createElement('script'), { type: 'speculationrules', text: SPECULATION_RULES })

let started = false
let isAlive = false
let pressed: HTMLElement | null = null

async function start(): Promise<void> {
  if (started) return
  started = true
  for (const input of INPUTS) removeEventListener(input, start)
  const { start: startApplication } = await loadPart(() => import('#site/entry-browser.tsx'))
  // Not in the task that reads the code, so that a press comes in between.
  await new Promise((resolve) => setTimeout(resolve))
  await startApplication()
  isAlive = true
  rules.remove()
  removeEventListener('click', remember)
  // A button that was pressed before the application was there is pressed again for it.
  setTimeout(() => pressed?.click())
}

function remember(event: Event): void {
  pressed = event.target instanceof Element ? event.target.closest('button') : null
}

// The key of the search is as good as its button, before the application is there and after.
function pressByKey(event: KeyboardEvent): void {
  if (!isSearchKey(event)) return
  event.preventDefault()
  const button = document.querySelector<HTMLElement>('.search-btn')
  if (isAlive) button?.click()
  else pressed = button
}

// After the frame that shows the pictures of the first view: what loads before it competes with it.
async function whenQuiet(): Promise<void> {
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  // Each in a task of its own, so that a press comes in between.
  requestAnimationFrame(() => {
    setTimeout(() => {
      if (!isAlive) document.head.append(rules)
    })
    setTimeout(whenIdle, 100)
  })
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void start(), { timeout: 2000 })
  else setTimeout(() => void start(), 200)
}

addEventListener('click', remember)
addEventListener('keydown', pressByKey)
for (const input of INPUTS) addEventListener(input, start, { passive: true })
if (document.readyState === 'complete') void whenQuiet()
else addEventListener('load', () => void whenQuiet(), { once: true })
