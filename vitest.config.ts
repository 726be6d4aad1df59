// All tests of the checkout: one project per workspace that has a vitest.config.ts.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['contract', 'service', 'hub', 'console', 'tools'],
    maxWorkers: 2,
    retry: 0,
    passWithNoTests: false,
  },
})
