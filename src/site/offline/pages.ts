import { buildOf, keepFiles, sweepFiles } from '#site/offline/files.ts'
import {
  copyLine,
  keptLead,
  keptTitle,
  offlineSearch,
  plainPage,
  type KeptPage,
} from '#site/offline/offline-page.ts'
import { everything, forget, keep, kept, KEPT_AT, trim, type BoundedCache } from '#site/offline/bounded-cache.ts'

/** The pages that were read, as the server wrote them; the home page stays beside them. */
export const PAGES: BoundedCache = { name: 'offline-pages-1', entries: 50, bytes: 10_000_000 }

/** The pictures that were shown, in the width in which they were shown. */
export const PICTURES: BoundedCache = { name: 'offline-pictures-1', entries: 200, bytes: 20_000_000 }

const HOME = '/'
const SEARCH = '/search'

/** Takes note of what the network answered: a page or a picture is kept, what is gone is forgotten. */
export function remember(path: string, answer: Response): Promise<void> {
  return inTurn(async () => {
    const type = answer.headers.get('content-type') ?? ''
    if (answer.status === 404 || answer.status === 410) await forgetGone(path)
    // A server's own error, a redirection, another server's answer: nothing to keep, and nothing known against a copy.
    else if (answer.status !== 200 || answer.type !== 'basic') return
    else if (type.startsWith('image/')) await keepPicture(path, answer)
    else if (type.startsWith('text/html')) await keepPage(path, answer)
  })
}

/** The kept copy of a page with a line that says so, or a plain page with what else is kept. */
export async function pageOffline(path: string, query: string): Promise<Response> {
  if (path === SEARCH) return offlineSearch(path + query, await keptPages())
  const copy = await kept(PAGES, path)
  if (copy === null) return plainPage(path, await keptPages())
  const html = await copy.text()
  const line = copyLine(path, copy.headers.get(KEPT_AT) ?? '')
  return new Response(
    html.replace('<body>', () => `<body data-copy>${line}`),
    copy,
  )
}

/** A picture that was shown before; a network error when it was not. */
export async function pictureOffline(path: string): Promise<Response> {
  return (await kept(PICTURES, path)) ?? Response.error()
}

async function keepPage(path: string, answer: Response): Promise<void> {
  // What it finds depends on the question.
  if (path === SEARCH) return
  // What the server itself would not have kept: samples, errors, a skeleton.
  if (answer.headers.get('cache-control')?.includes('no-store')) return
  const html = await answer.clone().text()
  const before = await (await kept(PAGES, path))?.text()
  // First, so that there is no copy without its files.
  await keepFiles(html)
  await keep(PAGES, path, answer)
  const trimmed = await trim(PAGES, HOME)
  const rebuilt = before !== undefined && buildOf(before) !== buildOf(html)
  if (trimmed || rebuilt) await sweepFiles((await keptPages()).map((page) => page.html))
  await trim(PICTURES)
}

async function keepPicture(path: string, answer: Response): Promise<void> {
  const found = await kept(PICTURES, path)
  const etag = answer.headers.get('etag')
  if (found === null || etag === null || found.headers.get('etag') !== etag) await keep(PICTURES, path, answer)
}

// What was taken back leaves nothing behind, its pictures included.
async function forgetGone(path: string): Promise<void> {
  await forget(PICTURES, path)
  const page = await kept(PAGES, path)
  if (page === null) return
  await forget(PAGES, path)
  const html = await page.text()
  const others = (await keptPages()).map((other) => other.html)
  for (const picture of await everything(PICTURES)) {
    const isShownBy = (text: string) => text.includes(picture.path)
    if (isShownBy(html) && !others.some(isShownBy)) await forget(PICTURES, picture.path)
  }
}

async function keptPages(): Promise<KeptPage[]> {
  const pages = await everything(PAGES)
  return await Promise.all(
    pages.map(async ({ path, answer }) => {
      const html = await answer.text()
      return { path, title: keptTitle(html), lead: keptLead(html), html }
    }),
  )
}

let turn: Promise<unknown> = Promise.resolve()

// One after the other: what one keeps, the other must not sweep away.
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}
