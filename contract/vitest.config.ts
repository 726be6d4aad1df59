// The tests of the contract: schemas, endpoint table, pure rules.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'contract', include: ['src/**/*.test.ts'], environment: 'node', maxWorkers: 3, isolate: false },
})
