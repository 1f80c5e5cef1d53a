import type { Post } from '#blog/post.ts'
import { listenTool } from '#site/article/listen.ts'
import { isSaved, toggleSaved } from '#site/saved-posts.ts'

const SHAPES = {
  Listen: 'M3 12.5v-3a7 7 0 0 1 14 0v3M3 12h2.5v5H4.2A1.2 1.2 0 0 1 3 15.8ZM17 12h-2.5v5h1.3a1.2 1.2 0 0 0 1.2-1.2Z',
  Save: 'M5 3h10v14l-5-4-5 4Z',
  Share: 'M10 12.5V3M6.5 6 10 2.8 13.5 6M4 10v7h12v-7',
  Cite: 'M3 14c2.5 0 4-1.5 4-4.5V6H3v4h4M12 14c2.5 0 4-1.5 4-4.5V6h-4v4h4',
}

// How long a button says what came of it, in milliseconds.
const SAID = 2_000

/**
 * Gives a reader the tools of an article, in the row that its page keeps free for them: to have it read aloud where the
 * device has a voice, to put it aside (the search lists what is), to share its address, to copy a citation that says who wrote
 * it.
 */
export async function showTools(
  element: HTMLElement,
  visit: { id: string; post: Post; signal: AbortSignal },
): Promise<void> {
  const { id, post, signal } = visit
  const row = element.querySelector('.tools')
  if (row === null) return
  signal.addEventListener('abort', () => row.replaceChildren())
  const listen = await listenTool(element, signal)
  if (signal.aborted) return
  const share = tool('Share', async () => await shareOrCopy(post.title))
  const saved = { id, category: post.category, date: post.date, title: post.title }
  const save = tool('Save', () => {
    if (!toggleSaved(saved)) return 'This browser keeps nothing'
    save.ariaPressed = String(isSaved(saved))
    return isSaved(saved) ? 'Saved' : 'Removed'
  })
  save.ariaPressed = String(isSaved(saved))
  save.title = 'Kept in this browser, listed in the search'
  const cite = tool('Cite', async () => await copy(citation(element, post), 'Citation copied'))
  row.role = 'group'
  row.ariaLabel = 'This article'
  row.replaceChildren(...(listen === null ? [] : [withGlyph(listen, 'Listen')]), save, share, cite)
}

// What is done answers with what is to be said of it, or null.
function tool(name: 'Save' | 'Share' | 'Cite', act: () => Promise<string | null> | string): HTMLButtonElement {
  const label = document.createElement('span')
  label.setAttribute('aria-live', 'polite')
  label.textContent = name
  const button = document.createElement('button')
  button.type = 'button'
  button.append(label)
  let timer = 0
  button.addEventListener('click', async () => {
    const said = await act()
    clearTimeout(timer)
    if (said === null) return
    label.textContent = said
    timer = window.setTimeout(() => (label.textContent = name), SAID)
  })
  return withGlyph(button, name)
}

async function shareOrCopy(title: string): Promise<string | null> {
  const url = address()
  if (!('share' in navigator)) return await copy(url, 'Link copied')
  try {
    await navigator.share({ title, url })
    return null
  } catch (error) {
    // A reader may think better of it.
    return error instanceof DOMException && error.name === 'AbortError' ? null : await copy(url, 'Link copied')
  }
}

async function copy(text: string, done: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return done
  } catch {
    return 'Copying is not allowed here'
  }
}

// In the words of the page, which says no more than the record does.
function citation(article: HTMLElement, { author, title }: Post): string {
  const shown = (selector: string) => article.querySelector(selector)?.textContent ?? ''
  const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
  const parts = [author, `“${title}”`, site, shown('.byline > time'), shown('.updated')]
  return `${parts.filter((part) => part !== '').join(', ')}. ${shown('.made b')} ${address()}`
}

function address(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href.replace(/#.*/, '')
}

function withGlyph(button: HTMLButtonElement, name: keyof typeof SHAPES): HTMLButtonElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', SHAPES[name])
  svg.append(path)
  button.prepend(svg)
  return button
}
