// The tests of the hub: pure parts, and the whole flow on real video over a real RTSP server.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'hub',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['src/testing/installed-runtime.ts'],
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
