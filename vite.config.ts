import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { lighterFonts } from './scripts/fonts.ts'

const inSite = (file: string) => fileURLToPath(new URL(`src/site/${file}`, import.meta.url))

// Two builds of one application: `dist/client` for browsers, `dist/server` (with --ssr) for the server.
export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/site',
  publicDir: 'public',
  plugins: [react(), lighterFonts(), plainImports(), withoutUnused(), lighterReact(), withoutEarlyStacks()],
  appType: 'custom',
  // React has had this hook of its own since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // Known beforehand, so that development does not stop to find them.
  optimizeDeps: {
    include: ['@tanstack/react-query', 'react-dom/client', 'wouter/use-browser-location', 'dompurify', 'zod/mini'],
  },
  // The server's build holds what it renders with, so that it is React's production build however the server is started.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    target: 'es2023',
    // From 2024 on, as its scripts: `light-dark()` need not be spelled out.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5', 'ios17.5'],
    outDir: isSsrBuild ? '../../dist/server' : '../../dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: isSsrBuild
        ? inSite('entry-server.tsx')
        : ['boot.ts', 'styles/critical.css', 'styles/site.css'].map(inSite),
    },
  },
}))

// Nothing is written, no list goes on within one query, nothing is fetched again on focus or on reconnection, no query
// suspends, throws or is restored: what does that is not sent. Of these parts of TanStack Query only what it calls by itself.
const UNUSED: Record<string, string> = {
  'focusManager.js': 'export const focusManager = { subscribe: () => () => {}, isFocused: () => true }',
  'onlineManager.js': 'export const onlineManager = { subscribe: () => () => {}, isOnline: () => true }',
  'suspense.js': `const no = () => {}
    export { no as ensureSuspenseTimers, no as shouldSuspend, no as fetchOptimistic, no as willFetch, no as defaultThrowOnError }`,
  'errorBoundaryUtils.js': `const no = () => {}
    export { no as ensurePreventErrorBoundaryRetry, no as useClearResetErrorBoundary, no as getHasError }`,
  'QueryErrorResetBoundary.js': `const no = () => {}
    export { no as QueryErrorResetBoundary, no as useQueryErrorResetBoundary }`,
  'IsRestoringProvider.js': `const no = () => {}
    export { no as IsRestoringProvider, no as useIsRestoring }`,
  'timeoutManager.js': `export const timeoutManager = globalThis
    export const systemSetTimeoutZero = (work) => setTimeout(work)`,
  'mutationCache.js':
    'export class MutationCache { clear() {} findAll() { return [] } async resumePausedMutations() {} }',
  'infiniteQueryBehavior.js': `function unused() { throw new Error('Infinite queries are left out of the build: see vite.config.ts.') }
    export { unused as infiniteQueryBehavior, unused as hasNextPage, unused as hasPreviousPage }`,
}

function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    enforce: 'pre',
    load: (id) => UNUSED[/query(?:-core)?\/build\/modern\/(\w+\.js)$/.exec(id)?.[1] ?? ''] ?? null,
  }
}

// All that the site, TanStack Query and wouter take from React, whose one file no bundler can take apart: the rest is not sent.
const FROM_REACT = new Set([
  'Fragment',
  'createContext',
  'startTransition',
  'useCallback',
  'useContext',
  'useDeferredValue',
  'useEffect',
  'useInsertionEffect',
  'useLayoutEffect',
  'useMemo',
  'useRef',
  'useState',
  'useSyncExternalStore',
  // For react-dom.
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  'version',
])

function lighterReact(): Plugin {
  return {
    name: 'lighter-react',
    enforce: 'pre',
    apply: ({ build }) => !build?.ssr,
    transform(code, id) {
      if (id.endsWith('/react.production.js'))
        return code.replaceAll(/^exports\.(\w+) =[^]*?(?=^exports\.|(?![^]))/gm, (text, name: string) =>
          FROM_REACT.has(name) ? text : '',
        )
      const imports = [...code.matchAll(/^import \{([^}]+)\} from ["']react["']/gm)]
      const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim().split(' ')[0] ?? ''))
      names.push(...Array.from(code.matchAll(/\bReact\.(\w+)\(/g), ([, name = '']) => name))
      const missing = names.find((name) => name !== '' && name !== 'type' && !FROM_REACT.has(name))
      if (missing) throw new Error(`${id} needs React's ${missing}: add it to FROM_REACT in vite.config.ts.`)
      return null
    },
  }
}

// A part of the application needs no styles or parts of its own that would have to be fetched before it, so that Vite's
// helper for them only costs every first view its bytes.
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null),
  }
}

// React makes five errors when it is loaded, which it throws to itself and nobody sees. With developer tools attached, as
// in Lighthouse, each costs a stack with its lines, for which V8 parses the whole script twice more: 70 of 80 ms that the
// application took to evaluate on a phone. Without a stack they are the same errors.
function withoutEarlyStacks(): Plugin {
  const early = /(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g
  return {
    name: 'without-early-stacks',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('react-dom-client.production.js')) return null
      const changed = code.replaceAll(early, '$1{ __proto__: Error.prototype, message: $2 }')
      if (changed === code)
        throw new Error('React makes no errors early any more: see withoutEarlyStacks in vite.config.ts.')
      return changed
    },
  }
}
