// The tests of the hub: pure parts, and the whole flow on real video over a real RTSP server.
import { configDefaults, defineConfig } from 'vitest/config'
import { WITHOUT_NATIVE_CODE } from './vitest.plain.config.ts'

export default defineConfig({
  test: {
    name: 'hub',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...WITHOUT_NATIVE_CODE],
    environment: 'node',
    globalSetup: ['src/testing/installed-runtime.ts'],
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
