/** Builds the console: a light sign-in, the signed-in console beside it, every page on its own; precompressed. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildTarget } from './build/browsers.ts'
import { callTable } from './build/call-table.ts'
import { chunkGroups } from './build/chunks.ts'
import { manual } from './build/manual.ts'
import { oldBrowser } from './build/old-browser.ts'
import { precompress } from './build/precompress.ts'
import { preloadSignIn } from './build/preload-sign-in.ts'
import { serviceWorker } from './build/service-worker.ts'
import { sonnerStyles } from './build/sonner-styles.ts'
import { texts } from './build/texts.ts'

/** Where `npm run dev -w console` finds the service; a built console is served by the service itself. */
const service = process.env.MIMAMORI_SERVICE ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    callTable(),
    texts(),
    sonnerStyles(),
    preloadSignIn(),
    oldBrowser(),
    serviceWorker(),
    manual(),
    precompress(),
  ],
  // The service puts a fresh nonce in its place: for the styles that MUI writes.
  html: { cspNonce: '__NONCE__' },
  // As an object: a text in a string escapes its quotes.
  json: { namedExports: false, stringify: false },
  build: {
    outDir: 'dist',
    target: buildTarget,
    // All of these browsers preload modules, or do without.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: service, ws: true } },
  },
})
