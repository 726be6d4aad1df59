// The tests of the checkout itself: boundaries, lock file, requirement ids, launcher.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'tools', include: ['**/*.test.ts'], environment: 'node', maxWorkers: 3, testTimeout: 30_000 },
})
