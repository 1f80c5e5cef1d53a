import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const inSite = (file: string) => fileURLToPath(new URL(`src/site/${file}`, import.meta.url))

// Builds the application twice: `dist/client` for browsers, and `dist/server` (with --ssr) for the server.
export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/site',
  publicDir: 'public',
  plugins: [react(), withoutEarlyStacks()],
  appType: 'custom',
  // Dependencies listed here are bundled when the dev server starts, so that it does not discover them later and
  // reload.
  optimizeDeps: {
    include: ['@tanstack/react-query', 'react-dom/client', 'parse5', 'zod/mini'],
  },
  // The server build includes React, so that it is the production build even if NODE_ENV has another value at run time.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    target: 'es2023',
    // These browser versions support `light-dark()`.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5', 'ios17.5'],
    outDir: isSsrBuild ? '../../dist/server' : '../../dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: isSsrBuild ? inSite('entry-server.tsx') : ['start-app.ts', 'styles/site.css'].map(inSite),
    },
  },
}))

// react-dom creates five errors when it is loaded. With the DevTools protocol attached, as in Lighthouse and our own
// measurements, their stack traces block the main thread of a slow phone for about 100 ms. Only their identity and
// their message are used, so create them without a stack trace. No other dependency is changed.
function withoutEarlyStacks(): Plugin {
  return {
    name: 'without-early-stacks',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('react-dom-client.production.js')) return null
      const early = /(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g
      return code.replaceAll(early, '$1{ __proto__: Error.prototype, message: $2 }')
    },
  }
}
