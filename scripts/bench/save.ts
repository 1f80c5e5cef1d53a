import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { request } from 'node:http'

/** A response that was saved: its path with its query, its file in the folder, and the headers that a copy sends too. */
export type Saved = { path: string; file: string; contentType: string; headers: Record<string, string> }

// What a browser does with a response depends on these; what the server is, or when it answered, does not matter.
const KEPT = [
  'cache-control',
  'content-security-policy',
  'access-control-allow-origin',
  'link',
  'vary',
  'x-content-type-options',
  'referrer-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
]

const ENDINGS: [type: string, ending: string][] = [
  ['text/html', 'html'],
  ['text/css', 'css'],
  ['text/javascript', 'js'],
  ['application/json', 'json'],
  ['application/manifest+json', 'webmanifest'],
  ['image/avif', 'avif'],
  ['image/webp', 'webp'],
  ['image/png', 'png'],
  ['image/svg+xml', 'svg'],
  ['font/woff2', 'woff2'],
  ['application/rss+xml', 'rss'],
]

/**
 * Saves everything that a reader's browser may ask a server for, in the very bytes that it answers with, plain and in
 * both codings: pages, calls, built files, pictures. Paths that do not answer 200 are left out.
 */
export async function saveSite(options: { url: string; folder: string; client: string }): Promise<Saved[]> {
  const { url, folder, client } = options
  await mkdir(folder, { recursive: true })
  const built = (await readdir(client, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length))
    .filter((path) => !path.startsWith('/.vite'))
  const waiting = ['/', '/about', '/list-categories?bucket_name=stet&prefix=posts', ...built]
  const seen = new Set(waiting)
  const saved: Saved[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const response = await ask(url + path, 'br')
    if (response.status !== 200) continue
    const contentType = response.headers['content-type'] ?? ''
    const ending = endingOf(contentType)
    if (ending === null) continue
    const file = `${saved.length}.${ending}`
    const { plain } = await saveCodings({ url: url + path, file: join(folder, file), response })
    const headers = Object.fromEntries(KEPT.flatMap((name) => pairOf(name, response.headers[name])))
    saved.push({ path, file, contentType, headers })
    if (ending !== 'html') continue
    for (const found of [...linksOf(plain.toString(), url), ...callsFor(path)]) {
      if (!seen.has(found)) waiting.push(found)
      seen.add(found)
    }
  }
  return saved
}

/** A response in the coding that was asked for, as it came. */
export type RawResponse = { status: number; headers: Record<string, string>; body: Buffer }

/** Asks a server without undoing the coding of its answer. */
export function ask(url: string, coding: 'br' | 'gzip' | 'identity'): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'accept-encoding': coding } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        )
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(parts) })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

const undo = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

async function saveCodings(options: { url: string; file: string; response: RawResponse }): Promise<{ plain: Buffer }> {
  const { url, file, response } = options
  const coding = response.headers['content-encoding']
  if (coding === undefined) {
    await writeFile(file, response.body)
    return { plain: response.body }
  }
  if (coding !== 'br') throw new Error(`${url} was asked for in brotli and came in ${coding}.`)
  const plain = await undo.br(response.body)
  const zipped = await ask(url, 'gzip')
  if (zipped.headers['content-encoding'] !== 'gzip')
    throw new Error(`${url} was asked for in gzip and did not come so.`)
  if (!(await undo.gzip(zipped.body)).equals(plain)) throw new Error(`${url} changed while it was saved.`)
  await Promise.all([
    writeFile(file, plain),
    writeFile(`${file}.br`, response.body),
    writeFile(`${file}.gz`, zipped.body),
  ])
  return { plain }
}

function endingOf(contentType: string): string | null {
  return ENDINGS.find(([type]) => contentType.startsWith(type))?.[1] ?? null
}

function pairOf(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]]
}

function linksOf(html: string, url: string): string[] {
  const links = [...html.matchAll(/\s(?:href|src)="([^"#]+)/g)].map(([, link = '']) => link)
  const sets = [...html.matchAll(/\s(?:image)?srcset="([^"]+)"/gi)]
    .flatMap(([, set = '']) => set.split(','))
    .map((candidate) => candidate.trim().split(' ')[0] ?? '')
  return [...links, ...sets]
    .map((link) => link.replaceAll('&amp;', '&'))
    .filter((link) => URL.canParse(link, url))
    .map((link) => new URL(link, url))
    .filter(({ origin }) => origin === new URL(url).origin)
    .map(({ pathname, search }) => pathname + search)
}

// What the application asks for once it runs, in its own words (src/blog/client.ts).
function callsFor(path: string): string[] {
  const [, screen, category = '', id = ''] = path.split('/')
  if (screen === 'category') return [`/list-posts-by-category?category=${category}`]
  if (screen !== 'post') return []
  return [`/get-post-content?bucket_name=stet&category=${category}&post_id=${id}`]
}
