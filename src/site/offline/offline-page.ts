import template from '#site/offline/plain.html?raw'

/** A kept page, for the list of all: `title` and `lead` as its HTML has them, still escaped. */
export type KeptPage = { path: string; title: string; lead: string; html: string }

// It runs nothing, asks for nothing but its styles, and its form only asks this site.
const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** The line above a copy: that it is one, and of when. */
export function copyLine(path: string, keptAt: string): string {
  return `<p class="copy-line" role="status">${reason()} This is the copy of <time datetime="${keptAt}">${timeOf(keptAt)}</time>. <a href="${escaped(path)}">Try again</a></p>`
}

/** The answer to a page that cannot be had: 503, with links to what is kept; it works without JavaScript. */
export function plainPage(path: string, pages: KeptPage[]): Response {
  const text = 'This page is not among those that are kept on this device.'
  return answer({ heading: reason().slice(0, -1), text, path, words: '', pages, shown: pages })
}

/** The answer to a search that cannot be made: 503, with those of the kept pages whose title and lead have all of the words. */
export function offlineSearch(address: string, pages: KeptPage[]): Response {
  const words = new URLSearchParams(address.split('?')[1]).get('q')?.trim() ?? ''
  const wanted = escaped(words).toLowerCase().split(/\s+/).filter(Boolean)
  const shown = pages.filter(({ title, lead }) =>
    wanted.every((word) => `${title} ${lead}`.toLowerCase().includes(word)),
  )
  const text =
    shown.length === 0
      ? `Nothing that is kept on this device matches “${escaped(words)}”.`
      : 'This is what is kept on this device; the search of all articles needs a connection.'
  return answer({ heading: reason().slice(0, -1), text, path: address, words, pages, shown })
}

function answer(page: {
  heading: string
  text: string
  path: string
  words: string
  pages: KeptPage[]
  shown: KeptPage[]
}): Response {
  const { heading, text, path, words, pages, shown } = page
  const html = pages[0]?.html ?? ''
  const parts: Record<string, string> = {
    heading,
    text,
    path: escaped(path),
    // The look of the build that is kept; without any, a page of plain text.
    styles: stylesOf(html),
    head: headOf(html, words),
    pages: listOf(shown),
  }
  const written = template.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)
  return new Response(written, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    },
  })
}

// The brand as a kept page has it, and a field that searches what is kept.
function headOf(html: string, words: string): string {
  const brand = /<a [^>]*class="logo"[^>]*>[\s\S]*?<\/a>/.exec(html)?.[0]
  if (brand === undefined) return ''
  const [outlines = ''] = /<svg [^>]*><g id="wordmark"[\s\S]*?<\/svg>/.exec(html) ?? []
  return `${outlines}<header class="site-header"><div class="wrap masthead"><span></span>${brand}<span></span></div></header>
    <div class="wrap"><form class="ask" role="search" action="/search">
      <input type="search" name="q" value="${escaped(words)}" placeholder="Search kept pages" aria-label="Search kept pages" autocomplete="off" maxlength="200">
      <button class="text-link" type="submit">Search</button>
    </form></div>`
}

/** The styles that a page came with, and its link to the others. */
function stylesOf(html: string): string {
  return (html.match(/<style>.*?<\/style>|<link rel="stylesheet"[^>]*>/gs) ?? []).join('')
}

/** The title of a page as its HTML has it, still escaped. */
export function keptTitle(html: string): string {
  return /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
}

/** What a page says of itself in a sentence, still escaped. */
export function keptLead(html: string): string {
  return /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
}

function listOf(pages: KeptPage[]): string {
  if (pages.length === 0) return ''
  const items = pages.map(
    ({ path, title, lead }) => `<li><a class="text-link" href="${escaped(path)}">${title}</a><p>${lead}</p></li>`,
  )
  return `<section class="kept"><h2>Kept on this device</h2><ul class="list">${items.join('')}</ul></section>`
}

// A server that is down is not a reader who is offline.
function reason(): string {
  return navigator.onLine ? 'This site cannot be reached.' : 'You are offline.'
}

// The time of day where the reader is; with the day, unless it is today.
function timeOf(iso: string): string {
  const date = new Date(iso)
  const isToday = date.toDateString() === new Date().toDateString()
  return date.toLocaleString('en-US', {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&#x27;')
}
