import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { weakEtag, type CachedResponse } from '#server/http.ts'
import type { Assets } from '#blog/site.ts'

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
}

const manifest = z.record(z.string(), z.object({ file: z.string() }))
const criticalStyles = z.object({ home: z.string(), category: z.string(), article: z.string() })

/**
 * Reads all built files into memory and returns them by path. Precompressed copies (`.br`, `.gz`) become encodings of
 * the original file.
 */
export async function readAssets(folder: string): Promise<Map<string, CachedResponse>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.vite'))
  const bodies = new Map<string, Buffer>()
  for (const path of paths) bodies.set(path, await readFile(join(folder, path)))
  const files = new Map<string, CachedResponse>()
  for (const [path, body] of bodies) {
    const contentType = TYPES[path.split('.').at(-1) ?? '']
    if (contentType === undefined) continue
    const headers = { 'cache-control': cacheControl(path), vary: 'accept-encoding', 'content-type': contentType }
    const encoded = { br: bodies.get(`${path}.br`) ?? null, gzip: bodies.get(`${path}.gz`) ?? null }
    files.set(`/${path}`, { status: 200, headers, etag: weakEtag(body), body, encoded })
  }
  return files
}

// File names below assets/ contain a hash of the content, so browsers can cache these files forever. The service worker
// has a fixed name, so browsers must revalidate it.
function cacheControl(path: string): string {
  if (path.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return path === 'service-worker.js' ? 'no-cache' : 'public, max-age=86400'
}

/** Reads the inlined styles and the URLs of the style sheet, fonts and script. Throws if the build is incomplete. */
export async function readManifest(folder: string): Promise<Assets> {
  const entries = manifest.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')))
  const critical = criticalStyles.parse(JSON.parse(await readFile(join(folder, '.vite/critical-styles.json'), 'utf8')))
  const urlOf = (source: string) => {
    const entry = entries[source]
    if (!entry) throw new Error(`The build in ${folder} has no ${source}. Run "npm run build".`)
    return `/${entry.file}`
  }
  return {
    critical,
    stylesheet: urlOf('styles/site.css'),
    fonts: [
      { href: urlOf('fonts/schibsted-grotesk-latin-wght-normal.woff2') },
      { href: urlOf('fonts/newsreader-latin-wght-normal.woff2') },
      // The header's strapline is in italics. It is hidden on narrower screens.
      { href: urlOf('fonts/newsreader-latin-wght-italic.woff2'), media: '(width >= 48rem)' },
    ],
    script: urlOf('start-app.ts'),
  }
}
