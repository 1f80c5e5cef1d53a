import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import type { Renderer } from '#blog/site.ts'
import { criticalStyles } from './critical-styles.ts'

// Builds the site for browsers and for server rendering, compresses the files for browsers, and bundles the server
// itself. If `--if-stale` is set, it does nothing if the build is newer than its sources.

// Always build for production, even if a test runner has set NODE_ENV=test.
process.env.NODE_ENV = 'production'

const SOURCES = ['src', 'editorial/starter', 'vite.config.ts', 'package-lock.json', 'scripts']

// Options for the builds that do not use vite.config.ts.
const SEPARATE = { configFile: false, logLevel: 'warn' } as const

if (!process.argv.includes('--if-stale') || isStale()) {
  // Vite treats these characters in a path as the start of a fragment or query.
  if (/[?#]/.test(process.cwd())) {
    console.error(`The path ${process.cwd()} contains "#" or "?", so Vite cannot build this folder. Rename the folder.`)
    process.exit(1)
  }
  console.log('Building the site …')
  await build({ logLevel: 'warn' })
  await build({ logLevel: 'warn', build: { ssr: true } })
  await buildWorker()
  await buildServer()
  await buildDesk()
  await writeCriticalStyles('dist/client')
  compressAll('dist/client')
  writeFileSync('dist/built', '')
}

// Builds the service worker as a single script with a fixed name, because browsers check its URL for new versions.
async function buildWorker(): Promise<void> {
  await build({
    ...SEPARATE,
    root: 'src/site',
    publicDir: false,
    build: {
      target: 'es2023',
      outDir: '../../dist/client',
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rollupOptions: { input: ['src/site/service-worker.ts'], output: { entryFileNames: '[name].js' } },
    },
  })
}

// Bundles the programs that `npm start` runs, because bundles start faster and need less memory. If a file refers to a
// program or worker with `new URL('./x.ts', import.meta.url)`, that program or worker is bundled into the same folder.
// References to other files point to their original locations.
async function buildServer(): Promise<void> {
  const outDir = resolve('dist/app')
  const addresses: Plugin = {
    name: 'addresses',
    enforce: 'pre',
    transform(code, id) {
      return code.replace(/new URL\('(\.[^']+)', import\.meta\.url\)/g, (_, path: string) => {
        const file = resolve(dirname(id), path)
        if (!file.endsWith('.ts')) return `new URL('${relative(outDir, file)}', import.meta.url)`
        const fileName = `${basename(file, '.ts')}.js`
        this.emitFile({ type: 'chunk', id: file, fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
    },
  }
  await build({
    ...SEPARATE,
    plugins: [addresses],
    ssr: { noExternal: ['zod', 'lru-cache', 'prom-client', 'aws4fetch'] },
    build: {
      ssr: true,
      target: 'node22',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rollupOptions: {
        input: ['src/commands/start.ts'],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

// Builds the desk page separately so that readers do not download any part of it.
async function buildDesk(): Promise<void> {
  await build({
    ...SEPARATE,
    root: 'src/desk/page',
    plugins: [react()],
    build: { target: 'es2023', outDir: '../../../dist/desk', emptyOutDir: true, modulePreload: { polyfill: false } },
  })
}

async function writeCriticalStyles(folder: string): Promise<void> {
  const sheet = filesBelow(join(folder, 'assets')).find((path) => path.endsWith('.css'))
  if (sheet === undefined) throw new Error(`The build did not write a style sheet to ${folder}/assets.`)
  const renderer: Renderer = await import(resolve('dist/server/entry-server.js'))
  const styles = await criticalStyles(readFileSync(sheet, 'utf8'), renderer)
  writeFileSync(join(folder, '.vite/critical-styles.json'), JSON.stringify(styles))
}

function isStale(): boolean {
  const built = statSync('dist/built', { throwIfNoEntry: false })?.mtimeMs
  return built === undefined || SOURCES.flatMap(filesBelow).some((file) => statSync(file).mtimeMs > built)
}

function compressAll(folder: string): void {
  for (const file of filesBelow(folder).filter((path) => /\.(?:js|css|svg)$/.test(path))) {
    const body = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(body))
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
  }
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
