import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const inSite = (file: string) => fileURLToPath(new URL(`src/site/${file}`, import.meta.url))

// Builds the application twice: `dist/client` for browsers, and `dist/server` (with --ssr) for the server.
export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/site',
  publicDir: 'public',
  plugins: [react()],
  appType: 'custom',
  // Listed here so that development does not stop to discover them.
  optimizeDeps: {
    include: ['@tanstack/react-query', 'react-dom/client', 'wouter/use-browser-location', 'dompurify', 'zod/mini'],
  },
  // The server build includes React, so that it is the production build whatever NODE_ENV is at run time.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    target: 'es2023',
    // These versions support `light-dark()`.
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
