/** Tests of the console's parts in Chromium, each beside what it tests. They answer the calls, within the contract. */
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, CHROMIUM_PATH } from '../e2e/stack/place.ts'
import { callTable } from './build/call-table.ts'
import { sonnerStyles } from './build/sonner-styles.ts'
import { texts } from './build/texts.ts'

/** Only the test server on this machine can be reached. */
const NO_NETWORK = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), callTable(), texts(), sonnerStyles()],
  json: { namedExports: false, stringify: false },
  // Named here, so that none is found in the middle of a run: the page would be loaded anew.
  optimizeDeps: {
    include: [
      '@emotion/cache',
      '@emotion/react',
      '@hookform/resolvers/zod',
      '@mui/material',
      '@mui/material/styles',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'axe-core',
      'hls.js/light',
      'i18next',
      'lucide-react',
      'papaparse',
      'react',
      'react-dom',
      'react-dom/client',
      'react-hook-form',
      'react-i18next',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'sonner',
      'temporal-polyfill',
      'uqr',
      'vitest-browser-react',
      'zod',
    ],
  },
  // Before a page asks for them: a press must not wait for the server.
  server: { warmup: { clientFiles: ['./src/**/*-{page,route,dialog,bar}.tsx', './src/root.tsx'] } },
  test: {
    name: 'parts',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['src/testing/setup.ts'],
    isolate: false,
    maxWorkers: 2,
    api: { host: '127.0.0.1' },
    retry: 0,
    // The first test of a run waits until the server has made the modules.
    testTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      traceView: false,
      viewport: { width: 1440, height: 900 },
      // As Playwright finds elements in the journeys.
      locators: { exact: false },
      provider: playwright({
        launchOptions: { executablePath: CHROMIUM_PATH, args: [...CHROMIUM_ARGS, NO_NETWORK] },
        contextOptions: { locale: 'en-GB', timezoneId: 'America/New_York', reducedMotion: 'reduce' },
        actionTimeout: 20_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
