// The tests of the laboratory: drawn rooms, scoring, clips of real rooms. `npm run test:long` runs them.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'lab', include: ['**/*.test.ts'], environment: 'node', maxWorkers: 3, testTimeout: 60_000 },
})
