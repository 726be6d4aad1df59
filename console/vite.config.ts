/** Builds the console: a light sign-in, the signed-in console beside it, every page on its own; precompressed. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callTable } from './build/call-table.ts'
import { precompress } from './build/precompress.ts'

/** Where `npm run dev -w console` finds the service; a built console is served by the service itself. */
const service = process.env.MIMAMORI_SERVICE ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), callTable(), precompress()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
            {
              name: 'mui',
              test: /node_modules\/(@mui|@emotion|stylis|clsx|react-transition-group|@popperjs)\//,
              priority: 20,
            },
            {
              name: 'data',
              test: /node_modules\/(@tanstack|i18next|react-i18next|sonner|zod|html-parse-stringify)\//,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: service, ws: true } },
  },
})
