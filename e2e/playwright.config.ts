/** Browser tests against the whole of Mimamori, as `npm start` runs it, in the system's Chromium. */
import { defineConfig } from '@playwright/test'
import { BASE_URL, CHROMIUM_ARGS, CHROMIUM_PATH } from './stack/place.ts'

export default defineConfig({
  globalSetup: './stack/stack.ts',
  // A stack of twelve cameras and a browser fill two cores, and the tests of a project share its stack.
  workers: 1,
  // Where nobody watches, a test that failed once runs again; `npm run test:long` lists it and allows two of them.
  retries: process.env.CI ? 1 : 0,
  timeout: 200_000,
  // A machine that does other work at the same time took 16 s for a page.
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // Each on a stack of its own. Rooms look at cameras that send, or end the hub that watches them; all else needs the demo's
  // rows alone.
  projects: ['desk', 'pages', 'manage', 'rooms'].map((name) => ({
    name,
    testDir: `./${name}`,
    testMatch: '**/*.spec.ts',
    outputDir: `../test-results/${name}`,
  })),
  use: {
    baseURL: BASE_URL,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGS },
  },
})
