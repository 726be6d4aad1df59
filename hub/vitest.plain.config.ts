/** Tests of the hub that load no native code, so none can end the process of another: a worker retains loaded modules. */
import { defineConfig } from 'vitest/config'

/** These files take 38 s of CPU time with a process each, and 24 s in shared processes. */
export const WITHOUT_NATIVE_CODE = ['src/{detectors,vision}/**/!(*.long).test.ts']

export default defineConfig({
  test: {
    name: 'hub-plain',
    root: import.meta.dirname,
    include: WITHOUT_NATIVE_CODE,
    environment: 'node',
    isolate: false,
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
