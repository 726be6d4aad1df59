// The tests of the service: on one real PostgreSQL, migrated once, with a database of its own for each file.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'service',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['src/testing/global.ts'],
    setupFiles: ['src/testing/statement-record.ts'],
    // A worker retains loaded modules for its next file: loading the service takes longer than most files. State
    // between two files is like the state of an instance between two sites.
    isolate: false,
    maxWorkers: 3,
    // Starting PostgreSQL on a busy machine.
    hookTimeout: 60_000,
    testTimeout: 20_000,
  },
})
