import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

// Builds the site for browsers and for the server, and compresses what browsers fetch.
// `--if-stale` does nothing when the build is newer than everything it is made of.

// Whoever starts the build (a test runner says NODE_ENV=test): browsers get the production build.
process.env.NODE_ENV = 'production'

const SOURCES = ['src/site', 'src/blog', 'vite.config.ts', 'package-lock.json', 'scripts/build.ts', 'scripts/fonts.ts']

if (!process.argv.includes('--if-stale') || isStale()) {
  console.log('Building the site …')
  await build({ logLevel: 'warn' })
  await build({ logLevel: 'warn', build: { ssr: true } })
  await buildWorkers()
  compressAll('dist/client')
  writeFileSync('dist/built', '')
}

// Each is one script at an address of its own, which stays the same: a browser asks there for a new one.
async function buildWorkers(): Promise<void> {
  await build({
    configFile: false,
    ...{ root: 'src/site', publicDir: false, logLevel: 'warn' },
    build: {
      ...{ target: 'es2023', outDir: '../../dist/client', emptyOutDir: false },
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: ['src/site/service-worker.ts', 'src/site/service-worker-off.ts'],
        output: { entryFileNames: '[name].js' },
      },
    },
  })
}

function isStale(): boolean {
  const built = statSync('dist/built', { throwIfNoEntry: false })?.mtimeMs
  return built === undefined || SOURCES.flatMap(filesBelow).some((file) => statSync(file).mtimeMs > built)
}

function compressAll(folder: string): void {
  for (const file of filesBelow(folder).filter((path) => /\.(?:js|css|svg)$/.test(path))) {
    const body = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
  }
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
