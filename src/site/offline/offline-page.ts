import template from '#site/offline/plain.html?raw'

/** A kept page, for the list of all. */
type KeptPage = { path: string; title: string; html: string }

// It runs nothing and asks for nothing but its styles.
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The line above a copy: that it is one, and of when. */
export function copyLine(path: string, keptAt: string): string {
  return `<p class="copy-line" role="status">${reason()} This is the copy of <time datetime="${keptAt}">${timeOf(keptAt)}</time>. <a href="${escaped(path)}">Try again</a></p>`
}

/** The answer to a page that cannot be had: 503, with links to what is kept; it works without JavaScript. */
export function plainPage(path: string, pages: KeptPage[]): Response {
  const words: Record<string, string> = {
    heading: reason().slice(0, -1),
    path: escaped(path),
    // The look of the build that is kept; without any, a page of plain text.
    styles: stylesOf(pages[0]?.html ?? ''),
    pages: listOf(pages),
  }
  const html = template.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    },
  })
}

/** The links to all styles and fonts of the build that a page came from: the page itself brings along only what it used. */
export function stylesOf(html: string): string {
  const links = html.matchAll(/data-(?:styles|fonts)="([^"]*)"/g)
  return Array.from(links, ([, address]) => `<link rel="stylesheet" href="${address}">`).join('')
}

/** The title of a page as its HTML has it, still escaped. */
export function keptTitle(html: string): string {
  return /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
}

function listOf(pages: KeptPage[]): string {
  if (pages.length === 0) return ''
  const items = pages.map(({ path, title }) => `<li><a class="text-link" href="${escaped(path)}">${title}</a></li>`)
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
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
