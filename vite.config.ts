import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { lighterFonts } from './scripts/fonts.ts'

const inSite = (file: string) => fileURLToPath(new URL(`src/site/${file}`, import.meta.url))

// Two builds of one application: `dist/client` for browsers, `dist/server` (with --ssr) for the server.
export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/site',
  publicDir: 'public',
  plugins: [react(), lighterFonts(), withoutEarlyStacks()],
  appType: 'custom',
  // Known beforehand, so that development does not stop to find them.
  optimizeDeps: {
    include: ['@tanstack/react-query', 'react-dom/client', 'dompurify', 'zod/mini'],
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
