/** Tests of the hub that load no native code, so none can end the process of another: a worker retains loaded modules. */
import { defineConfig } from 'vitest/config'

/** Files that load the decoder, a canvas or a model match none of these: their names are excepted. */
export const WITHOUT_NATIVE_CODE = [
  'src/!(*.long).test.ts',
  'src/{detectors,vision,uplink,platform}/**/!(*.long).test.ts',
  'src/control/{contact,rpc}/!(*.long).test.ts',
  'src/control/!(*.long).test.ts',
  'src/pipeline/{media,room,worker}/!(*.long|stream-judge).test.ts',
  'src/pipeline/analysis/!(*.long|analysis|model-eye|tryout|walk).test.ts',
  'src/pipeline/ingest/!(*.long|camera-runner|camera-view|remade-source|stream-line).test.ts',
  'src/rtsp/!(*.long|camera-quirks|camera-secrets|camera-trust|jpeg-frames|rtcp|rtsp-session).test.ts',
]

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
