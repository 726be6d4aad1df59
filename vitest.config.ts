// All tests of the checkout: one project per workspace that has a vitest.config.ts.
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'

export default defineConfig({
  test: {
    projects: ['contract', 'service', 'hub', 'lab', 'console', 'console/vitest.parts.config.ts', 'tools'],
    // Three fill two cores: tests over real cameras and processes wait more than they compute.
    // Each project says the same: what it does not say it does not take from here, but has one.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    retry: 0,
    passWithNoTests: false,
  },
})
