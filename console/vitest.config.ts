/** Unit tests of the console: plain functions on Node; what needs a browser is tested in e2e. */
import { defineConfig } from 'vitest/config'
import { callTable } from './build/call-table.ts'
import { texts } from './build/texts.ts'

export default defineConfig({
  plugins: [callTable(), texts()],
  test: {
    name: 'console',
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 3,
    isolate: false,
  },
})
